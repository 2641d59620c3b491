"""Searches: one at a time for each user, and no longer than they are of use."""

from __future__ import annotations

import asyncio

import pytest

from bot.model.errors import StaleBoardError
from bot.model.solutions import Reached
from bot.services import solving
from engine import DRAW, PatienceError, Solution, Verdict
from tests.support.search_room import WINNABLE, SearchRoom, alice

__all__ = ["alice"]


async def test_a_move_stops_the_search_for_a_hint(alice: SearchRoom) -> None:
    await alice.start(WINNABLE)
    alice.solver.pause = 60
    hint = alice.hint()
    await alice.asked(1)
    await alice.move()
    with pytest.raises(StaleBoardError):
        await hint
    assert alice.solver.cancelled == 1
    alice.solver.pause = 0
    _, solution = await alice.hint()
    assert solution.verdict is Verdict.WON


async def test_each_user_has_one_search_at_a_time_and_a_repeated_interaction_shares_it(alice: SearchRoom) -> None:
    await alice.start(WINNABLE)
    go_on = asyncio.Event()
    alice.solver.meanwhile = go_on.wait
    first, again = alice.hint(77), alice.hint(77)
    await alice.asked(1)
    with pytest.raises(PatienceError, match="Still thinking"):
        await alice.hint(78)
    go_on.set()
    assert await first == await again
    assert len(alice.solver.asked) == 1


async def test_a_search_ends_in_time_with_its_best_guess(alice: SearchRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first search is quick and finds a guess, the second would take a minute."""
    monkeypatch.setattr(solving, "HINT_SECONDS", 1.0)
    monkeypatch.setattr(solving, "_LEAST_GROWTH", 0.0)  # however long the first takes on this machine
    guess = Solution(Verdict.UNKNOWN, (DRAW,))
    ended: list[int] = []

    async def solve(_: Reached, budget: int) -> Solution:
        if budget > solving._FIRST_BUDGET:  # noqa: SLF001 - how the first is told from the second
            try:
                await asyncio.sleep(60)
            finally:
                ended.append(budget)
        return guess

    monkeypatch.setattr(alice.solver, "solve", solve)
    await alice.start(3, "dimes")
    _, solution = await alice.hint()
    assert solution == guess
    assert len(ended) == 1


async def test_no_search_starts_that_would_take_too_long(alice: SearchRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next one would be too small to be worth it, or too long."""
    now = 0.0
    monkeypatch.setattr(solving, "perf_counter", lambda: now)
    monkeypatch.setattr(solving, "HINT_SECONDS", 50.0)

    async def pass_time() -> None:
        nonlocal now
        now += 30.0

    alice.solver.meanwhile = pass_time
    await alice.start(3, "dimes")
    await alice.hint()
    assert (len(alice.solver.asked), alice.solver.cancelled) == (1, 0)


async def test_closing_stops_all_searches(alice: SearchRoom) -> None:
    await alice.start(WINNABLE)
    alice.solver.pause = 60
    hint = alice.hint()
    await alice.asked(1)
    await alice.services.solving.close()
    with pytest.raises(StaleBoardError):
        await hint


async def test_a_hint_waits_until_the_solver_is_ready(alice: SearchRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    ready = asyncio.Event()
    monkeypatch.setattr(alice.solver, "ready", ready.wait)
    await alice.start(WINNABLE)
    alice.services.solving.start()
    hint = alice.hint()
    for _ in range(10):
        await asyncio.sleep(0)
    assert alice.solver.asked == []
    ready.set()
    _, solution = await hint
    assert solution.verdict is Verdict.WON
