"""What both databases do alike: transactions, jobs in the background, reads, metrics and closing."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from prometheus_client import REGISTRY

from bot.monitoring import logs
from bot.store import Connection, Database, StoreError, open_database
from tests.support.card_room import wait_until_written
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


async def nothing(_: Connection) -> None:
    """Change nothing."""


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
async def test_a_background_job_runs_until_it_is_finished_and_other_writes_come_in_between(
    url: str, database: Database
) -> None:
    is_other_done = False

    async def count(connection: Connection) -> bool:
        await connection.execute("INSERT INTO interactions SELECT COUNT(*) FROM interactions")
        return not is_other_done

    database.write_in_background(count)
    database.write_in_background(count)
    while not await stored(url):
        await asyncio.sleep(0.001)
    await database.write(adds(10**6))
    is_other_done = True
    await wait_until_written(database)
    runs = len(await stored(url)) - 1
    await database.write(nothing)
    assert runs >= 2
    assert len(await stored(url)) - 1 == runs


@on_both
async def test_a_failing_background_job_is_logged_and_the_others_go_on(
    url: str, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    async def cannot_store(connection: Connection) -> bool:
        await connection.execute("INSERT INTO interactions VALUES (999)")
        raise StoreError("It is locked.")

    for job in (cannot_store, fails):
        first = 10 * len(await stored(url))
        writing = asyncio.gather(*(database.write(adds(first + number)) for number in range(3)))
        database.write_in_background(job)
        await writing
        await wait_until_written(database)
        await database.write(adds(1000 + len(await stored(url))))
    assert len(await stored(url)) == 8
    assert 999 not in await stored(url)
    assert caplog.text.count("It is locked.") == 1
    assert "LookupError" in caplog.text


@on_both
async def test_background_work_runs_under_no_interaction(database: Database) -> None:
    """It may serve several interactions, and go on when the one that started it has been answered."""
    found: list[int | None] = []

    async def note(_: Connection) -> bool:
        found.append(logs.interaction_id.get())
        return False

    async def interact() -> None:
        logs.interaction_id.set(5)
        database.write_in_background(note)

    await asyncio.create_task(interact())
    await wait_until_written(database)
    assert found == [logs.interaction_id.get()]


@on_both
async def test_closing_waits_for_writes_in_progress_but_ends_background_jobs_early(url: str) -> None:
    async def endless(connection: Connection) -> bool:
        await connection.execute("INSERT INTO interactions SELECT COUNT(*) FROM interactions")
        return True

    database = await open_database(url)
    database.write_in_background(endless)
    while not await stored(url):
        await asyncio.sleep(0.01)
    writing = asyncio.create_task(database.write(adds(10**9)))
    await asyncio.sleep(0)
    await database.close()
    assert await writing == 10**9
    assert 10**9 in await stored(url)
    database.write_in_background(endless)  # an interaction that was answered while the database closed may do this


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
