"""A solver that runs inside the test process, and that a test can delay."""

import asyncio
from collections.abc import Awaitable, Callable

from bot.model.solutions import Reached
from engine import Solution, Verdict

BUDGET = 3_000


class SolverHere:
    """Solves immediately, with the same small budget for every question."""

    def __init__(self) -> None:
        self.asked: list[Reached] = []
        self.cancelled = 0
        self.pause = 0.0
        """Seconds to wait before an answer."""
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """Called before each answer."""
        self._finds_nothing = False

    async def ready(self) -> None:
        """There is no process to start."""

    def finds_nothing(self) -> None:
        """End all further searches without a proof, each with the first move of the board."""
        self._finds_nothing = True

    async def solve(self, reached: Reached, budget: int) -> Solution:
        from engine.solver import solve  # noqa: PLC0415 - takes a second with Numba, which few tests need

        self.asked.append(reached)
        try:
            if self.meanwhile is not None:
                await self.meanwhile()
            await asyncio.sleep(self.pause)
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self._finds_nothing:
            return Solution(moves=tuple(reached.position().legal_moves()[:1]))
        solution = solve(reached.position(), min(budget, BUDGET))
        return Solution(Verdict(solution.verdict), solution.moves)

    async def close(self) -> None:
        """There is no process to end."""
