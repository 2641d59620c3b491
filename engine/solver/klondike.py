"""Games like Klondike: sequences, Kings into spaces, a stock that is turned again and again, and cards that come back.

A move from the talon stands for the turns of the stock that bring its card to the top of the waste, and the card's own
move. With one card at a time every card of the talon can be had; with more, every so-manieth from the beginning, from
the top of the waste, and the last.

Proofs are about the *cost* of a win: the number of its moves that bring no card home. Of a position that can be won,
take a line that wins at the least cost. If it begins with a move that is left out here, then there is one that wins at
the same cost and begins with a move that is listed. A listed move leads to a position that can be won at less cost or,
if it brings a card home, at the same cost with more cards home. So listed moves lead on to a win.

- *Safe cards* go home at once and never come back: see `is_safe`.
- *A card that can go home moves to no pile.* It can go home and come back to that pile, at the same cost.
- *A part of a sequence moves only to let the card under it go home at once.* Say it moves from one card to another:
  their ranks and colours are equal. Until one of the two goes home, leave the part where it is, and let all that the
  line puts on or takes off the one happen to the other; whatever carries or moves the two goes on as before, as they
  and what lies on them change places in the middle of sequences only. When one of the two goes home, it has nothing on
  it in the line. Here the other has nothing on it, and now the part moves over to it, at the cost that it had.
- *All spaces are equal*, and a King that lies on nothing stays.
"""

from __future__ import annotations

from engine.solver.compiled import Integers, compiled
from engine.solver.one_deck_rows import (
    DOWN,
    FOUNDATION_PLACE,
    FROM,
    HOME,
    IN_TALON,
    NOTHING,
    PILES,
    TAKEN,
    TALON,
    TALON_CARDS,
    TALON_PLACE,
    THEN_HOME,
    TO,
    TOPS,
    TURNED,
    WASTE,
    WEIGHTS,
    cards_home,
    fits,
    goes_home,
    is_safe,
)

_KING = 12
_KINGS = 1 << 12 | 1 << 25 | 1 << 38 | 1 << 51


@compiled
def list_moves(g: Integers, rows: Integers, at: int, moves: Integers) -> int:
    """List the moves of a row that no proof leaves out, and return their number."""
    tops = at + TOPS
    space = -1
    wanted = 0  # a bit for each card that some pile takes
    for pile in range(g[PILES]):
        card = rows[tops + pile]
        if card == NOTHING:
            space = pile
            wanted |= _KINGS
            continue
        if goes_home(rows, at, card) and is_safe(rows, at, card):
            moves[0] = card + pile * FROM + FOUNDATION_PLACE * TO
            return 1
        wanted |= g[TAKEN + card]
    count = _list_from_talon(g, rows, at, space, wanted, moves)
    if count < 0:
        return 1
    count = _list_from_foundations(g, rows, at, space, wanted, moves, count)
    return _list_from_piles(g, rows, at, space, wanted, moves, count)


@compiled
def _list_from_talon(g: Integers, rows: Integers, at: int, space: int, wanted: int, moves: Integers) -> int:
    """Begin the list with moves from the talon; return -1 if it is to have one move only."""
    last = g[TALON] - 1
    while last >= 0 and rows[at + g[TALON_CARDS + last]] != IN_TALON:
        last -= 1
    goes_somewhere = wanted
    for suit in range(4):
        goes_somewhere |= 1 << 13 * suit + rows[at + HOME + suit] % 13
    turned = g[TURNED]
    waste = rows[at + WASTE]
    count = 0
    height = 0
    for index in range(last + 1):
        card = g[TALON_CARDS + index]
        if rows[at + card] != IN_TALON:
            continue
        height += 1
        if not goes_somewhere >> card & 1:
            continue
        if turned > 1 and height % turned and index != last and (height < waste or (height - waste) % turned):
            continue
        code = card + TALON_PLACE * FROM
        if not goes_home(rows, at, card):
            if wanted >> card & 1:
                count = _list_onto_piles(g, rows, at, card, code, space, moves, count)
        elif turned == 1 and is_safe(rows, at, card):
            moves[0] = code + FOUNDATION_PLACE * TO
            return -1
        else:
            moves[count] = code + FOUNDATION_PLACE * TO
            count += 1
    return count


@compiled
def _list_from_foundations(
    g: Integers, rows: Integers, at: int, space: int, wanted: int, moves: Integers, count: int
) -> int:
    for suit in range(4):
        card = 13 * suit + rows[at + HOME + suit] - 1
        if card >= 13 * suit and wanted >> card & 1 and not is_safe(rows, at, card):
            code = card + FOUNDATION_PLACE * FROM
            count = _list_onto_piles(g, rows, at, card, code, space, moves, count)
    return count


@compiled
def _list_from_piles(g: Integers, rows: Integers, at: int, space: int, wanted: int, moves: Integers, count: int) -> int:
    for pile in range(g[PILES]):
        card = rows[at + TOPS + pile]
        if card == NOTHING:
            continue
        code = card + pile * FROM
        can_go_home = goes_home(rows, at, card)  # as long as it is alone
        if can_go_home:
            moves[count] = code + FOUNDATION_PLACE * TO
            count += 1
        face_down = rows[at + g[DOWN] + pile]
        under = rows[at + card]
        while under < NOTHING and under != face_down and fits(g, card, under):
            if wanted >> card & 1 and goes_home(rows, at, under) and not can_go_home:
                count = _list_onto_piles(g, rows, at, card, code + THEN_HOME, space, moves, count)
            card = under
            code = card + pile * FROM
            can_go_home = False
            under = rows[at + card]
        if wanted >> card & 1 and not can_go_home:
            into = space if under != NOTHING else -1
            count = _list_onto_piles(g, rows, at, card, code, into, moves, count)
    return count


@compiled
def _list_onto_piles(
    g: Integers, rows: Integers, at: int, card: int, code: int, space: int, moves: Integers, count: int
) -> int:
    """List the moves of a card onto the top cards that take it, or into a space if there is one."""
    if card % 13 == _KING:
        if space >= 0:
            moves[count] = code + space * TO
            count += 1
        return count
    for target in range(g[PILES]):
        top = rows[at + TOPS + target]
        if top != NOTHING and fits(g, card, top):
            moves[count] = code + target * TO
            count += 1
    return count


@compiled
def value_of(g: Integers, rows: Integers, at: int) -> int:
    """Judge a row: the lower, the nearer to a win."""
    spaces = 0
    face_down = 0
    cards_over_lower = 0  # pairs of a face-down card and a higher card of its suit that lies on it
    for pile in range(g[PILES]):
        top = rows[at + TOPS + pile]
        if top == NOTHING:
            spaces += 1
        lower = rows[at + g[DOWN] + pile]
        while lower != NOTHING:
            face_down += 1
            card = top
            while card != lower:
                if card > lower and card // 13 == lower // 13:
                    cards_over_lower += 1
                card = rows[at + card]
            lower = rows[at + lower]
    in_talon = 0
    for index in range(g[TALON]):
        in_talon += rows[at + g[TALON_CARDS + index]] == IN_TALON
    home = at + HOME
    return (
        g[WEIGHTS] * (52 - cards_home(rows, at))
        + g[WEIGHTS + 1] * face_down
        + g[WEIGHTS + 2] * in_talon
        - g[WEIGHTS + 3] * spaces
        + g[WEIGHTS + 4] * cards_over_lower
        - g[WEIGHTS + 5] * min(rows[home], rows[home + 1], rows[home + 2], rows[home + 3])
    )
