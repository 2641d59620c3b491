"""The queue in front of the solver."""

import asyncio
import gc
from collections.abc import AsyncIterator

import pytest

from bot.model.solutions import Reached
from bot.solver.process import SolverDiedError
from bot.solver.queue import Answer, SolverQueue
from engine import Game, Solution, Verdict

REACHED = Reached.in_game(Game.new("dimes", 3))
WON = Solution(Verdict.WON)


class HeldSolver:
    """Answers when the test says, and fails if it is asked twice at once."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        """The budgets."""
        self.held: asyncio.Future[Solution] | None = None
        self._arrived = asyncio.Event()

    async def ready(self) -> None:
        """There is nothing to start."""

    async def close(self) -> None:
        """There is nothing to end."""

    async def solve(self, reached: Reached, budget: int) -> Solution:
        assert reached == REACHED
        assert self.held is None
        self.asked.append(budget)
        self.held = asyncio.get_running_loop().create_future()
        self._arrived.set()
        try:
            return await self.held
        finally:
            self.held = None

    async def arrived(self) -> asyncio.Future[Solution]:
        """The question that is held, once there is one."""
        await self._arrived.wait()
        self._arrived.clear()
        assert self.held is not None
        return self.held

    async def answer(self, questions: int) -> None:
        """Answer the question that is held, and the next ones."""
        for _ in range(questions):
            (await self.arrived()).set_result(WON)


@pytest.fixture
def solver() -> HeldSolver:
    return HeldSolver()


@pytest.fixture
async def queue(solver: HeldSolver) -> AsyncIterator[SolverQueue]:
    yield SolverQueue(solver)
    await solver.close()


def ask(queue: SolverQueue, budget: int, *, gives_way: bool = False) -> asyncio.Task[Answer]:
    return asyncio.create_task(queue.solve(REACHED, budget, gives_way=gives_way))


async def test_short_searches_go_before_long_ones_and_those_that_give_way_last(
    queue: SolverQueue, solver: HeldSolver
) -> None:
    asked = [ask(queue, 1), ask(queue, 2, gives_way=True), ask(queue, 4), ask(queue, 3), ask(queue, 5)]
    await solver.answer(5)
    assert {answer.solution for answer in await asyncio.gather(*asked)} == {WON}
    assert solver.asked == [1, 3, 4, 5, 2]


async def test_a_search_that_gives_way_stops_and_begins_again(queue: SolverQueue, solver: HeldSolver) -> None:
    analysis = ask(queue, 1, gives_way=True)
    await solver.arrived()
    hint = ask(queue, 9)
    await solver.answer(2)
    assert (await hint).solution == (await analysis).solution == WON
    assert solver.asked == [1, 9, 1]


@pytest.mark.parametrize("steps", range(8))
async def test_a_hint_never_waits_for_an_analysis_whenever_it_comes(
    queue: SolverQueue, solver: HeldSolver, steps: int
) -> None:
    """Also at the moment at which the analysis gets its turn."""
    first = ask(queue, 1)
    held = await solver.arrived()
    analysis = ask(queue, 2, gives_way=True)
    await asyncio.sleep(0)
    held.set_result(WON)
    for _ in range(steps):
        await asyncio.sleep(0)
    hint = ask(queue, 9)
    async with asyncio.timeout(60):
        while not hint.done():
            if solver.held is not None and not solver.held.done() and solver.asked[-1] == 9:
                solver.held.set_result(WON)
            await asyncio.sleep(0)
    assert (await first).solution == (await hint).solution == WON
    analysis.cancel()


async def test_a_question_that_nobody_waits_for_is_not_asked_and_its_search_stops(
    queue: SolverQueue, solver: HeldSolver
) -> None:
    first, second, third = (ask(queue, budget) for budget in (1, 2, 3))
    await solver.arrived()
    second.cancel()
    first.cancel()
    await solver.answer(1)
    assert (await third).solution == WON
    assert solver.asked == [1, 3]


async def test_whoever_asked_learns_that_the_solver_died_and_the_next_question_is_asked(
    queue: SolverQueue, solver: HeldSolver
) -> None:
    first = ask(queue, 1)
    second = ask(queue, 2)
    (await solver.arrived()).set_exception(SolverDiedError("it was killed"))
    with pytest.raises(SolverDiedError):
        await first
    await solver.answer(1)
    assert (await second).solution == WON


async def test_a_search_that_fails_when_it_is_stopped_is_not_reported_as_forgotten(
    queue: SolverQueue, solver: HeldSolver, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    solve = solver.solve

    async def die_when_cancelled(reached: Reached, budget: int) -> Solution:
        try:
            return await solve(reached, budget)
        except asyncio.CancelledError:
            raise SolverDiedError("it was killed") from None

    monkeypatch.setattr(solver, "solve", die_when_cancelled)
    asked = ask(queue, 1)
    await solver.arrived()
    asked.cancel()
    await asyncio.wait({asked})
    del asked
    gc.collect()
    assert "never retrieved" not in caplog.text
