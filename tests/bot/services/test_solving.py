"""Searches: one at a time for each user, and no longer than they are of use."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from itertools import count

import pytest

from bot.model.game import NewGame
from bot.model.solutions import BlindGuess, Reached
from bot.services import solving
from bot.solver import queue
from bot.solver.process import SolverDiedError
from engine import DRAW, PatienceError, Solution, Verdict
from tests.support.processes import ALICE, BOB, Process, numbers
from tests.support.turns import turn_of

WINNABLE = NewGame("tens", 13)

UNKNOWN = NewGame("dimes", 3)
"""A deal in which the solver finds moves, but no win."""

UNLISTED = NewGame("dimes", 987654321)
"""A deal that the bot does not know to be winnable."""


async def test_each_user_has_one_search_at_a_time_and_a_repeated_interaction_shares_it(here: Process) -> None:
    await here.deal(ALICE, WINNABLE)
    go_on = asyncio.Event()
    here.solver.meanwhile = go_on.wait
    number = next(numbers)
    deliveries = [asyncio.create_task(here.services.solving.hint(here.turn(ALICE, number))) for _ in range(2)]
    while not here.solver.asked:
        await asyncio.sleep(0.001)
    with pytest.raises(PatienceError, match="Still thinking"):
        await here.hint()
    go_on.set()
    first, again = await asyncio.gather(*deliveries)
    assert first == again
    assert len(here.solver.asked) == 1


async def test_a_search_ends_in_time_with_its_best_guess(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search is quick and finds a guess, the second would take a minute."""
    for module in (solving, queue):
        monkeypatch.setattr(module, "perf_counter", count(0, 0.001).__next__)  # however slow this machine is
    monkeypatch.setattr(solving, "HINT_SECONDS", 1.0)
    guess = Solution(Verdict.UNKNOWN, (DRAW,))
    budgets: list[int] = []
    ended: list[int] = []

    async def solve(_: Reached, budget: int) -> Solution:
        budgets.append(budget)
        if len(budgets) > 1:
            try:
                await asyncio.sleep(60)
            finally:
                ended.append(budget)
        return guess

    monkeypatch.setattr(here.solver, "solve", solve)
    await here.deal(ALICE, UNKNOWN)
    _, solution = await here.hint()
    assert solution == guess
    assert ended == budgets[1:]


async def test_no_search_starts_that_would_take_too_long(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one would be too small to help, or take too long."""
    now = 0.0
    for module in (solving, queue):
        monkeypatch.setattr(module, "perf_counter", lambda: now)
    monkeypatch.setattr(solving, "HINT_SECONDS", 50.0)

    async def pass_time() -> None:
        nonlocal now
        now += 30.0

    here.solver.meanwhile = pass_time
    await here.deal(ALICE, UNKNOWN)
    await here.hint()
    assert (len(here.solver.asked), here.solver.cancelled) == (1, 0)


async def die(*_: object) -> Solution:
    raise SolverDiedError("it was killed")


async def never_answer(*_: object) -> Solution:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets it")


@pytest.mark.parametrize("solve", [die, never_answer])
async def test_without_an_answer_a_hint_is_the_first_listed_move_and_an_analysis_is_refused(
    here: Process, monkeypatch: pytest.MonkeyPatch, solve: Callable[..., Awaitable[Solution]]
) -> None:
    monkeypatch.setattr(solving, "HINT_SECONDS", 0.05)
    here.services.solving.analysis_seconds = 0.05
    monkeypatch.setattr(here.solver, "solve", solve)
    current = await here.deal(ALICE, UNLISTED)
    _, hint = await here.hint()
    assert hint == BlindGuess(moves=(current.game.listed_moves()[0],))
    await here.draw()
    with pytest.raises(PatienceError, match="no time"):
        await here.analysis(await here.give_up())


async def test_a_hint_without_an_answer_is_the_next_one_of_the_line_shown_before(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    await here.deal(ALICE, UNKNOWN)
    _, first = await here.hint()
    assert first.verdict is Verdict.UNKNOWN
    await here.move(str(first.moves[0]))
    monkeypatch.setattr(here.solver, "solve", die)
    _, second = await here.hint()
    assert second == Solution(moves=first.moves[1:])


async def test_a_hint_does_not_wait_for_an_analysis_which_searches_again_afterwards(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    here.services.solving.analysis_seconds = 600.0
    go_on = asyncio.Event()
    solve_here = here.solver.solve

    async def solve(reached: Reached, budget: int) -> Solution:
        """Search positions of Dimes until the test lets the search end."""
        if reached.variant == "tens":
            return await solve_here(reached, budget)
        here.solver.asked.append(reached)
        await go_on.wait()
        return Solution(Verdict.IMPOSSIBLE)

    monkeypatch.setattr(here.solver, "solve", solve)
    await here.deal(BOB, UNLISTED)
    await here.draw(BOB)
    given_up = await here.give_up(BOB)
    analysis = asyncio.create_task(here.services.solving.analysis(here.turn(BOB), given_up))
    while not here.solver.asked:
        await asyncio.sleep(0.001)
    await here.deal(ALICE, WINNABLE)
    _, hint = await here.hint()
    assert hint.verdict is Verdict.WON
    go_on.set()
    assert (await analysis).lost_from == 0


async def test_of_many_hints_at_once_each_offers_a_move_and_claims_a_search_only_if_there_was_one(
    here: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "HINT_SECONDS", 0.5)
    answered: set[int] = set()

    async def solve(reached: Reached, _: int) -> Solution:
        """Answer some questions, and then no more."""
        await asyncio.sleep(0)
        if len(answered) == 38:
            await asyncio.Event().wait()
        answered.add(reached.deal)
        return Solution(Verdict.UNKNOWN, (DRAW,))

    monkeypatch.setattr(here.solver, "solve", solve)
    users = range(1, 101)
    for user in users:
        await here.games.start(user, NewGame("dimes", user), next(numbers))
    hints = await asyncio.gather(
        *(here.services.solving.hint(turn_of(here.services, user, next(numbers))) for user in users)
    )
    for current, hint in hints:
        assert hint.moves[0] in current.game.legal_moves()
    assert {current.game.deal for current, hint in hints if not isinstance(hint, BlindGuess)} <= answered


async def test_a_hint_waits_until_the_solver_is_ready(here: Process, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = asyncio.Event()
    monkeypatch.setattr(here.solver, "ready", ready.wait)
    await here.deal(ALICE, WINNABLE)
    here.services.solving.start()
    hint = asyncio.create_task(here.hint())
    for _ in range(10):
        await asyncio.sleep(0)
    assert here.solver.asked == []
    ready.set()
    _, solution = await hint
    assert solution.verdict is Verdict.WON
