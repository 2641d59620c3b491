"""Waiting for a lock or for other writes ends by the deadline, and changes nothing then."""

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.store import Connection, Database, StoreError
from tests.support.kinds import locked, writer_of
from tests.support.recording import rows


async def nothing(_: Connection) -> None:
    """Change nothing."""


async def test_waiting_writes_wait_for_a_lock_together_and_change_nothing(
    path: Path, url: str, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One after the other, the last would fail long after Discord's three seconds."""

    async def adds(connection: Connection) -> None:
        await connection.execute("INSERT INTO interactions VALUES (1)")

    statements: list[str] = []
    await writer_of(database).set_trace_callback(statements.append)
    with locked(path), monkeypatch.context() as impatient:
        impatient.setattr("bot.store.database.ANSWER_SECONDS", 0.05)
        answers = await asyncio.gather(*(database.write(adds) for _ in range(8)), return_exceptions=True)
    assert all(isinstance(answer, StoreError) for answer in answers)
    assert 1 <= statements.count("BEGIN IMMEDIATE") <= 3
    assert await rows(url, "interactions") == []
    await database.write(adds)
    assert await rows(url, "interactions") == [(1,)]


async def test_a_write_with_an_early_deadline_leaves_the_others_waiting_for_the_same_lock(
    path: Path, database: Database
) -> None:
    async def write_soon() -> None:
        with pytest.raises(StoreError, match="locked"):
            await database.write(nothing, deadline=time.monotonic() + 0.1)

    with locked(path):
        patient = asyncio.create_task(database.write(nothing))
        hurried = asyncio.create_task(write_soon())
        await asyncio.sleep(0.05)
        later = asyncio.create_task(database.write(nothing))
        await hurried
        await asyncio.sleep(0.3)
    await asyncio.gather(patient, later)


async def test_a_write_behind_a_slow_one_ends_by_its_deadline(database: Database) -> None:
    done = asyncio.Event()

    async def slow(_: Connection) -> None:
        await done.wait()

    slowly = asyncio.create_task(database.write(slow))
    await asyncio.sleep(0.01)
    patient = asyncio.create_task(database.write(nothing))
    await asyncio.sleep(0.01)
    with pytest.raises(StoreError, match=r"too busy|in time"):
        await database.write(nothing, deadline=time.monotonic() + 0.1)
    assert not slowly.done()
    assert not patient.done()
    done.set()
    await asyncio.gather(slowly, patient)
    await database.write(nothing)


async def test_waiting_for_others_and_then_for_a_lock_ends_by_one_deadline(path: Path, database: Database) -> None:
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    done = asyncio.Event()

    async def slow(_: Connection) -> None:
        await done.wait()

    def lock_before(sql: str) -> None:
        if sql == "BEGIN IMMEDIATE":
            other.execute("BEGIN IMMEDIATE")

    with closing(other):
        slowly = asyncio.create_task(database.write(slow))
        await asyncio.sleep(0.01)
        await writer_of(database).set_trace_callback(lock_before)
        waiting = asyncio.create_task(database.write(nothing, deadline=time.monotonic() + 3.0))
        await asyncio.sleep(0.4)
        done.set()
        with pytest.raises(StoreError, match="locked"):
            await waiting
        await writer_of(database).set_trace_callback(lambda _: None)
        other.execute("ROLLBACK")
    await slowly
    await database.write(nothing)
