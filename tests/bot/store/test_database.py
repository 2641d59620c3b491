"""Writing: shared commits, failing jobs, closing."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.store import Database

Job = Callable[[aiosqlite.Connection], Awaitable[int]]


def adds(number: int) -> Job:
    async def job(connection: aiosqlite.Connection) -> int:
        await connection.execute("INSERT INTO interactions VALUES (?)", (number,))
        return number

    return job


async def fails(connection: aiosqlite.Connection) -> int:
    await connection.execute("INSERT INTO interactions VALUES (999)")
    raise LookupError


def stored(path: Path) -> set[int]:
    with closing(sqlite3.connect(path)) as connection:
        return {row[0] for row in connection.execute("SELECT id FROM interactions")}


async def test_what_is_returned_is_committed(path: Path, database: Database) -> None:
    assert await database.write(adds(1)) == 1
    assert stored(path) == {1}


async def test_jobs_that_wait_share_one_commit(path: Path, database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    commits: list[str] = []
    execute = database._writer.execute  # noqa: SLF001

    def counted(sql: str, *rest: Any) -> object:
        commits.extend([sql] if sql == "COMMIT" else [])
        return execute(sql, *rest)

    monkeypatch.setattr(database._writer, "execute", counted)  # noqa: SLF001
    results = await asyncio.gather(*(database.write(adds(number)) for number in range(100)))
    assert results == list(range(100))
    assert stored(path) == set(range(100))
    assert len(commits) <= 2


async def test_a_failing_job_harms_no_other_and_changes_nothing(path: Path, database: Database) -> None:
    jobs = [adds(1), fails, adds(2), adds(1), adds(3)]
    results = await asyncio.gather(*(database.write(job) for job in jobs), return_exceptions=True)
    assert [results[0], results[2], results[4]] == [1, 2, 3]
    assert isinstance(results[1], LookupError)
    assert isinstance(results[3], Exception)
    assert stored(path) == {1, 2, 3}


async def test_a_caller_that_no_longer_waits_harms_no_other(path: Path, database: Database) -> None:
    tasks = [asyncio.create_task(database.write(adds(number))) for number in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [results[0], results[2], results[3]] == [0, 2, 3]
    assert {0, 2, 3} <= stored(path)
    assert await database.write(adds(9)) == 9


async def test_closing_waits_for_the_writes_in_hand(path: Path) -> None:
    database = await Database.open(path)
    writes = [asyncio.create_task(database.write(adds(number))) for number in range(20)]
    await asyncio.sleep(0)
    await database.close()
    assert stored(path) == set(range(20))
    assert await asyncio.gather(*writes) == list(range(20))


async def test_a_reader_sees_only_what_is_committed(database: Database) -> None:
    async def job(connection: aiosqlite.Connection) -> int:
        await connection.execute("INSERT INTO interactions VALUES (5)")
        async with database.reading() as reader, reader.execute("SELECT COUNT(*) FROM interactions") as cursor:
            row = await cursor.fetchone()
        assert row is not None
        return int(row[0])

    assert await database.write(job) == 0


async def test_commits_survive_the_loss_of_power(database: Database) -> None:
    async with database._writer.execute("PRAGMA synchronous") as cursor:  # noqa: SLF001
        assert tuple(await cursor.fetchone() or ()) == (2,)
