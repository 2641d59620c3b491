"""Building games: searches of the layers, each wider than the one before, until one tells or the budget is spent."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count

from engine.building import BuildingPosition
from engine.moves import Move
from engine.solver.beam import EXHAUSTED, IMPOSSIBLE, MOST_CHILDREN, WON, search
from engine.solver.compiled import small_zeros, zeros
from engine.solver.judging import NOTES
from engine.solver.solution import Solution
from engine.solver.tables import ROW, move_of, row_of, tables_of
from engine.solver.weights import Plan, plan_for
from engine.verdict import Verdict

_CHILDREN = 10
"""How many new rows one that is played on leads to, amply."""


def solve_building(position: BuildingPosition, budget: int, is_cancelled: Callable[[], bool]) -> Solution:
    """Whether a position of a building game can be won; see `engine.solver.solve`."""
    plan = plan_for(position.rules)
    positions_searched, most_home = 0, -1
    is_exact = False
    best: tuple[Move, ...] = ()
    for number in count():
        if positions_searched >= budget or is_cancelled():
            break
        outcome, work, home, moves = _search(position, plan, number, budget - positions_searched, is_exact=is_exact)
        positions_searched += work
        if outcome == WON:
            return Solution(Verdict.WON, moves, positions_searched)
        if home >= most_home:
            most_home, best = home, moves
        if outcome == IMPOSSIBLE:
            return Solution(Verdict.IMPOSSIBLE, best, positions_searched)
        is_exact = is_exact or outcome == EXHAUSTED
    return Solution(Verdict.UNKNOWN, best, positions_searched)


def _search(
    position: BuildingPosition, plan: Plan, number: int, budget: int, *, is_exact: bool
) -> tuple[int, int, int, tuple[Move, ...]]:
    """One search: its outcome, its work, the most cards that were home, and the moves that lead there."""
    attempt = plan.attempt(number)
    width, expansions = attempt.width, attempt.expansions
    tables = tables_of(position, attempt, is_exact=is_exact)
    length = tables[ROW]
    room = width + expansions * _CHILDREN + MOST_CHILDREN
    rows = small_zeros(room * length)
    for place, value in enumerate(row_of(position)):
        rows[place] = value
    outcome, work, home, codes = search(
        tables,
        rows,
        small_zeros(width * length),
        zeros(room * NOTES * (position.rules.piles + 1)),
        zeros(position.pack),
        room,
        width,
        expansions,
        budget,
    )
    return outcome, work, home, tuple(move_of(code, position.rules) for code in codes)
