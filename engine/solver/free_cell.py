"""Games like FreeCell: cells, no stock, and sequences that move as far as cells and spaces can carry them."""

from __future__ import annotations

from engine.solver.compiled import Integers, compiled
from engine.solver.one_deck_rows import (
    FOUNDATION_PLACE,
    FROM,
    IN_CELL,
    NOTHING,
    PILES,
    PLACES,
    TAKEN,
    TO,
    TOPS,
    WEIGHTS,
    cards_home,
    fits,
    goes_home,
    is_safe,
)


@compiled
def list_moves(g: Integers, rows: Integers, at: int, moves: Integers) -> int:  # noqa: C901, PLR0912 - a hot loop
    """List the moves of a row, and return their number.

    A safe card goes home at once (`is_safe` has the proof). All spaces are equal, and so are all cells.
    """
    tops = at + TOPS
    piles = g[PILES]
    count = 0
    for place in range(g[PLACES]):
        card = rows[tops + place]
        if card < NOTHING and goes_home(rows, at, card):
            code = card + place * FROM + FOUNDATION_PLACE * TO
            if is_safe(rows, at, card):
                moves[0] = code
                return 1
            moves[count] = code
            count += 1

    spaces = 0
    space = -1
    wanted = 0  # a bit for each card that some top card takes
    for pile in range(piles):
        card = rows[tops + pile]
        if card == NOTHING:
            spaces += 1
            space = pile
        else:
            wanted |= g[TAKEN + card]
    free_cells = 0
    cell = -1
    for place in range(piles, g[PLACES]):
        if rows[tops + place] == IN_CELL:
            free_cells += 1
            cell = place
    most_onto = (free_cells + 1) << spaces
    most_into = (free_cells + 1) << max(0, spaces - 1)

    for place in range(g[PLACES]):
        card = rows[tops + place]
        if card >= NOTHING:
            continue
        if place < piles and free_cells > 0:
            moves[count] = card + place * FROM + cell * TO
            count += 1
        cards = 1
        while True:
            if wanted >> card & 1:
                for target in range(piles):
                    top = rows[tops + target]
                    if top != NOTHING and fits(g, card, top):
                        moves[count] = card + place * FROM + target * TO
                        count += 1
            under = rows[at + card]
            if spaces > 0 and cards <= most_into and under != NOTHING:
                moves[count] = card + place * FROM + space * TO
                count += 1
            cards += 1
            if under >= NOTHING or cards > most_onto or not fits(g, card, under):
                break
            card = under
    return count


@compiled
def value_of(g: Integers, rows: Integers, at: int) -> int:
    """Judge a row: the lower, the nearer to a win."""
    tops = at + TOPS
    spaces = 0
    cards_over_next = 0  # on the cards that their foundations take next
    cards_over_lower = 0  # cards that some card on them outranks
    breaks = 0  # cards that do not fit what they lie on
    for pile in range(g[PILES]):
        card = rows[tops + pile]
        if card == NOTHING:
            spaces += 1
        depth = 0
        highest = 0
        while card < NOTHING:
            if goes_home(rows, at, card):
                cards_over_next += depth
            if card % 13 < highest:
                cards_over_lower += 1
            highest = max(highest, card % 13)
            under = rows[at + card]
            if under < NOTHING and not fits(g, card, under):
                breaks += 1
            card = under
            depth += 1
    filled_cells = 0
    for place in range(g[PILES], g[PLACES]):
        if rows[tops + place] != IN_CELL:
            filled_cells += 1
    return (
        g[WEIGHTS] * (52 - cards_home(rows, at))
        + g[WEIGHTS + 1] * cards_over_next
        + g[WEIGHTS + 2] * filled_cells
        - g[WEIGHTS + 3] * spaces
        + g[WEIGHTS + 4] * cards_over_lower
        + g[WEIGHTS + 5] * breaks
    )
