"""List and play the moves of a row, for every search of building games."""

from __future__ import annotations

from engine.solver.compiled import Integers, compiled
from engine.solver.rows import bring_home, goes_home, move_cards
from engine.solver.tables import (
    ACCEPTED_KEY,
    BUILD_KEY,
    CARDS_IN_PLAY,
    DEALS,
    DOWN,
    IS_EXACT,
    KIND,
    NEXT,
    NEXT_IN_RUN,
    PILES,
    RUNS_MOVE,
    RUNS_MOVE_TO_SPACES,
    TO_FOUNDATION,
    TOPS,
    WHOLE_RUNS,
)

MOST_MOVES = 1100
"""An upper bound: 104 cards, each with all cards on it, to ten places."""


@compiled
def list_moves(g: Integers, rows: Integers, at: int, moves: Integers, first: int) -> int:  # noqa: C901 - one pass
    """Write the codes of all moves but turning the stock to `moves`, from the index `first`, and return where they end.

    Spaces are equivalent, so one stands for all. But while the stock still deals cards from left to right, an exact
    search must try each.
    """
    tops = at + g[TOPS]
    space = -1
    for pile in range(g[PILES] - 1, -1, -1):
        if rows[tops + pile] < 0:
            space = pile
    all_spaces = g[IS_EXACT] > 0 and g[DEALS] > 0 and rows[at + g[NEXT]] < g[CARDS_IN_PLAY]
    end = first
    for pile in range(g[PILES] + 1):
        card = rows[tops + pile]
        cards = 0
        while card >= 0:
            cards += 1
            kind = g[KIND + card]
            under = rows[at + card]
            longer = -1  # the card below, if it is face up and moves together with this one
            if g[RUNS_MOVE] and pile < g[PILES] and under >= 0 and under != rows[at + g[DOWN] + pile]:
                longer = under if g[NEXT_IN_RUN + g[KIND + under]] == kind else -1
            for target in range(g[PILES]):
                if target == pile or (g[WHOLE_RUNS] and longer >= 0):
                    continue
                taker = rows[tops + target]
                if taker >= 0:
                    if g[ACCEPTED_KEY + g[KIND + taker]] != g[BUILD_KEY + kind]:
                        continue
                elif (
                    (target != space and not all_spaces)
                    or (cards > 1 and not g[RUNS_MOVE_TO_SPACES])
                    or (pile < g[PILES] and under < 0)
                ):
                    continue
                moves[end] = pile + 16 * target + 256 * cards
                end += 1
            if cards == 1 and goes_home(g, rows, at, kind):
                moves[end] = pile + 16 * TO_FOUNDATION + 256
                end += 1
            card = longer
    return end


@compiled
def play_move(g: Integers, rows: Integers, at: int, code: int) -> int:
    """Play a move that does not turn the stock, and return the changed piles as bits."""
    pile = code % 16
    target = code // 16 % 16
    if target == TO_FOUNDATION:
        bring_home(g, rows, at, pile)
        return 1 << pile
    card = rows[at + g[TOPS] + pile]
    for _ in range(code // 256 - 1):
        card = rows[at + card]
    move_cards(g, rows, at, pile, card, target)
    return 1 << pile | 1 << target
