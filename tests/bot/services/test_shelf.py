"""The shelf: games wait there while another lies on the table."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from datetime import date

import pytest

from bot.model.daily.contest import DAILY
from bot.model.errors import (
    StaleBoardError,
    UnreadableGameError,
)
from bot.model.game import NewGame, UserGame
from bot.model.shelf import MOST_SHELVED
from bot.services.endings import Endings
from bot.services.shelf import Shelf
from bot.store import Database, GameStore, open_database
from engine import Status
from tests.support.clock import Clock
from tests.support.contests import OneDeal, ranked
from tests.support.kinds import ask, on_both
from tests.support.turns import GamesInTurns, ShelfInTurns, open_games, turn_of

pytestmark = on_both

ALICE = 1
BOB = 2
NOON = 1_795_262_400
TODAY = date(2026, 11, 21)


@dataclass(frozen=True)
class Process:
    """One of the processes that share a database."""

    store: GameStore
    games: GamesInTurns
    shelf: ShelfInTurns
    numbers: Iterator[int]

    @classmethod
    def create(cls, database: Database, clock: Clock, numbers: Iterator[int]) -> Process:
        store = GameStore()
        games = open_games(database, store, {DAILY: OneDeal(store, clock)}, clock=clock)
        shelf = ShelfInTurns(games.turns, Shelf(store, games.games))
        return cls(store, games, shelf, numbers)

    async def begin(self, deal: int, *, most: int = 1) -> UserGame:
        """Deal a game of Dimes and draw some cards."""
        started = await self.games.start(ALICE, NewGame("dimes", deal), next(self.numbers))
        for _ in range(most):
            started = await self.games.play(ALICE, "draw", next(self.numbers))
        return started

    async def attempt(self) -> UserGame:
        """Begin a ranked attempt."""
        return await self.games.start(ALICE, ranked("dimes", TODAY), next(self.numbers))

    async def resume(self, game: UserGame) -> UserGame:
        return await self.shelf.resume(ALICE, game.id, next(self.numbers))

    async def shelved(self) -> list[int]:
        """The ids of the games on the shelf, in the order in which it shows them."""
        return [each.board.game_id for each in await self.shelf.shelved(ALICE)]


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
def alice(database: Database, clock: Clock) -> Process:
    return Process.create(database, clock, itertools.count(100))


@pytest.fixture
async def elsewhere(url: str, alice: Process, clock: Clock) -> AsyncIterator[Process]:
    """A second process with the same database."""
    database = await open_database(url)
    yield Process.create(database, clock, alice.numbers)
    await database.close()


async def test_a_game_whose_only_move_was_undone_is_kept(alice: Process) -> None:
    begun = await alice.begin(1)
    await alice.games.undo(ALICE, next(alice.numbers))
    await alice.begin(2)
    assert await alice.shelved() == [begun.id]


async def test_a_resumed_game_goes_on_where_it_was_left(alice: Process, elsewhere: Process) -> None:
    first = await alice.begin(1)
    second = await alice.begin(2)
    assert await elsewhere.resume(first) == first
    assert await alice.shelved() == [second.id]
    played = await alice.games.play(ALICE, "draw", next(alice.numbers))
    assert (played.id, len(played.game.moves)) == (first.id, 2)
    assert await elsewhere.resume(second) == second


async def test_the_game_left_last_comes_first(alice: Process, clock: Clock) -> None:
    games = []
    for deal in range(3):
        games.append(await alice.begin(deal))
        clock.now += 1
    await alice.resume(games[0])
    clock.now += 1
    await alice.begin(3)
    assert await alice.shelved() == [games[0].id, games[2].id, games[1].id]


async def test_a_redelivered_resume_changes_nothing(alice: Process) -> None:
    first = await alice.begin(1)
    second = await alice.begin(2)
    number = next(alice.numbers)
    await alice.shelf.resume(ALICE, first.id, number)
    await alice.resume(second)
    assert (await alice.shelf.resume(ALICE, first.id, number)).id == second.id
    number = next(alice.numbers)
    assert (await alice.shelf.resume(ALICE, second.id, number)).id == second.id  # it is on the table already
    await alice.resume(first)
    assert (await alice.shelf.resume(ALICE, second.id, number)).id == first.id


async def test_a_game_that_went_on_meanwhile_is_not_given_up(alice: Process) -> None:
    left = await alice.begin(1)
    other = await alice.begin(2)
    await alice.resume(left)
    await alice.games.play(ALICE, "draw", next(alice.numbers))
    await alice.resume(other)
    with pytest.raises(StaleBoardError):
        await alice.shelf.give_up(ALICE, left.board, next(alice.numbers))
    assert await alice.shelved() == [left.id]


async def test_a_full_shelf_neither_stops_a_swap_nor_what_needs_no_place(alice: Process) -> None:
    games = [await alice.begin(deal) for deal in range(MOST_SHELVED + 1)]
    await alice.resume(games[0])
    assert set(await alice.shelved()) == {game.id for game in games[1:]}
    await alice.games.give_up(ALICE, next(alice.numbers))
    await alice.games.start(ALICE, NewGame("tens", 8), next(alice.numbers), giving_up=games[1].board)
    await alice.games.start(ALICE, NewGame("tens", 9), next(alice.numbers), giving_up=games[1].board)
    assert set(await alice.shelved()) == {game.id for game in games[1:]}


async def test_an_outdated_choice_gives_up_nothing(alice: Process) -> None:
    games = [await alice.begin(deal) for deal in range(MOST_SHELVED + 1)]
    for outdated in (games[-1].board, type(games[0].board)(games[0].id, 1)):
        with pytest.raises(StaleBoardError):
            await alice.games.start(ALICE, NewGame("tens", 8), next(alice.numbers), giving_up=outdated)
    assert set(await alice.shelved()) == {game.id for game in games[:-1]}
    assert await alice.games.current(ALICE) == games[-1]


async def test_an_attempt_is_kept_from_its_start_and_its_clock_goes_on(alice: Process, clock: Clock) -> None:
    attempt = await alice.attempt()
    await alice.begin(1)
    assert await alice.shelved() == [attempt.id]
    clock.now += 1000
    await alice.resume(attempt)
    clock.now += 10
    played = await alice.games.play(ALICE, "draw", next(alice.numbers))
    assert played.transcript == "draw@1010"


async def test_a_game_that_cannot_be_read_leaves_the_shelf_when_it_is_given_up(alice: Process, url: str) -> None:
    lost = await alice.begin(1)
    await alice.begin(2)
    await ask(url, "UPDATE games SET saved = 'dimes|1|?' WHERE is_current = 0")
    with pytest.raises(UnreadableGameError):
        await alice.resume(lost)
    await alice.shelf.give_up(BOB, lost.board, next(alice.numbers))
    assert await alice.shelved() == [lost.id]
    await alice.shelf.give_up(ALICE, lost.board, next(alice.numbers))
    assert await alice.shelved() == []
    assert await alice.store.finished(alice.games.turns.database, ALICE) == []


async def test_games_of_a_later_version_of_the_bot_take_no_room_on_the_shelf(alice: Process, url: str) -> None:
    for deal in range(MOST_SHELVED):
        await alice.begin(deal)
    await ask(url, "UPDATE games SET variant = 'spider' WHERE is_current = 0")
    for deal in range(MOST_SHELVED):
        await alice.begin(100 + deal)
    assert len(await alice.shelved()) == MOST_SHELVED


async def test_games_count_in_the_order_in_which_they_end(alice: Process, clock: Clock) -> None:
    endings = Endings(alice.store, {})
    first = await alice.begin(1, most=1)
    await alice.begin(2, most=12)
    best = (await alice.games.current(ALICE)).game.home
    clock.now += 1
    await alice.games.give_up(ALICE, next(alice.numbers))
    clock.now += 1
    await alice.resume(first)
    ended = await alice.games.give_up(ALICE, next(alice.numbers))
    assert [game.id for game in await alice.store.finished(alice.games.turns.database, ALICE)][-1] == first.id
    assert (await endings.of(turn_of(alice.games.turns, ALICE), ended, None)).best_home == best


async def test_of_two_processes_that_resume_both_leave_one_game_on_the_table(
    url: str, alice: Process, elsewhere: Process
) -> None:
    games = [await alice.begin(deal) for deal in range(3)]
    for _ in range(5):
        await asyncio.gather(*(process.resume(game) for game in games for process in (alice, elsewhere)))
        assert await ask(url, "SELECT COUNT(*) FROM games WHERE is_current = 1") == [(1,)]
        assert len(await alice.shelved()) == 2
        assert await alice.games.current(ALICE) == await elsewhere.games.current(ALICE)


async def test_of_two_processes_that_take_the_last_place_one_gets_it(alice: Process, elsewhere: Process) -> None:
    for deal in range(MOST_SHELVED):
        await alice.begin(deal)
    new = NewGame("tens", 8)
    dealt = await asyncio.gather(
        *(process.games.start(ALICE, new, next(alice.numbers)) for process in (alice, elsewhere)),
        return_exceptions=True,
    )
    assert {type(each) for each in dealt} <= {UserGame, StaleBoardError}
    assert len(await alice.shelved()) == MOST_SHELVED
    assert (await alice.games.current(ALICE)).id in {each.id for each in dealt if isinstance(each, UserGame)}


async def test_two_processes_give_up_one_game_once_while_it_is_resumed(alice: Process, elsewhere: Process) -> None:
    for deal in range(0, 10, 2):
        left = await alice.begin(deal)
        await alice.begin(deal + 1)
        await asyncio.gather(
            alice.resume(left),
            elsewhere.shelf.give_up(ALICE, left.board, next(alice.numbers)),
            return_exceptions=True,
        )
        is_over = (await alice.games.owned(ALICE, left.id)).game.status is Status.GIVEN_UP
        assert is_over == ((await alice.games.current(ALICE)).id != left.id)
