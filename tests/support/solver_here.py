"""The solver in the process of the tests, and held back where a test wants to do something meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from bot.model.solutions import Reached
from engine import Solution, Verdict

BUDGET = 10_000


class SolverHere:
    """Solves at once, with a small budget that is the same for each question."""

    def __init__(self) -> None:
        self.asked: list[Reached] = []
        self.cancelled = 0
        """How many questions nobody waited for any more."""
        self.pause = 0.0
        """How many seconds an answer takes."""
        self.meanwhile: Callable[[], Awaitable[object]] | None = None
        """What happens as soon as something is asked."""

    async def ready(self) -> None:
        """Nothing has to be started."""

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
        solution = solve(reached.position(), min(budget, BUDGET))
        return Solution(Verdict(solution.verdict), solution.moves)

    async def close(self) -> None:
        """Nothing has to be ended."""
