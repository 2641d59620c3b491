"""Searches: one at a time for each user, and no longer than they are of use."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.model.errors import StaleBoardError
from bot.model.game import NewGame, UserGame
from bot.model.solutions import BlindGuess, Reached
from bot.services import solving
from bot.solver import queue
from bot.solver.process import SolverDiedError
from engine import DRAW, PatienceError, Solution, Verdict
from tests.support.search_room import ALICE, BOB, CAROL, DAVE, INTERACTIONS, WINNABLE, SearchRoom, alice
from tests.support.turns import GamesInTurns, turn_of

__all__ = ["alice"]

UNKNOWN = 987654321
"""A deal of Dimes that the bot does not know to be winnable."""


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
    first = alice.hint(77)
    again = alice.hint(77)
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
    for module in (solving, queue):
        monkeypatch.setattr(module, "perf_counter", lambda: now)
    monkeypatch.setattr(solving, "HINT_SECONDS", 50.0)

    async def pass_time() -> None:
        nonlocal now
        now += 30.0

    alice.solver.meanwhile = pass_time
    await alice.start(3, "dimes")
    await alice.hint()
    assert (len(alice.solver.asked), alice.solver.cancelled) == (1, 0)


async def die(*_: object) -> Solution:
    raise SolverDiedError("it was killed")


async def never_answer(*_: object) -> Solution:
    await asyncio.Event().wait()
    raise AssertionError("nobody sets it")


@pytest.mark.parametrize("solve", [die, never_answer])
async def test_a_hint_without_an_answer_is_the_first_move_listed_and_claims_no_search(
    alice: SearchRoom, monkeypatch: pytest.MonkeyPatch, solve: Callable[..., Awaitable[Solution]]
) -> None:
    monkeypatch.setattr(solving, "HINT_SECONDS", 0.05)
    monkeypatch.setattr(alice.solver, "solve", solve)
    current = await alice.start(3, "dimes")
    _, hint = await alice.hint()
    assert hint == BlindGuess(moves=(current.game.listed_moves()[0],))


async def test_a_hint_without_an_answer_is_the_next_one_of_the_line_shown_before(
    alice: SearchRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await alice.start(3, "dimes")
    _, first = await alice.hint()
    assert first.verdict is Verdict.UNKNOWN
    await GamesInTurns.of(alice.services).play(ALICE, str(first.moves[0]), next(INTERACTIONS))
    monkeypatch.setattr(alice.solver, "solve", die)
    _, second = await alice.hint()
    assert second == Solution(moves=first.moves[1:])


@pytest.mark.parametrize("solve", [die, never_answer])
async def test_an_analysis_without_an_answer_claims_no_search(
    alice: SearchRoom, monkeypatch: pytest.MonkeyPatch, solve: Callable[..., Awaitable[Solution]]
) -> None:
    monkeypatch.setattr(alice.services.solving, "_analysis_seconds", 0.05)
    monkeypatch.setattr(alice.solver, "solve", solve)
    given_up = await give_up(alice, ALICE, UNKNOWN)
    with pytest.raises(PatienceError, match="no time"):
        await alice.services.solving.analysis(turn_of(alice.services, ALICE, next(INTERACTIONS)), given_up)


async def give_up(room: SearchRoom, user_id: int, deal: int) -> UserGame:
    """Draw a card in a game of Dimes, and give it up."""
    games = GamesInTurns.of(room.services)
    await games.start(user_id, NewGame("dimes", deal), next(INTERACTIONS))
    await games.play(user_id, "draw", next(INTERACTIONS))
    return await games.give_up(user_id, next(INTERACTIONS))


async def test_hints_come_before_analyses_which_search_again_afterwards(
    alice: SearchRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alice.services.solving, "_analysis_seconds", 600.0)
    go_on = asyncio.Event()
    lock = asyncio.Lock()
    solve_here = alice.solver.solve

    async def solve(reached: Reached, budget: int) -> Solution:
        """Search one position at a time, those of Dimes for as long as the test says."""
        async with lock:
            if reached.variant == "dimes":
                alice.solver.asked.append(reached)
                await go_on.wait()
                return Solution(Verdict.IMPOSSIBLE)
            return await solve_here(reached, budget)

    monkeypatch.setattr(alice.solver, "solve", solve)
    given_up = [await give_up(alice, user_id, UNKNOWN) for user_id in (BOB, CAROL, DAVE)]
    analyses = [
        asyncio.create_task(
            alice.services.solving.analysis(turn_of(alice.services, game.user_id, next(INTERACTIONS)), game)
        )
        for game in given_up
    ]
    await alice.asked(1)
    await alice.start(WINNABLE)
    _, hint = await alice.hint()
    assert hint.verdict is Verdict.WON
    go_on.set()
    assert [found.lost_from for found in await asyncio.gather(*analyses)] == [0, 0, 0]


async def test_of_many_hints_at_once_each_offers_a_move_and_claims_a_search_only_if_there_was_one(
    alice: SearchRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "HINT_SECONDS", 0.5)
    games = GamesInTurns.of(alice.services)
    answered: set[int] = set()

    async def solve(reached: Reached, _: int) -> Solution:
        """Answer some questions, and then no more."""
        await asyncio.sleep(0)
        if len(answered) == 38:
            await asyncio.Event().wait()
        answered.add(reached.deal)
        return Solution(Verdict.UNKNOWN, (DRAW,))

    monkeypatch.setattr(alice.solver, "solve", solve)
    playing = [await games.start(user_id, NewGame("dimes", user_id), next(INTERACTIONS)) for user_id in range(1, 501)]
    asked = [alice.services.solving.hint(turn_of(alice.services, game.user_id, next(INTERACTIONS))) for game in playing]
    hints = await asyncio.gather(*asked)
    for current, hint in hints:
        assert hint.moves[0] in current.game.legal_moves()
    assert {current.game.deal for current, hint in hints if not isinstance(hint, BlindGuess)} <= answered


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
