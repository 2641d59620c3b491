"""The solver: `solve` proves that a position can or cannot be won, or reports that it does not know.

>>> from engine import Game
>>> from engine.solver import solve
>>> solution = solve(Game.new("tens", 8).position)
>>> solution.verdict, len(solution.moves)
(<Verdict.IMPOSSIBLE: 'impossible'>, 11)
"""

from engine.solution import Solution, Verdict
from engine.solver.compiled import COMPILED
from engine.solver.search import DEFAULT_BUDGET, compile_searches, solve

__all__ = ["COMPILED", "DEFAULT_BUDGET", "Solution", "Verdict", "compile_searches", "solve"]
