"""The queue in front of the solver: hints come first, and analyses give way to them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from time import perf_counter
from typing import Protocol

from bot.model.solutions import Reached
from bot.monitoring import metrics
from engine import Solution


class Solver(Protocol):
    """The part of `SolverProcess` that the queue uses."""

    async def ready(self) -> None:
        """Get ready to answer without delay."""

    async def solve(self, reached: Reached, budget: int) -> Solution:
        """Search at most `budget` positions. Raises SolverDiedError."""

    async def close(self) -> None:
        """End the worker."""


@dataclass(frozen=True)
class Answer:
    """A solution, and the seconds that its search took, without the time in the queue."""

    solution: Solution
    seconds: float


@dataclass(order=True)
class _Place:
    """Hints come before searches that give way, and short searches before long ones."""

    gives_way: bool
    budget: int
    number: int
    turn: asyncio.Future[None] = field(compare=False)


class SolverQueue:
    """Asks the solver one question at a time.

    If another question arrives during a search that `gives_way`, that search stops and starts again later.
    """

    def __init__(self, solver: Solver) -> None:
        self._solver = solver
        self._waiting: list[_Place] = []
        """A heap of waiting questions."""
        self._numbers = count()
        self._is_taken = False
        """Whether a question has the turn."""
        self._giving_way: asyncio.Task[Solution] | None = None
        """The search that has the turn, if it gives way."""

    async def solve(self, reached: Reached, budget: int, *, gives_way: bool = False) -> Answer:
        """Search at most `budget` positions. Raises SolverDiedError."""
        with metrics.SOLVER_WAITING.track_inprogress():
            while True:
                await self._take_turn(budget, gives_way=gives_way)
                if gives_way and any(not place.gives_way for place in self._waiting):  # they have just arrived
                    self._pass_turn()
                    continue
                started = perf_counter()
                search = asyncio.create_task(self._solver.solve(reached, budget))
                self._giving_way = search if gives_way else None
                try:
                    await asyncio.wait({search})
                finally:
                    search.cancel()
                    self._giving_way = None
                    self._pass_turn()
                    await asyncio.gather(search, return_exceptions=True)  # otherwise asyncio would log its exception
                if not search.cancelled():
                    return Answer(search.result(), perf_counter() - started)

    async def _take_turn(self, budget: int, *, gives_way: bool) -> None:
        """Wait until no other question has the turn or comes first."""
        if not gives_way and self._giving_way is not None:
            self._giving_way.cancel()
        place = _Place(gives_way, budget, next(self._numbers), asyncio.get_running_loop().create_future())
        heappush(self._waiting, place)
        if not self._is_taken:
            self._pass_turn()
        try:
            await place.turn
        except asyncio.CancelledError:
            if not place.turn.cancelled():  # the turn arrived together with the cancellation
                self._pass_turn()
            raise

    def _pass_turn(self) -> None:
        """Give the turn to the first question in the queue that is still waiting."""
        self._is_taken = False
        while self._waiting and not self._is_taken:
            place = heappop(self._waiting)
            if not place.turn.done():
                place.turn.set_result(None)
                self._is_taken = True
