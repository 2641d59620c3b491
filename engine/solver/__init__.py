"""Whether a position can be won, and how: `solve` proves one or the other, or says that it cannot tell.

>>> from engine import Game
>>> from engine.solver import solve
>>> solution = solve(Game.new("tens", 8).position)
>>> solution.verdict, len(solution.moves)
(<Verdict.IMPOSSIBLE: 'impossible'>, 11)
"""

from __future__ import annotations

from collections.abc import Callable

from engine.building import BuildingPosition
from engine.discarding import DiscardingPosition
from engine.position import Position
from engine.solver.building import solve_building
from engine.solver.compiled import COMPILED
from engine.solver.discarding import solve_discarding
from engine.solver.solution import Solution
from engine.verdict import Verdict

__all__ = ["COMPILED", "DEFAULT_BUDGET", "Solution", "Verdict", "solve"]

DEFAULT_BUDGET = 5_000_000
"""How many positions are looked at where nothing else is said: some seconds of machine code."""


def solve(
    position: Position, budget: int = DEFAULT_BUDGET, is_cancelled: Callable[[], bool] = lambda: False
) -> Solution:
    """Whether a position can be won, by looking at `budget` positions at most (or a few more).

    The budget is work and not time, so that the same position and budget have the same answer on every machine, with
    and without Numba. The hidden cards are known to the search. `is_cancelled` is asked now and then; once it says so,
    the verdict is UNKNOWN unless it was found before.
    """
    if isinstance(position, DiscardingPosition):
        return solve_discarding(position)
    if isinstance(position, BuildingPosition):
        return solve_building(position, budget, is_cancelled)
    raise TypeError(f"there is no solver for a {type(position).__name__}")
