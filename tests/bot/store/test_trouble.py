"""A database that cannot be used, at the start and later: what is said, and that the bot goes on afterwards."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest

from bot.preferences import Preferences
from bot.services.current_game import NewGame
from bot.services.errors import UnreadableGameError
from bot.services.games import Games
from bot.services.preferences import PreferenceBook
from bot.store import (
    BoardStore,
    Connection,
    Database,
    GameStore,
    PreferenceStore,
    StoredBoard,
    StoreError,
    UncertainError,
)
from bot.store.time_left import time_left
from engine import Game
from tests.bot.kinds import writer_of


@pytest.fixture
async def hurried(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """A database that waits for a lock for a moment only."""
    monkeypatch.setattr("bot.store.sqlite.BUSY_SECONDS", 0.05)
    database = await Database.open(path)
    yield database
    await database.close()


def not_a_database(path: Path) -> None:
    path.write_bytes(b"These are no games. " * 500)


def damaged(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE games (id BIGINT); CREATE INDEX x ON games (id);")
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xff" * 3996
    path.write_bytes(bytes(content))


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (not_a_database, "the file is no SQLite database"),
        (damaged, "the file is damaged: restore it from a backup"),
    ],
)
async def test_what_is_no_database_is_said_in_one_line(path: Path, make: Callable[[Path], None], reason: str) -> None:
    make(path)
    with pytest.raises(StoreError, match=reason) as raised:
        await Database.open(path)
    assert str(raised.value).startswith(f"{path}: ")
    assert "\n" not in str(raised.value)


def test_a_folder_in_the_place_of_the_file_is_said_and_leaves_no_thread_that_fails(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that outlives the event loop would print its traceback after the one line."""
    path.mkdir()
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    for _ in range(30):
        with pytest.raises(StoreError, match="the file cannot be opened"):
            asyncio.run(Database.open(path))
        for thread in threading.enumerate():
            if thread is not threading.current_thread():
                thread.join(5)
    assert failed == []


async def test_a_file_in_the_place_of_the_folder_is_said(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(StoreError, match=r"data cannot be made"):
        await Database.open(tmp_path / "data" / "patience.sqlite3")


async def test_a_lock_at_the_start_is_said(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.sqlite.BUSY_SECONDS", 0.05)
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked by another program"):
            await Database.open(path)
        other.execute("ROLLBACK")
    await (await Database.open(path)).close()


async def start_many(games: Games) -> None:
    """So many games that they need more room than the file has."""
    for number in range(2000):
        await games.start(1000 + number, NewGame("dimes", 8), 1000 + number, replacing=None)


async def choose_for_many(book: PreferenceBook) -> None:
    for user in range(1000, 3000):
        await book.change(user, next(INTERACTIONS), language="de")


async def put_many(boards: BoardStore) -> None:
    for user in range(1000, 3000):
        await boards.put(user, BOARD)


GAME = 10**6
BOARD = StoredBoard(GAME, 2, 3, 4)
INTERACTIONS = itertools.count(1)
TROUBLES = pytest.mark.parametrize(
    ("trouble", "mend", "reason"),
    [
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "it is read-only"),
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 100000", "the disk is full"),
    ],
)


@TROUBLES
async def test_trouble_while_playing_changes_nothing_and_the_bot_goes_on_afterwards(
    database: Database, games: Games, trouble: str, mend: str, reason: str
) -> None:
    started = await games.start(1, NewGame("dimes", 8), 100, replacing=None)
    writer = writer_of(database)
    await writer.execute(trouble)
    with pytest.raises(StoreError, match=reason):
        await start_many(games)
    with pytest.raises(StoreError, match=reason):
        await games.start(2, NewGame("dimes", 8), 101, replacing=None)
    assert await games.find(2) is None
    assert (await games.current(1)).game == started.game
    await writer.execute(mend)
    assert (await games.play(1, "draw", 102)).version == started.version + 1
    assert (await games.start(2, NewGame("dimes", 8), 101, replacing=None)).id == 101


@TROUBLES
async def test_trouble_while_preferences_change_keeps_what_was_preferred(
    database: Database, trouble: str, mend: str, reason: str
) -> None:
    book = PreferenceBook(PreferenceStore(database))
    writer = writer_of(database)
    await book.change(0, next(INTERACTIONS), four_colour=True)
    await writer.execute(trouble)
    with pytest.raises(StoreError, match=reason):
        await choose_for_many(book)
    with pytest.raises(StoreError, match=reason):
        await book.change(9999, next(INTERACTIONS), private_board=True)
    assert await book.of(0) == Preferences(four_colour=True)
    assert await book.of(9999) == Preferences()
    await writer.execute(mend)
    assert await book.change(9999, next(INTERACTIONS), auto_home=True) == Preferences(auto_home=True)


@TROUBLES
async def test_trouble_while_boards_are_put_keeps_those_that_were_known(
    database: Database, trouble: str, mend: str, reason: str
) -> None:
    boards = BoardStore(database)
    writer = writer_of(database)
    await Games(GameStore(database)).start(0, NewGame("tens", 8), GAME, replacing=None)
    await boards.put(0, BOARD)
    await writer.execute(trouble)
    with pytest.raises(StoreError, match=reason):
        await put_many(boards)
    with pytest.raises(StoreError, match=reason):
        await boards.put(9999, BOARD)
    assert await boards.of(0) == BOARD
    assert await boards.of(9999) is None
    await writer.execute(mend)
    await boards.put(9999, BOARD)
    assert await boards.of(9999) == BOARD


async def test_a_lock_changes_neither_preferences_nor_boards(path: Path, hurried: Database) -> None:
    book, boards = PreferenceBook(PreferenceStore(hurried)), BoardStore(hurried)
    await Games(GameStore(hurried)).start(1, NewGame("tens", 8), GAME, replacing=None)
    await book.change(1, next(INTERACTIONS), four_colour=True)
    await boards.put(1, BOARD)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="locked by another program"):
            await book.change(1, next(INTERACTIONS), four_colour=False)
        with pytest.raises(StoreError, match="locked by another program"):
            await boards.put(1, StoredBoard(GAME, 5, 6, 7))
        other.execute("ROLLBACK")
    assert await book.of(1) == Preferences(four_colour=True)
    assert await boards.of(1) == BOARD


@pytest.mark.parametrize("lock", ["IMMEDIATE", "EXCLUSIVE"])
async def test_a_lock_while_playing_changes_nothing_and_the_bot_goes_on_afterwards(
    path: Path, hurried: Database, lock: str
) -> None:
    games = Games(GameStore(hurried))
    await games.start(1, NewGame("dimes", 8), 100, replacing=None)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute(f"BEGIN {lock}")
        with pytest.raises(StoreError, match="locked by another program"):
            await games.play(1, "draw", 101)
        assert (await games.current(1)).version == 1
        other.execute("ROLLBACK")
    assert (await games.play(1, "draw", 101)).version == 2


async def test_a_lock_is_waited_for_once_by_all_that_wait_together(path: Path, hurried: Database) -> None:
    """Each wait takes most of the three seconds that Discord gives: a second one in a row always comes too late."""
    games = Games(GameStore(hurried))
    for user in range(8):
        await games.start(user, NewGame("dimes", 8), 100 + user, replacing=None)
    run: list[str] = []
    await writer_of(hurried).set_trace_callback(run.append)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        changes = (games.play(user, "draw", 200 + user) for user in range(8))
        answers = await asyncio.gather(*changes, return_exceptions=True)
        other.execute("ROLLBACK")
    assert all(isinstance(answer, StoreError) for answer in answers)
    assert 1 <= run.count("BEGIN IMMEDIATE") <= 3


async def test_those_who_come_while_a_lock_is_waited_for_do_not_wait_for_another(path: Path) -> None:
    """Each is told within the three seconds that Discord gives, wherever in the wait it came."""
    database = await Database.open(path)
    games = Games(GameStore(database))
    for user in range(3):
        await games.start(user, NewGame("dimes", 8), 100 + user, replacing=None)

    async def later(user: int) -> float:
        await asyncio.sleep(user * 0.15)
        asked = time.monotonic()
        with pytest.raises(StoreError, match="locked"):
            await games.play(user, "draw", 200 + user)
        return time.monotonic() - asked

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waits = await asyncio.gather(*map(later, range(3)))
        other.execute("ROLLBACK")
    await database.close()
    assert max(waits) <= waits[0] + 0.1


async def test_who_has_little_time_left_takes_none_from_others_that_wait_for_the_same_lock(
    path: Path, database: Database
) -> None:
    async def hurried() -> None:
        time_left.set(lambda: 0.1)
        with pytest.raises(StoreError, match="locked"):
            await database.write(nothing)

    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        patient = asyncio.create_task(database.write(nothing))
        hurrying = asyncio.create_task(hurried())
        await asyncio.sleep(0.05)
        came_meanwhile = asyncio.create_task(database.write(nothing))
        await hurrying
        await asyncio.sleep(0.3)
        other.execute("ROLLBACK")
    await asyncio.gather(patient, came_meanwhile)


async def test_a_row_that_is_no_game_is_said(path: Path, games: Games) -> None:
    await games.start(1, NewGame("dimes", 8), 100, replacing=None)
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("UPDATE games SET saved = ?, version = 2", (Game.new("tens", 1).save() + "9+99",))
    with pytest.raises(UnreadableGameError, match="Deal a new one"):
        await games.find(1)


async def test_a_file_that_is_deleted_or_replaced_under_the_bot_is_said_until_it_is_back(
    path: Path, games: Games
) -> None:
    """What is written to a file without a name is lost at the end of the bot."""
    started = await games.start(1, NewGame("dimes", 8), 100, replacing=None)
    away = path.with_name("away.sqlite3")
    for interaction, put_in_its_place in enumerate((lambda: None, path.touch), 101):
        await asyncio.to_thread(path.rename, away)
        await asyncio.to_thread(put_in_its_place)
        with pytest.raises(StoreError, match="deleted or replaced"):
            await games.play(1, "draw", interaction)
        await asyncio.to_thread(away.replace, path)
    assert (await games.current(1)).version == started.version
    assert (await games.play(1, "draw", 200)).version == started.version + 1


async def test_a_file_that_is_deleted_while_something_is_stored_is_said(path: Path, database: Database) -> None:
    async def job(connection: Connection) -> None:
        await connection.execute("INSERT INTO interactions VALUES (1)")
        path.unlink()  # noqa: ASYNC240 - in the writer's thread

    with pytest.raises(StoreError, match="deleted or replaced"):
        await database.write(job)


async def test_who_waited_behind_a_write_whose_file_was_deleted_is_not_left_in_doubt(
    path: Path, database: Database
) -> None:
    """Theirs was never begun."""

    async def deletes(connection: Connection) -> None:
        await connection.execute("INSERT INTO interactions VALUES (1)")
        await_another.wait()
        path.unlink()  # noqa: ASYNC240 - in the writer's thread

    async def adds(connection: Connection) -> None:
        await connection.execute("INSERT INTO interactions VALUES (2)")

    await_another = threading.Event()
    first = asyncio.create_task(database.write(deletes))
    await asyncio.sleep(0.05)
    second = asyncio.create_task(database.write(adds))
    await asyncio.sleep(0.05)
    await_another.set()
    with pytest.raises(UncertainError):
        await first
    with pytest.raises(StoreError, match="deleted or replaced") as refused:
        await second
    assert not isinstance(refused.value, UncertainError)


async def test_who_waits_behind_a_slow_write_is_told_in_time(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.sqlite.BUSY_SECONDS", 0.1)
    done = threading.Event()

    async def slow(_: Connection) -> None:
        done.wait()

    slowly = asyncio.create_task(database.write(slow))
    await asyncio.sleep(0.01)
    with pytest.raises(StoreError, match="too busy"):
        await database.write(nothing)
    assert not slowly.done()
    done.set()
    await slowly
    await database.write(nothing)


async def test_who_can_be_answered_no_longer_is_told_before_those_who_came_first(database: Database) -> None:
    done = threading.Event()

    async def slow(_: Connection) -> None:
        done.wait()

    slowly = asyncio.create_task(database.write(slow))
    await asyncio.sleep(0.01)
    patient = asyncio.create_task(database.write(nothing))
    await asyncio.sleep(0.01)
    time_left.set(lambda: 0.1)
    async with asyncio.timeout(1.0):
        with pytest.raises(StoreError, match="too busy"):
            await database.write(nothing)
    assert not patient.done()
    done.set()
    await asyncio.gather(slowly, patient)


async def test_who_has_waited_for_others_does_not_wait_as_long_again_for_a_lock(
    path: Path, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.sqlite.BUSY_SECONDS", 1.0)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)

    async def slow(_: Connection) -> None:
        time.sleep(0.8)  # noqa: ASYNC251 - in the writer's thread

    def lock_before(sql: str) -> None:
        if sql == "BEGIN IMMEDIATE":
            other.execute("BEGIN IMMEDIATE")

    with closing(other):
        slowly = asyncio.create_task(database.write(slow))
        await asyncio.sleep(0.01)
        asked = time.monotonic()
        watching = asyncio.create_task(writer_of(database).set_trace_callback(lock_before))
        with pytest.raises(StoreError, match="locked"):
            await database.write(nothing)
        waited = time.monotonic() - asked
        await watching
        await writer_of(database).set_trace_callback(lambda _: None)
        other.execute("ROLLBACK")
    await slowly
    assert waited < 1.5
    await database.write(nothing)


async def nothing(_: Connection) -> None:
    """Change nothing."""
