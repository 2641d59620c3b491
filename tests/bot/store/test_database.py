"""What both databases do alike: transactions, reads, metrics and closing."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from prometheus_client import REGISTRY

from bot.store import Connection, Database, open_database
from tests.support.kinds import on_both, writer_of
from tests.support.recording import rows

Job = Callable[[Connection], Awaitable[int]]


def adds(number: int) -> Job:
    async def job(connection: Connection) -> int:
        await connection.execute("INSERT INTO interactions VALUES (:number)", {"number": number})
        return number

    return job


async def fails(connection: Connection) -> bool:
    await connection.execute("INSERT INTO interactions VALUES (999)")
    raise LookupError


async def stored(url: str) -> set[int]:
    return {number for (number,) in await rows(url, "interactions")}


async def test_waiting_writes_share_one_commit(url: str, database: Database) -> None:
    statements: list[str] = []
    await writer_of(database).set_trace_callback(statements.append)
    results = await asyncio.gather(*(database.write(adds(number)) for number in range(100)))
    assert results == list(range(100))
    assert await stored(url) == set(range(100))
    assert 1 <= statements.count("COMMIT") <= 2


@on_both
async def test_a_failing_job_changes_nothing_and_the_others_succeed(url: str, database: Database) -> None:
    results = await asyncio.gather(
        *(database.write(job) for job in (adds(1), fails, adds(2), adds(3))), return_exceptions=True
    )
    assert [results[0], results[2], results[3]] == [1, 2, 3]
    assert isinstance(results[1], LookupError)
    assert await stored(url) == {1, 2, 3}
    with pytest.raises(Exception, match=r"(?i)unique"):
        await database.write(adds(1))


@on_both
async def test_a_cancelled_caller_does_not_affect_others(url: str, database: Database) -> None:
    tasks = [asyncio.create_task(database.write(adds(number))) for number in range(4)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    assert [results[0], results[2], results[3]] == [0, 2, 3]
    assert {0, 2, 3} <= await stored(url)
    assert await database.write(adds(9)) == 9


@on_both
async def test_closing_waits_for_writes_in_progress(url: str) -> None:
    database = await open_database(url)
    writing = asyncio.create_task(database.write(adds(1)))
    await asyncio.sleep(0)
    await database.close()
    assert await writing == 1
    assert await stored(url) == {1}


@on_both
async def test_a_failing_or_cancelled_query_does_not_affect_others(database: Database) -> None:
    statements = ("SELECT 1", "SELECT nonsense", "SELECT 2", "SELECT 3")
    asked = [asyncio.create_task(database.rows(sql)) for sql in statements]
    await asyncio.sleep(0)
    asked[2].cancel()
    one, failed, cancelled, three = await asyncio.gather(*asked, return_exceptions=True)
    assert not isinstance(one, BaseException)
    assert not isinstance(three, BaseException)
    assert [tuple(row) for row in (*one, *three)] == [(1,), (3,)]
    assert isinstance(failed, Exception)
    assert isinstance(cancelled, asyncio.CancelledError)


async def test_commits_survive_a_power_failure(database: Database) -> None:
    ((synchronous,),) = await writer_of(database).execute_fetchall("PRAGMA synchronous")
    assert synchronous == 2


def measured(metric: str, operation: str) -> float:
    return REGISTRY.get_sample_value(metric, {"operation": operation}) or 0.0


@on_both
async def test_reads_and_writes_are_measured_and_pings_are_not(database: Database) -> None:
    """Probes every few seconds would make the database look faster than it is for players."""
    operations = ("read", "write")
    before = [measured("patience_database_seconds_count", operation) for operation in operations]
    await database.rows("SELECT 1")
    await database.write(adds(1))
    await database.ping()
    after = [measured("patience_database_seconds_count", operation) for operation in operations]
    assert [each - earlier for each, earlier in zip(after, before, strict=True)] == [1, 1]
