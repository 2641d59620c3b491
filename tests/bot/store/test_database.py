"""Writing: shared commits, failing jobs, closing."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from bot.store import Connection, Database, StoreError
from bot.store.sqlite import SQLite
from bot.store.time_left import time_left
from tests.support.card_room import written
from tests.support.kinds import ask, on_both
from tests.support.recording import rows

Job = Callable[[Connection], Awaitable[int]]


def adds(number: int) -> Job:
    async def job(connection: Connection) -> int:
        await connection.execute("INSERT INTO interactions VALUES (:number)", {"number": number})
        return number

    return job


async def fails(connection: Connection) -> int:
    await connection.execute("INSERT INTO interactions VALUES (999)")
    raise LookupError


async def stored(url: str) -> set[int]:
    return {number for (number,) in await rows(url, "interactions")}


@on_both
async def test_what_is_returned_is_committed(url: str, database: Database) -> None:
    assert await database.write(adds(1)) == 1
    assert await stored(url) == {1}


async def test_jobs_that_wait_share_one_commit(url: str, database: Database) -> None:
    assert isinstance(database, SQLite)
    run: list[str] = []
    await database._writer.set_trace_callback(run.append)  # noqa: SLF001
    results = await asyncio.gather(*(database.write(adds(number)) for number in range(100)))
    assert results == list(range(100))
    assert await stored(url) == set(range(100))
    assert 1 <= run.count("COMMIT") <= 2


@on_both
async def test_a_failing_job_harms_no_other_and_changes_nothing(url: str, database: Database) -> None:
    jobs = [adds(1), fails, adds(2), adds(1), adds(3)]
    first, failed, second, again, third = await asyncio.gather(
        *(database.write(job) for job in jobs), return_exceptions=True
    )
    assert isinstance(failed, LookupError)
    assert [second, third] == [2, 3]
    # Jobs run in any order, so either of the two that add the same row may come first.
    assert (first == 1) != (again == 1)
    assert isinstance(first, Exception) != isinstance(again, Exception)
    assert await stored(url) == {1, 2, 3}


@on_both
async def test_a_caller_that_no_longer_waits_harms_no_other(url: str, database: Database) -> None:
    tasks = [asyncio.create_task(database.write(adds(number))) for number in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [results[0], results[2], results[3]] == [0, 2, 3]
    assert {0, 2, 3} <= await stored(url)
    assert await database.write(adds(9)) == 9


@on_both
async def test_closing_waits_for_the_writes_in_hand(url: str) -> None:
    database = await Database.open(url)
    writes = [asyncio.create_task(database.write(adds(number))) for number in range(20)]
    await asyncio.sleep(0)
    await database.close()
    assert await stored(url) == set(range(20))
    assert await asyncio.gather(*writes) == list(range(20))


async def test_what_is_written_behind_goes_on_while_there_is_more_and_others_come_in_between(
    url: str, database: Database
) -> None:
    order: list[int] = []
    others: list[asyncio.Task[int]] = []
    loop = asyncio.get_running_loop()

    def notes(number: int) -> Job:
        async def job(connection: Connection) -> int:
            order.append(number)
            return await adds(number)(connection)

        return job

    async def behind(connection: Connection) -> bool:
        number = 100 + len(order)
        if len(order) < 4:
            other = database.write(notes(len(order)))
            loop.call_soon_threadsafe(lambda: others.append(loop.create_task(other)))
        await notes(number)(connection)
        return len(order) < 5

    database.write_behind(behind)
    database.write_behind(behind)
    await written(database)
    await asyncio.gather(*others)
    assert order == [100, 0, 102, 2, 104]
    assert await stored(url) == set(order)


@on_both
async def test_what_fails_behind_is_told_and_harms_no_other(
    url: str, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async def locked(connection: Connection) -> bool:
        await connection.execute("INSERT INTO interactions VALUES (999)")
        raise StoreError("It is locked.")

    for job in (locked, fails):
        first = 10 * len(await stored(url))
        writing = asyncio.gather(*(database.write(adds(first + number)) for number in range(3)))
        database.write_behind(job)
        await writing
        await written(database)
        await database.write(adds(1000 + len(await stored(url))))
    assert len(await stored(url)) == 8
    assert 999 not in await stored(url)
    assert caplog.text.count("It is locked.") == 1
    assert "LookupError" in caplog.text


@on_both
async def test_closing_does_not_wait_for_all_that_is_behind(url: str) -> None:
    async def endless(connection: Connection) -> bool:
        await connection.execute("INSERT INTO interactions SELECT COUNT(*) FROM interactions")
        return True

    database = await Database.open(url)
    database.write_behind(endless)
    while not await stored(url):
        await asyncio.sleep(0.01)
    writing = asyncio.create_task(database.write(adds(10**9)))
    await asyncio.sleep(0)
    await database.close()
    assert await writing == 10**9
    assert 10**9 in await stored(url)
    database.write_behind(endless)  # as by who was answered while it closed


@on_both
async def test_a_reader_sees_only_what_is_committed(url: str, database: Database) -> None:
    async def job(connection: Connection) -> list[Any]:
        await connection.execute("INSERT INTO interactions VALUES (5)")
        return await ask(url, "SELECT COUNT(*) FROM interactions")

    assert await database.write(job) == [(0,)]
    async with database.reading() as reader:
        assert list(map(tuple, await reader.rows("SELECT COUNT(*) FROM interactions"))) == [(1,)]


@on_both
async def test_a_query_that_fails_or_is_given_up_keeps_others_from_nothing(database: Database) -> None:
    async def found(sql: str) -> Sequence[Sequence[Any]]:
        async with database.reading() as reader:
            return await reader.rows(sql)

    asked = [asyncio.create_task(found(sql)) for sql in ("SELECT 1", "SELECT nonsense", "SELECT 2", "SELECT 3")]
    await asyncio.sleep(0)
    asked[2].cancel()
    one, failed, given_up, three = await asyncio.gather(*asked, return_exceptions=True)
    assert not isinstance(one, BaseException)
    assert not isinstance(three, BaseException)
    assert [tuple(row) for row in (*one, *three)] == [(1,), (3,)]
    assert isinstance(failed, Exception)
    assert isinstance(given_up, asyncio.CancelledError)


async def test_closing_waits_for_the_queries_in_hand(url: str) -> None:
    database = await Database.open(url)

    async def count() -> int:
        async with database.reading() as reader:
            ((number,),) = await reader.rows("SELECT COUNT(*) FROM interactions")
        return int(number)

    counting = [asyncio.create_task(count()) for _ in range(20)]
    await asyncio.sleep(0)
    await database.close()
    assert await asyncio.gather(*counting) == [0] * 20


@on_both
async def test_what_somebody_waits_for_no_longer_is_not_written(url: str, database: Database) -> None:
    time_left.set(lambda: 0.0)
    with pytest.raises(StoreError, match="in time"):
        await database.write(adds(1))
    time_left.set(lambda: math.inf)
    assert await database.write(adds(2)) == 2
    assert await stored(url) == {2}


async def test_a_job_that_waits_for_something_else_than_its_queries_changes_nothing(
    url: str, database: Database
) -> None:
    async def waits(connection: Connection) -> int:
        await connection.execute("INSERT INTO interactions VALUES (7)")
        await asyncio.sleep(0)
        return 7

    with pytest.raises(RuntimeError, match="waits"):
        await database.write(waits)
    assert await stored(url) == set()


async def test_commits_survive_the_loss_of_power(database: Database) -> None:
    assert isinstance(database, SQLite)
    assert list(await database._writer.execute_fetchall("PRAGMA synchronous")) == [(2,)]  # noqa: SLF001
