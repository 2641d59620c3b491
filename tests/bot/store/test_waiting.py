"""Waiting for a lock of the database, or for the writes of others: not for too long, and nothing is changed."""

from __future__ import annotations

import asyncio
import itertools
import sqlite3
import threading
import time
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.game import NewGame
from bot.model.preferences import Preferences
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
)
from bot.store.time_left import time_left
from tests.support.kinds import writer_of


@pytest.fixture
async def hurried(path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Database]:
    """A database that waits for a lock for a moment only."""
    monkeypatch.setattr("bot.store.sqlite.BUSY_SECONDS", 0.05)
    database = await Database.open(path)
    yield database
    await database.close()


GAME = 10**6
BOARD = StoredBoard(GAME, 2, 3, 4)
INTERACTIONS = itertools.count(1)


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
