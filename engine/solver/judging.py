"""How promising a row is, and what tells it from others: the part of the solver that is guesswork, and its hashes.

Judgements are sums over the piles, so that after a move only the piles that changed are judged again.
"""

from __future__ import annotations

from engine.solver.compiled import Integers, compiled
from engine.solver.tables import (
    CARDS_IN_PLAY,
    CHANCE,
    CODE,
    DEALS,
    DOWN,
    FIRST_DUE,
    FOLLOWING,
    HAS_FOUNDATIONS,
    HOME,
    KIND,
    NEXT,
    OFFER,
    PILES,
    PLACE,
    ROW,
    SEAT,
    SECOND_DUE,
    SEED,
    TOPS,
    WEIGHTS,
)

NOTES = 3
"""How many numbers are noted of each pile: two hashes, and its part of the judgement."""

ALL_PILES = -1
"""The set of all piles, as `judge` takes it."""

_BITS = (1 << 62) - 1
_FACE_DOWN = 64

# Weights of games with foundations, in hundredths or so of what a card home is worth.
HOME_WEIGHT = WEIGHTS
(
    BURIED,  # a card of a pile that lies under one due later
    BURIED_IN_WASTE,
    IN_SEQUENCE,  # a card of the tableau on one that it continues
    BURYING,  # a card of a pile that lies on one due earlier
    BURYING_IN_WASTE,
    LATENESS,  # how much later than that one it is due
    LATENESS_IN_WASTE,
    ANY_SPACE,
    SPACE,
    LATENESS_LIMIT,
) = range(WEIGHTS + 1, WEIGHTS + 11)

# Weights of games that discard sequences.
(
    IN_SUIT,  # a card on one that it continues in suit
    IN_RANK,  # a card on one that it continues in another suit
    EMPTY,
    HIDDEN,
    OUT_OF_SEQUENCE,  # a card that continues nothing
    OUT_OF_SEQUENCE_DEPTH,  # for each card that lies on the break
    LONG_RUN,  # for the square of a run's length
    KING_BELOW,  # a pile that begins with a King
) = range(WEIGHTS + 1, WEIGHTS + 9)


@compiled
def judge(
    g: Integers, rows: Integers, notes: Integers, row: int, changed: int, dues: Integers
) -> tuple[int, int, int, int]:
    """Two hashes of a row, how promising it is, and how many cards are home.

    Only the piles whose bits are set in `changed` are judged again. What a card's going home means for its twin in
    another pile is left for the next layer, where all are. The hashes are equal where only the order of the piles
    differs, as long as that is no matter; `dues` is room to work in.
    """
    at = row * g[ROW]
    noted = row * NOTES * (g[PILES] + 1)
    for pile in range(g[PILES] + 1):
        if changed >> pile & 1:
            _note(g, rows, notes, at, noted + NOTES * pile, pile, dues)
    next_card = rows[at + g[NEXT]]
    # The stock is dealt from left to right, so which pile is which matters until it is gone.
    is_ordered = g[DEALS] and next_card < g[CARDS_IN_PLAY]
    first = next_card * 0x1B873593CC9E2D51
    second = next_card * 0x2127599BF4325C37
    value = 0
    for pile in range(g[PILES] + 1):
        factor = 2 * pile + 3 if is_ordered else 1
        note = noted + NOTES * pile
        first += notes[note] * factor
        second += notes[note + 1] * factor
        value += notes[note + 2]
    home = 0
    for foundation in range(8):
        home += rows[at + g[HOME] + foundation]
    if g[HAS_FOUNDATIONS]:
        for pile in range(g[PILES]):
            if rows[at + g[TOPS] + pile] < 0:
                value += g[ANY_SPACE]
                break
    value += g[HOME_WEIGHT] * home
    first &= _BITS
    if g[CHANCE] > 0:
        chance = first ^ g[SEED]
        chance = ((chance ^ (chance >> 31)) * 0x2545F4914F6CDD1D) & _BITS
        value += (chance >> 20) % g[CHANCE]
    return first, second & _BITS, value, home


@compiled
def _note(g: Integers, rows: Integers, notes: Integers, at: int, note: int, pile: int, dues: Integers) -> None:
    notes[note], notes[note + 1] = _hashes(g, rows, at, pile)
    if g[HAS_FOUNDATIONS]:
        notes[note + 2] = _pile_to_clear(g, rows, at, pile, dues)
    elif pile < g[PILES]:
        notes[note + 2] = _pile_to_order(g, rows, at, pile)


@compiled
def _hashes(g: Integers, rows: Integers, at: int, pile: int) -> tuple[int, int]:
    """Two hashes of the cards of a pile from the top down."""
    card = rows[at + g[TOPS] + pile]
    hidden = rows[at + g[DOWN] + pile] if pile < g[PILES] else -1
    face = 0
    first = 0
    second = 0
    while card >= 0:
        if card == hidden:
            face = _FACE_DOWN
        code = g[CODE + g[KIND + card] + face]
        first = (first * 0x2545F4914F6CDD1D + code) & _BITS
        second = (second * 0x1B03738712FAD5C9 + (code ^ 0x1DEECE66D1234567)) & _BITS
        card = rows[at + card]
    if pile == g[PILES]:
        first += 1
        second += 1
    first ^= first >> 29
    first = (first * 0x3F58476D1CE4E5B9) & _BITS
    first ^= first >> 32
    second ^= second >> 31
    second = (second * 0x14D049BB133111EB) & _BITS
    second ^= second >> 29
    return first, second


@compiled
def _pile_to_clear(g: Integers, rows: Integers, at: int, pile: int, dues: Integers) -> int:
    """The judgement of a pile, or the waste, whose cards are to go home one by one."""
    card = rows[at + g[TOPS] + pile]
    in_waste = pile == g[PILES]
    if card < 0:
        return 0 if in_waste else g[SPACE]
    value = 0
    depth = 0
    latest = -1
    seat = -1
    place = -1
    while card >= 0:
        kind = g[KIND + card]
        is_second = rows[at + g[HOME] + 2 * (kind // 13)] > g[PLACE + kind]
        due = g[SECOND_DUE + kind] if is_second else g[FIRST_DUE + kind]
        dues[depth] = due
        if latest > due:
            value -= g[BURIED_IN_WASTE] if in_waste else g[BURIED]
        else:
            latest = due
        if not in_waste:
            # A card on the base of a foundation continues it too, but is the last that can leave it.
            if depth > 0 and g[OFFER + kind] == seat and g[PLACE + kind] > place:
                value += g[IN_SEQUENCE]
            seat = g[SEAT + kind]
            place = g[PLACE + kind]
        depth += 1
        card = rows[at + card]
    earliest = dues[depth - 1]
    for lying in range(depth - 2, -1, -1):
        due = dues[lying]
        if due <= earliest:
            earliest = due
            continue
        lateness = min(due - earliest, g[LATENESS_LIMIT]) // 4
        if in_waste:
            value -= g[BURYING_IN_WASTE] + g[LATENESS_IN_WASTE] * lateness
        else:
            value -= g[BURYING] + g[LATENESS] * lateness
    return value


@compiled
def _pile_to_order(g: Integers, rows: Integers, at: int, pile: int) -> int:
    """The judgement of a pile whose cards are to become sequences in suit."""
    card = rows[at + g[TOPS] + pile]
    if card < 0:
        return g[EMPTY]
    hidden = rows[at + g[DOWN] + pile]
    value = 0
    depth = 0
    run = 1
    above = -1
    is_hidden = False
    while card >= 0:
        kind = g[KIND + card]
        if card == hidden:
            is_hidden = True
        if is_hidden:
            value -= g[HIDDEN]
        if above >= 0:
            if g[FOLLOWING + kind] == above and not is_hidden:
                value += g[IN_SUIT]
                run += 1
            else:
                value += g[LONG_RUN] * run * run
                run = 1
                if g[OFFER + kind] == g[SEAT + above]:
                    value += g[IN_RANK]
                else:
                    value -= g[OUT_OF_SEQUENCE] + g[OUT_OF_SEQUENCE_DEPTH] * depth
        above = kind
        depth += 1
        card = rows[at + card]
    value += g[LONG_RUN] * run * run
    if above % 13 == 12:
        value += g[KING_BELOW]
    return value
