"""Games like Klondike: sequences, Kings into spaces, a stock that is turned again and again, and cards that come back.

A move from the talon stands for the turns of the stock that bring its card to the top of the waste, followed by the
card's own move. If one card is turned at a time, every talon card can be reached. If `n` are, those that can are the
top of the waste, every `n`th card after it, every `n`th card from the bottom of the talon, and the last card.

The search leaves out moves. The proofs that it misses no win are about the *cost* of a line: the number of its moves
that bring no card home. Take a position that can be won, and a line that wins it at the least cost. If the search
leaves out the line's first move, some line of the same cost begins with a move that it keeps. That move leads to a
position that can be won at less cost or, if it brings a card home, at no more cost with more cards home. So moves that
the search keeps lead all the way to a win.

- *A safe card goes home at once, and never comes back*: see `is_safe`.
- *A card that can go home does not move to a pile.* Instead it can go home and come back to that pile, which costs one
  move as well.
- *Part of a sequence moves only if the card that it uncovers goes home at once.* Such a part moves from one card to
  another of the same rank and colour. Instead, leave it where it is, and follow the line with the roles of these two
  cards swapped: what the line puts onto one goes onto the other, and what it takes off one comes off the other. Both
  accept the same cards, so this is legal. Before the line brings one of the two home, nothing lies on it. Here nothing
  lies on the other one; move what lies on the first over to it, and all cards are where the line has them. That move
  uncovers a card that goes home at once, and the cost is the same.
- *A card moves only into one of several spaces*, as all spaces are equal. The rules forbid moving a whole pile there.
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
_KINGS = sum(1 << card for card in range(_KING, 52, 13))


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
