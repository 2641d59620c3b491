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
    OldBoardError,
    ShelfFullError,
    ShelvedGameError,
    StaleBoardError,
    UnreadableGameError,
)
from bot.model.game import NewGame, UserGame
from bot.model.shelf import MOST_SHELVED, ShelvedGame
from bot.services.badges import Badges
from bot.services.endings import Endings
from bot.services.shelf import Shelf
from bot.store import BadgeStore, Database, GameStore, LeaderboardStore, open_database
from engine import GameOverError, PatienceError, Status
from tests.support.contests import OneDeal, ranked
from tests.support.kinds import ask, on_both
from tests.support.turns import GamesInTurns, ShelfInTurns, open_games, turn_of

pytestmark = on_both

ALICE, BOB = 1, 2
NOON = 1_795_262_400
TODAY = date(2026, 11, 21)


class Clock:
    """A clock that stands still until it is set."""

    now = NOON

    def __call__(self) -> float:
        return self.now


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
        games = open_games(database, store, {DAILY: OneDeal(database, store, clock)}, clock=clock)
        shelf = ShelfInTurns(games.turns, Shelf(store, games.games, clock=clock))
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
    return Clock()


@pytest.fixture
def alice(database: Database, clock: Clock) -> Process:
    return Process.create(database, clock, itertools.count(100))


@pytest.fixture
async def elsewhere(url: str, alice: Process, clock: Clock) -> AsyncIterator[Process]:
    """A second process with the same database."""
    database = await open_database(url)
    yield Process.create(database, clock, alice.numbers)
    await database.close()


async def test_another_game_puts_the_one_on_the_table_on_the_shelf(alice: Process, clock: Clock) -> None:
    left = await alice.begin(1)
    clock.now += 60
    started = await alice.begin(2, most=0)
    assert await alice.games.current(ALICE) == started
    assert await alice.shelf.shelved(ALICE) == [
        ShelvedGame(left.board, "dimes", left.game.deal, is_ranked=False, home=8, effort=1, started_at=NOON)
    ]
    assert await alice.games.owned(ALICE, left.id) == left
    assert await alice.shelf.shelved(BOB) == []


async def test_an_untouched_game_is_given_up_for_another(alice: Process) -> None:
    untouched = await alice.begin(1, most=0)
    await alice.begin(2)
    assert await alice.shelved() == []
    assert (await alice.games.owned(ALICE, untouched.id)).game.status is Status.GIVEN_UP
    assert await alice.store.finished(alice.games.turns.database, ALICE) == []


async def test_a_game_whose_only_move_was_undone_is_kept(alice: Process) -> None:
    begun = await alice.begin(1)
    await alice.games.undo(ALICE, next(alice.numbers))
    await alice.begin(2)
    assert await alice.shelved() == [begun.id]


async def test_a_resumed_game_goes_on_where_it_was_left(alice: Process, elsewhere: Process) -> None:
    first, second = await alice.begin(1), await alice.begin(2)
    assert await elsewhere.resume(first) == first
    assert await alice.shelved() == [second.id]
    played = await alice.games.play(ALICE, "draw", next(alice.numbers))
    assert (played.id, len(played.game.moves)) == (first.id, 2)
    assert await elsewhere.resume(second) == second


async def test_resuming_gives_up_an_untouched_game(alice: Process) -> None:
    first, untouched = await alice.begin(1), await alice.begin(2, most=0)
    await alice.resume(first)
    assert await alice.shelved() == []
    assert (await alice.games.owned(ALICE, untouched.id)).game.status is Status.GIVEN_UP


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
    first, second = await alice.begin(1), await alice.begin(2)
    number = next(alice.numbers)
    await alice.shelf.resume(ALICE, first.id, number)
    await alice.resume(second)
    assert (await alice.shelf.resume(ALICE, first.id, number)).id == second.id
    number = next(alice.numbers)
    assert (await alice.shelf.resume(ALICE, second.id, number)).id == second.id  # it is on the table already
    await alice.resume(first)
    assert (await alice.shelf.resume(ALICE, second.id, number)).id == first.id


async def test_only_games_on_the_own_shelf_can_be_resumed(alice: Process) -> None:
    over = await alice.begin(1)
    await alice.games.give_up(ALICE, next(alice.numbers))
    current = await alice.begin(2)
    with pytest.raises(GameOverError):
        await alice.resume(over)
    for game_id in (current.id, 999):
        with pytest.raises(PatienceError, match="somebody else's"):
            await alice.shelf.resume(BOB, game_id, next(alice.numbers))
    assert (await alice.games.current(ALICE)).id == current.id


async def test_a_board_of_a_shelved_game_plays_nothing_and_says_where_it_is(alice: Process) -> None:
    left, current = await alice.begin(1), await alice.begin(2)
    with pytest.raises(ShelvedGameError) as raised:
        await alice.games.play(ALICE, "draw", next(alice.numbers), board=left.board)
    assert raised.value.board == left.board
    assert await alice.games.owned(ALICE, left.id) == left
    await alice.resume(left)
    await alice.games.give_up(ALICE, next(alice.numbers))
    await alice.resume(current)
    with pytest.raises(OldBoardError):
        await alice.games.undo(ALICE, next(alice.numbers), board=left.board)


async def test_a_game_on_the_shelf_can_be_given_up(alice: Process) -> None:
    left, current = await alice.begin(1), await alice.begin(2)
    assert await alice.store.finished(alice.games.turns.database, ALICE) == []
    number = next(alice.numbers)
    for _ in range(2):
        await alice.shelf.give_up(ALICE, left.board, number)
    assert await alice.shelved() == []
    assert [game.id for game in await alice.store.finished(alice.games.turns.database, ALICE)] == [left.id]
    assert await alice.games.current(ALICE) == current
    for board in (left.board, current.board):
        with pytest.raises(StaleBoardError):
            await alice.shelf.give_up(ALICE, board, next(alice.numbers))


async def test_a_game_that_went_on_meanwhile_is_not_given_up(alice: Process) -> None:
    left = await alice.begin(1)
    other = await alice.begin(2)
    await alice.resume(left)
    await alice.games.play(ALICE, "draw", next(alice.numbers))
    await alice.resume(other)
    with pytest.raises(StaleBoardError):
        await alice.shelf.give_up(ALICE, left.board, next(alice.numbers))
    assert await alice.shelved() == [left.id]


async def test_the_eleventh_game_needs_a_place_on_the_shelf(alice: Process) -> None:
    games = [await alice.begin(deal) for deal in range(MOST_SHELVED + 1)]
    new = NewGame("tens", 8)
    with pytest.raises(ShelfFullError):
        await alice.games.start(ALICE, new, next(alice.numbers))
    assert await alice.games.current(ALICE) == games[-1]
    started = await alice.games.start(ALICE, new, next(alice.numbers), giving_up=games[4].board)
    assert await alice.games.current(ALICE) == started
    assert set(await alice.shelved()) == {game.id for game in games} - {games[4].id}
    assert (await alice.games.owned(ALICE, games[4].id)).game.status is Status.GIVEN_UP


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


async def test_an_attempt_that_is_given_up_on_the_shelf_counts(database: Database, alice: Process) -> None:
    attempt, current = await alice.attempt(), await alice.begin(1)
    await alice.shelf.give_up(ALICE, attempt.board, next(alice.numbers))
    assert [result.variant for result in await LeaderboardStore(database).results(ALICE)] == ["dimes"]
    assert await alice.games.current(ALICE) == current


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


async def test_games_count_in_the_order_in_which_they_end(database: Database, alice: Process, clock: Clock) -> None:
    endings = Endings(alice.store, {}, Badges(BadgeStore(database), clock=clock))
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
