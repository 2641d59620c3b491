"""Scores rows by how promising they are, and hashes them.

Scores and hashes are sums over the piles, so that after a move only the piles that changed are evaluated again.
"""

from __future__ import annotations

from engine.solver.compiled import Integers, compiled
from engine.solver.tables import (
    ACCEPTED_KEY,
    BUILD_KEY,
    CARDS_IN_PLAY,
    CHANCE,
    CODE,
    DEALS,
    DOWN,
    FIRST_DUE,
    HAS_FOUNDATIONS,
    HOME,
    KIND,
    NEXT,
    NEXT_IN_RUN,
    PILES,
    PLACE,
    ROW,
    SECOND_DUE,
    SEED,
    TOPS,
    WEIGHTS,
)

PILE_VALUES = 3
"""The number of values kept for each pile: two hashes and a score."""

ALL_PILES = -1
"""For `evaluate`: evaluate every pile."""

_BITS = (1 << 62) - 1
_FACE_DOWN = 64

# Weights of games with foundations, very roughly in hundredths of the value of a card home.
HOME_WEIGHT = WEIGHTS
(
    BURIED,  # a card in a pile under one that is due later
    BURIED_IN_WASTE,
    IN_SEQUENCE,  # a tableau card on one that it continues
    BURYING,  # a card in a pile on one that is due earlier
    BURYING_IN_WASTE,
    LATENESS,  # how much later it is due than that one
    LATENESS_IN_WASTE,
    ANY_SPACE,
    SPACE,
    LATENESS_LIMIT,
) = range(WEIGHTS + 1, WEIGHTS + 11)

# Weights of games that discard runs.
(
    IN_SUIT,  # a card on one that it continues in suit
    IN_RANK,  # a card on one that it continues in another suit
    EMPTY,
    HIDDEN,
    OUT_OF_SEQUENCE,  # a card that continues nothing
    OUT_OF_SEQUENCE_DEPTH,  # for each card on top of the break
    LONG_RUN,  # the square of a run's length
    KING_BELOW,  # a pile that starts with a King
) = range(WEIGHTS + 1, WEIGHTS + 9)


@compiled
def evaluate(
    g: Integers, rows: Integers, pile_values: Integers, row: int, changed: int, dues: Integers
) -> tuple[int, int, int, int]:
    """Return two hashes of a row, its score and the number of cards home.

    Only piles whose bits are set in `changed` are evaluated again. When a card goes home, the score of a pile that
    holds its twin is only updated in the next layer, which evaluates all piles. Rows that differ in the order of their
    piles have equal hashes while the order does not matter. `dues` is scratch space.
    """
    at = row * g[ROW]
    first_value = row * PILE_VALUES * (g[PILES] + 1)
    for pile in range(g[PILES] + 1):
        if changed >> pile & 1:
            _evaluate_pile(g, rows, pile_values, at, first_value + PILE_VALUES * pile, pile, dues)
    first, second = hash_row(g, rows, at, pile_values, first_value)
    score = 0
    for pile in range(g[PILES] + 1):
        score += pile_values[first_value + PILE_VALUES * pile + 2]
    home = 0
    for foundation in range(8):
        home += rows[at + g[HOME] + foundation]
    if g[HAS_FOUNDATIONS]:
        for pile in range(g[PILES]):
            if rows[at + g[TOPS] + pile] < 0:
                score += g[ANY_SPACE]
                break
    score += g[HOME_WEIGHT] * home
    if g[CHANCE] > 0:
        chance = first ^ g[SEED]
        chance = ((chance ^ (chance >> 31)) * 0x2545F4914F6CDD1D) & _BITS
        score += (chance >> 20) % g[CHANCE]
    return first, second, score, home


@compiled
def hash_row(g: Integers, rows: Integers, at: int, pile_values: Integers, first_value: int) -> tuple[int, int]:
    """Return two hashes of a row from those of its piles, equal for rows that differ in the order of equivalent piles.

    Cards on foundations need no hash: they are the ones found nowhere else.
    """
    next_card = rows[at + g[NEXT]]
    # The stock is dealt from left to right, so the order of the piles matters until it is empty.
    is_ordered = g[DEALS] and next_card < g[CARDS_IN_PLAY]
    first = next_card * 0x1B873593CC9E2D51
    second = next_card * 0x2127599BF4325C37
    for pile in range(g[PILES] + 1):
        factor = 2 * pile + 3 if is_ordered else 1
        index = first_value + PILE_VALUES * pile
        first += pile_values[index] * factor
        second += pile_values[index + 1] * factor
    return first & _BITS, second & _BITS


@compiled
def _evaluate_pile(
    g: Integers, rows: Integers, pile_values: Integers, at: int, index: int, pile: int, dues: Integers
) -> None:
    pile_values[index], pile_values[index + 1] = hash_pile(g, rows, at, pile)
    if g[HAS_FOUNDATIONS]:
        pile_values[index + 2] = _foundation_score(g, rows, at, pile, dues)
    elif pile < g[PILES]:
        pile_values[index + 2] = _run_score(g, rows, at, pile)


@compiled
def hash_pile(g: Integers, rows: Integers, at: int, pile: int) -> tuple[int, int]:
    """Return two hashes of the cards of a pile, from the top down."""
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
def _foundation_score(g: Integers, rows: Integers, at: int, pile: int, dues: Integers) -> int:
    """Score a pile, or the waste, by how easily its cards go home one by one."""
    card = rows[at + g[TOPS] + pile]
    in_waste = pile == g[PILES]
    if card < 0:
        return 0 if in_waste else g[SPACE]
    score = 0
    depth = 0
    latest = -1
    key = -1
    place = -1
    while card >= 0:
        kind = g[KIND + card]
        is_second = rows[at + g[HOME] + 2 * (kind // 13)] > g[PLACE + kind]
        due = g[SECOND_DUE + kind] if is_second else g[FIRST_DUE + kind]
        dues[depth] = due
        if latest > due:
            score -= g[BURIED_IN_WASTE] if in_waste else g[BURIED]
        else:
            latest = due
        if not in_waste:
            # A card on a foundation's base card continues it too, but only buries it: the base goes home first.
            if depth > 0 and g[ACCEPTED_KEY + kind] == key and g[PLACE + kind] > place:
                score += g[IN_SEQUENCE]
            key = g[BUILD_KEY + kind]
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
            score -= g[BURYING_IN_WASTE] + g[LATENESS_IN_WASTE] * lateness
        else:
            score -= g[BURYING] + g[LATENESS] * lateness
    return score


@compiled
def _run_score(g: Integers, rows: Integers, at: int, pile: int) -> int:
    """Score a pile by how far its cards form runs."""
    card = rows[at + g[TOPS] + pile]
    if card < 0:
        return g[EMPTY]
    hidden = rows[at + g[DOWN] + pile]
    score = 0
    depth = 0
    run = 1
    above = -1
    is_hidden = False
    while card >= 0:
        kind = g[KIND + card]
        if card == hidden:
            is_hidden = True
        if is_hidden:
            score -= g[HIDDEN]
        if above >= 0:
            if g[NEXT_IN_RUN + kind] == above and not is_hidden:
                score += g[IN_SUIT]
                run += 1
            else:
                score += g[LONG_RUN] * run * run
                run = 1
                if g[ACCEPTED_KEY + kind] == g[BUILD_KEY + above]:
                    score += g[IN_RANK]
                else:
                    score -= g[OUT_OF_SEQUENCE] + g[OUT_OF_SEQUENCE_DEPTH] * depth
        above = kind
        depth += 1
        card = rows[at + card]
    score += g[LONG_RUN] * run * run
    if above % 13 == 12:
        score += g[KING_BELOW]
    return score
