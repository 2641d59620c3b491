"""A turn stores its change once, with everything that belongs to it, or records that it was refused."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from bot.model.errors import BusyError, StaleBoardError
from bot.model.game import NewGame
from bot.model.player import Player
from bot.store import Connection, Database, GameStore, StoreError, Turn, Turns, UncertainError, open_database
from bot.store.database import Job
from bot.store.errors import ConflictError
from engine import PatienceError
from tests.support.kinds import on_both
from tests.support.turns import GamesInTurns, open_games, turn_of

pytestmark = on_both

ALICE, BOB = 1, 2

Read = Callable[[], Awaitable[int]]


class Changes:
    """The changes of interaction 100, each of which stores one row and notes that it was committed."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.turns = Turns(database)
        self.committed = 0

    def begin(self) -> Turn:
        return turn_of(self.turns, ALICE, 100)

    async def settle(self, turn: Turn) -> str | None:
        async def change() -> str:
            self.add(turn)
            return "changed"

        return await turn.settle(change)

    def add(self, turn: Turn) -> None:
        turn.also(put)
        turn.afterwards(self._count)

    def _count(self) -> None:
        self.committed += 1

    async def stored(self) -> int:
        ((count,),) = await self.database.rows("SELECT COUNT(*) FROM preferences")
        return int(count)


async def put(connection: Connection) -> None:
    await connection.execute("INSERT INTO preferences VALUES (1, 'x', 'y')")


@pytest.fixture
def changes(database: Database) -> Changes:
    return Changes(database)


@pytest.fixture
def read() -> Read:
    """Returns 0, then 1, and so on."""
    numbers = iter(range(10))

    async def read() -> int:
        return next(numbers)

    return read


async def test_jobs_added_to_a_change_are_stored_with_it_once(changes: Changes) -> None:
    assert await changes.settle(changes.begin()) == "changed"
    assert await changes.settle(changes.begin()) is None
    assert (await changes.stored(), changes.committed) == (1, 1)


async def test_nothing_is_done_after_a_commit_that_fails(changes: Changes) -> None:
    turn = changes.begin()

    async def fails(_: Connection) -> None:
        raise StoreError("The database cannot be used: the disk is full.")

    async def change() -> None:
        changes.add(turn)
        turn.also(fails)

    with pytest.raises(StoreError):
        await turn.settle(change)
    assert (await changes.stored(), changes.committed) == (0, 0)
    assert await changes.settle(changes.begin()) == "changed"
    assert (await changes.stored(), changes.committed) == (1, 1)


async def test_nothing_is_kept_in_memory_of_a_change_that_may_not_have_been_stored(
    changes: Changes, read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection broke during the commit, which was stored in fact."""
    turn = changes.begin()
    kind: Any = type(changes.database)
    write = kind.write

    async def breaks_off(*given: Any, **options: Any) -> None:
        await write(*given, **options)
        raise UncertainError("The connection broke.")

    async def change() -> None:
        assert [await turn.once("number", read) for _ in range(2)] == [0, 0]
        changes.add(turn)

    with monkeypatch.context() as patch:
        patch.setattr(kind, "write", breaks_off)
        with pytest.raises(UncertainError):
            await turn.settle(change)
    assert (await changes.stored(), changes.committed) == (1, 0)
    assert await turn.once("number", read) == 1


async def test_nothing_is_read_or_stored_between_the_deadline_and_the_answer(changes: Changes) -> None:
    turn = changes.begin()
    turn.deadline = time.monotonic()
    with pytest.raises(StoreError, match="in time"):
        await turn.rows("SELECT 1")
    with pytest.raises(StoreError, match="in time"):
        await changes.settle(turn)
    assert (await changes.stored(), changes.committed) == (0, 0)
    turn.answered()
    assert await changes.settle(turn) == "changed"
    assert len(await turn.rows("SELECT 1")) == 1


async def test_work_in_the_background_has_neither_the_deadline_nor_the_reads_of_the_turn_that_caused_it(
    changes: Changes, read: Read
) -> None:
    turn = changes.begin()
    assert await turn.once("number", read) == 0
    turn.deadline = time.monotonic()
    background = changes.turns.background(turn.player)
    assert await background.once("number", read) == 1
    assert len(await background.rows("SELECT 1")) == 1


async def test_a_refusal_stores_only_its_own_jobs_and_stays_a_refusal(changes: Changes) -> None:
    turn = changes.begin()

    async def refuse() -> None:
        changes.add(turn)
        turn.if_refused(put)
        raise PatienceError("No.")

    with pytest.raises(PatienceError, match="No"):
        await turn.settle(refuse)
    assert await changes.settle(changes.begin()) is None
    assert (await changes.stored(), changes.committed) == (1, 0)


@pytest.mark.parametrize("retries", [True, False])
async def test_a_change_that_conflicts_every_time_is_refused(changes: Changes, *, retries: bool) -> None:
    turn = changes.begin()
    tries = 0

    async def conflicts(_: Connection) -> None:
        raise ConflictError

    async def change() -> None:
        nonlocal tries
        tries += 1
        turn.also(conflicts)

    with pytest.raises(BusyError if retries else StaleBoardError):
        await turn.settle(change, retries=retries)
    assert tries == (20 if retries else 1)
    assert await changes.settle(changes.begin()) is None


async def test_a_change_that_waits_too_long_is_refused_without_affecting_other_users(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.turn.LOCK_SECONDS", 0.05)
    turns = Turns(database)
    goes_on = asyncio.Event()

    async def wait() -> str:
        await goes_on.wait()
        return "slow"

    async def change() -> str:
        return "quick"

    slowly = asyncio.create_task(turn_of(turns, ALICE, 1).settle(wait))
    await asyncio.sleep(0)
    with pytest.raises(BusyError):
        await turn_of(turns, ALICE, 2).settle(change)
    assert await turn_of(turns, BOB, 3).settle(change) == "quick"
    goes_on.set()
    assert await slowly == "slow"
    assert await turn_of(turns, ALICE, 2).settle(change) is None


async def test_what_was_read_before_a_change_does_not_refuse_it(url: str, games: GamesInTurns) -> None:
    """Another process moves between a look at the table and an undo, all in one turn."""
    await games.start(ALICE, NewGame("dimes", 8), 100)
    database = await open_database(url)
    turn = games.turns.begin(102, Player(ALICE))
    assert (await games.games.current(turn)).game.moves == ()
    await open_games(database).play(ALICE, "draw", 101)
    await database.close()
    undone = await games.games.undo(turn)
    assert (undone.version, undone.game.moves) == (3, ())


async def test_jobs_may_run_twice(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    """A database may run a transaction again that it has rolled back."""
    kind: Any = type(database)
    write = kind._write  # noqa: SLF001 - every transaction goes through it

    class RolledBackError(Exception):
        """Nothing was stored."""

    async def twice(self: Database, job: Job[Any], *given: Any, **options: Any) -> Any:
        async def rolled_back(connection: Connection) -> None:
            await job(connection)
            raise RolledBackError

        with suppress(RolledBackError):
            await write(self, rolled_back, *given, **options)
        return await write(self, job, *given, **options)

    monkeypatch.setattr(kind, "_write", twice)
    games = open_games(database)
    shown: list[int] = []
    games.games.on_change(lambda _, change: shown.append(change.after.user_id))
    first = await games.start(ALICE, NewGame("dimes", 8), 100)
    await games.play(ALICE, "draw", 101)
    second = await games.start(ALICE, NewGame("dimes", 9), 102)
    with pytest.raises(PatienceError):
        await games.undo(ALICE, 103)
    shelved = await GameStore().shelved(database, ALICE)
    assert [each.board.game_id for each in shelved] == [first.id]
    assert await games.current(ALICE) == second
    assert shown == [ALICE] * 3


async def test_a_repeat_that_waits_too_long_sees_what_was_changed_meanwhile(
    games: GamesInTurns, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.turn.LOCK_SECONDS", 0.05)
    await games.start(ALICE, NewGame("dimes", 8), 100)
    turn = turn_of(games.turns, ALICE, 101)
    assert (await games.games.current(turn)).version == 1
    await games.play(ALICE, "draw", 101)
    async with games.turns.alone(ALICE):
        again = await games.games.play(turn, "draw")
    assert again.version == 2
