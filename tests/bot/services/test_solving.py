"""Searches: one at a time for each user, and no longer than they are of use."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count

import pytest

from bot.model.errors import StaleBoardError
from bot.model.game import NewGame, UserGame
from bot.model.solutions import Reached
from bot.services import Services, solving
from bot.store import Database
from engine import DRAW, Move, PatienceError, Solution, Status, Verdict
from tests.support.solver_here import SolverHere

ALICE, BOB, CAROL = 1, 2, 3
INTERACTIONS = count(1)
WINNABLE, HOPELESS = 13, 8
"""Deals of Tens."""


class Room:
    """Alice, and a solver that takes as long as the test says."""

    def __init__(self, services: Services, solver: SolverHere) -> None:
        self.services = services
        self.solver = solver

    async def start(self, deal: int, game: str = "tens") -> UserGame:
        return await self.services.games.start(ALICE, NewGame(game, deal), next(INTERACTIONS))

    async def move(self) -> UserGame:
        game = (await self.services.games.current(ALICE)).game
        return await self.services.games.play(ALICE, str(game.legal_moves()[0]), next(INTERACTIONS))

    async def play_listed(self) -> None:
        game = (await self.services.games.current(ALICE)).game
        await self.services.games.play(ALICE, str(game.listed_moves()[0]), next(INTERACTIONS))

    def hint(self, interaction_id: int | None = None) -> asyncio.Task[tuple[UserGame, Solution]]:
        return asyncio.create_task(self.services.solving.hint(ALICE, interaction_id or next(INTERACTIONS)))

    async def asked(self, questions: int) -> None:
        """Wait until the solver has been asked this many questions."""
        while len(self.solver.asked) < questions:
            await asyncio.sleep(0.001)


@pytest.fixture
async def alice(database: Database) -> AsyncIterator[Room]:
    solver = SolverHere()
    services = Services.create(database, solver=solver)
    yield Room(services, solver)
    services.pictures.close()
    await services.solving.close()


async def test_a_move_stops_the_search_for_a_hint(alice: Room) -> None:
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


async def test_each_user_has_one_search_at_a_time_and_a_repeated_interaction_shares_it(alice: Room) -> None:
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


async def test_a_search_ends_in_time_with_its_best_guess(alice: Room, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def test_no_search_starts_that_would_take_too_long(alice: Room, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def test_asking_for_a_hint_stops_the_check_for_a_lost_game(alice: Room) -> None:
    await alice.start(HOPELESS)
    played = await alice.move()
    alice.solver.pause = 60
    looking = asyncio.create_task(alice.services.solving.claim_loss(played))
    await alice.asked(1)
    alice.solver.pause = 0
    hint = alice.hint()
    assert not await looking
    assert alice.solver.cancelled == 1
    _, solution = await hint
    assert solution.verdict is Verdict.IMPOSSIBLE


async def test_a_move_stops_the_check_for_a_lost_game(alice: Room) -> None:
    await alice.start(HOPELESS)
    played = await alice.move()
    alice.solver.pause = 60
    looking = asyncio.create_task(alice.services.solving.claim_loss(played))
    await alice.asked(1)
    moved = await alice.move()
    assert not await looking
    alice.solver.pause = 0
    assert await alice.services.solving.claim_loss(moved)
    assert not await alice.services.solving.claim_loss(moved)


async def test_an_outdated_position_is_not_checked(alice: Room) -> None:
    await alice.start(HOPELESS)
    played = await alice.move()
    await alice.services.games.undo(ALICE, next(INTERACTIONS))
    assert not await alice.services.solving.claim_loss(played)
    assert alice.solver.asked == []


async def test_no_check_for_a_lost_game_starts_during_a_search_for_a_hint(alice: Room) -> None:
    await alice.start(HOPELESS)
    played = await alice.move()
    go_on = asyncio.Event()
    alice.solver.meanwhile = go_on.wait
    hint = alice.hint()
    await alice.asked(1)
    assert not await alice.services.solving.claim_loss(played)
    go_on.set()
    await hint
    assert len(alice.solver.asked) == 1


async def test_long_searches_come_one_after_another_and_who_waits_learns_their_place(alice: Room) -> None:
    for user_id in (ALICE, BOB, CAROL):
        await alice.services.games.start(user_id, NewGame("dimes", 3), next(INTERACTIONS))
    go_on = asyncio.Event()
    alice.solver.meanwhile = go_on.wait
    told: list[tuple[int, int]] = []

    def think(user_id: int) -> asyncio.Task[tuple[UserGame, Solution]]:
        async def tell(ahead: int) -> None:
            told.append((user_id, ahead))

        return asyncio.create_task(alice.services.solving.hint(user_id, next(INTERACTIONS), tell=tell))

    thinking = [think(ALICE)]
    await alice.asked(1)
    thinking += [think(BOB), think(CAROL)]
    while len(told) < 3:
        await asyncio.sleep(0.001)
    assert told == [(ALICE, 0), (BOB, 1), (CAROL, 2)]
    with pytest.raises(PatienceError, match="Still thinking"):
        await think(BOB)
    await alice.services.games.play(BOB, "draw", next(INTERACTIONS))  # leaves the line
    with pytest.raises(StaleBoardError):
        await thinking[1]
    go_on.set()
    await asyncio.gather(thinking[0], thinking[2])
    assert told[3:] == [(CAROL, 1), (CAROL, 0)]


async def test_a_hint_need_not_wait_for_those_who_think_longer(alice: Room) -> None:
    """A long search has a solver of its own, which ends with it."""
    thinkers: list[SolverHere] = []

    class Thinker(SolverHere):
        def __init__(self) -> None:
            super().__init__()
            self.pause = 60
            thinkers.append(self)

        async def close(self) -> None:
            thinkers.remove(self)

    games, first = alice.services.games, alice.services.solving
    second = solving.Solving(alice.solver, games, clock=lambda: 0.0, new_thinker=Thinker)

    async def tell(_: int) -> None:
        pass

    await alice.start(3, "dimes")
    thinking = asyncio.create_task(second.hint(ALICE, next(INTERACTIONS), tell=tell))
    while not (thinkers and thinkers[0].asked):
        await asyncio.sleep(0.001)
    await first.hint(ALICE, next(INTERACTIONS))
    second.stop(ALICE)
    with pytest.raises(StaleBoardError):
        await thinking
    assert thinkers == []


async def test_leaving_the_shown_way_starts_a_search_and_coming_back_does_not(alice: Room) -> None:
    await alice.start(WINNABLE)
    _, first = await alice.hint()
    games = alice.services.games
    other = next(str(move) for move in (await games.current(ALICE)).game.legal_moves() if move != first.moves[0])
    await games.play(ALICE, other, next(INTERACTIONS))
    await games.undo(ALICE, next(INTERACTIONS))
    _, again = await alice.hint()
    assert again == first
    assert len(alice.solver.asked) == 1
    await games.play(ALICE, other, next(INTERACTIONS))
    await alice.hint()
    assert len(alice.solver.asked) == 2


async def test_following_hints_of_a_proven_way_wins(alice: Room) -> None:
    current = await alice.start(1, "grounds-for-divorce")
    while current.game.status is Status.PLAYING:
        _, solution = await alice.hint()
        assert solution.verdict is Verdict.WON
        move = solution.moves[0]
        assert move in current.game.legal_moves()
        current = await alice.services.games.play(ALICE, str(move), next(INTERACTIONS))
    assert current.game.status is Status.WON


async def test_an_analysis_knows_what_hints_have_proved(alice: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    games = alice.services.games
    current = await alice.start(17406, "cast-out-nines")
    _, hinted = await alice.hint()
    assert hinted.verdict is Verdict.WON
    way, kept = hinted.moves, 0
    while len(current.game.legal_moves()) == 1 or kept < 3:
        current = await games.play(ALICE, str(way[kept]), next(INTERACTIONS))
        kept += 1
    other = next(str(move) for move in current.game.legal_moves() if move != way[kept])
    await games.play(ALICE, other, next(INTERACTIONS))
    monkeypatch.setattr("tests.support.solver_here.BUDGET", 500)
    await alice.hint()  # which proves nothing
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    found = await alice.services.solving.analysis(given_up, next(INTERACTIONS))
    assert (found.winnable_until, found.way) == (kept, way[kept:])


async def test_an_analysis_follows_the_player_along_the_winning_line(
    alice: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = alice.services.games
    current = await alice.start(17406, "cast-out-nines")
    way = (await alice.solver.solve(Reached.in_game(current.game), 10_000)).moves
    for move in way[:40]:
        current = await games.play(ALICE, str(move), next(INTERACTIONS))
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    solved = []

    async def solve(reached: Reached, _: int) -> Solution:
        """Find a win at the start only."""
        solved.append(len(reached.moves))
        return Solution() if reached.moves else Solution(Verdict.WON, way)

    monkeypatch.setattr(alice.solver, "solve", solve)
    found = await alice.services.solving.analysis(given_up, next(INTERACTIONS))
    assert (found.winnable_until, found.way) == (40, way[40:])
    assert set(solved) == {0, 40}


async def test_hints_follow_the_line_that_an_analysis_found(alice: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    games, solving = alice.services.games, alice.services.solving
    await alice.start(17406, "cast-out-nines")
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    found = await solving.analysis(given_up, next(INTERACTIONS))
    assert found.way

    async def solve(*_: object) -> Solution:
        raise AssertionError("a winning line is known")

    monkeypatch.setattr(alice.solver, "solve", solve)
    await games.go_back(ALICE, 0, next(INTERACTIONS))
    _, hinted = await alice.hint()
    assert hinted == Solution(Verdict.WON, found.way)


async def test_an_analysis_forgets_no_part_of_a_known_win(alice: Room) -> None:
    games = alice.services.games
    await alice.start(17406, "cast-out-nines")
    _, hinted = await alice.hint()
    for move in hinted.moves[:3]:
        await games.play(ALICE, str(move), next(INTERACTIONS))
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    await alice.services.solving.analysis(given_up, next(INTERACTIONS))
    back = await games.go_back(ALICE, 1, next(INTERACTIONS))
    assert alice.services.solving.known_way(back).moves == hinted.moves[1:]


async def test_a_game_that_waits_on_the_shelf_keeps_its_winning_line(alice: Room) -> None:
    current = await alice.start(17406, "cast-out-nines")
    _, hinted = await alice.hint()
    await alice.services.games.play(ALICE, str(hinted.moves[0]), next(INTERACTIONS))
    await alice.start(WINNABLE)
    await alice.hint()
    asked = len(alice.solver.asked)
    await alice.services.shelf.resume(ALICE, current.id, next(INTERACTIONS))
    assert (await alice.hint())[1].moves == hinted.moves[1:]
    assert len(alice.solver.asked) == asked


async def test_an_analysis_knows_what_hints_have_proved_lost(alice: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    games = alice.services.games
    await alice.start(17406, "cast-out-nines")

    async def solve(_: Reached, __: int) -> Solution:
        return Solution(Verdict.IMPOSSIBLE)

    with monkeypatch.context() as changed:
        changed.setattr(alice.solver, "solve", solve)
        await games.play(ALICE, "draw", next(INTERACTIONS))
        for _ in range(2):  # the first proof says more than the second
            await games.play(ALICE, "draw", next(INTERACTIONS))
            await alice.hint()
    given_up = await games.give_up(ALICE, next(INTERACTIONS))
    monkeypatch.setattr(alice.services.solving, "_analysis_seconds", 0.0)
    found = await alice.services.solving.analysis(given_up, next(INTERACTIONS))
    assert found.lost_from == 2


async def test_forgetting_a_user_leaves_nothing_in_memory(alice: Room) -> None:
    await alice.start(WINNABLE)
    await alice.hint()
    alice.services.solving.forget(ALICE)
    await alice.hint()
    assert len(alice.solver.asked) == 2


async def test_forgetting_a_user_forgets_that_they_know_of_a_loss(alice: Room) -> None:
    await alice.start(HOPELESS)
    played = await alice.move()
    assert await alice.services.solving.claim_loss(played)
    alice.services.solving.forget(ALICE)
    assert await alice.services.solving.claim_loss(played)


async def test_closing_stops_all_searches(alice: Room) -> None:
    await alice.start(WINNABLE)
    alice.solver.pause = 60
    hint = alice.hint()
    await alice.asked(1)
    await alice.services.solving.close()
    with pytest.raises(StaleBoardError):
        await hint


async def test_the_end_of_a_line_that_is_lost_is_searched_again(alice: Room) -> None:
    """A search from the end of a short search's line may find more moves."""
    await alice.start(1, "dimes")
    for _ in range(80):
        await alice.play_listed()
    _, first = await alice.hint()
    assert first.verdict is Verdict.IMPOSSIBLE
    assert first.moves
    for move in first.moves:
        await alice.services.games.play(ALICE, str(move), next(INTERACTIONS))
    asked = len(alice.solver.asked)
    _, again = await alice.hint()
    assert len(alice.solver.asked) > asked
    assert again.verdict is Verdict.IMPOSSIBLE
    assert again.moves


@pytest.mark.parametrize("idle", [(), (DRAW,)], ids=str)
async def test_a_search_from_the_end_of_a_lost_line_is_no_guess_and_suggests_no_idle_move(
    alice: Room, monkeypatch: pytest.MonkeyPatch, idle: tuple[Move, ...]
) -> None:
    await alice.start(8, "dimes")

    async def prove(*_: object) -> Solution:
        return Solution(Verdict.IMPOSSIBLE, (DRAW,))

    async def give_up(*_: object) -> Solution:
        return Solution(Verdict.UNKNOWN, idle)

    monkeypatch.setattr(alice.solver, "solve", prove)
    await alice.hint()
    await alice.services.games.play(ALICE, "draw", next(INTERACTIONS))
    monkeypatch.setattr(alice.solver, "solve", give_up)
    _, solution = await alice.hint()
    assert solution == Solution(Verdict.IMPOSSIBLE)


async def test_a_hint_waits_until_the_solver_is_ready(alice: Room, monkeypatch: pytest.MonkeyPatch) -> None:
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
