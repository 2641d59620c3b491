"""`/ready` fails while nothing can be written, although everything can be read."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import closing
from pathlib import Path

import pytest

from bot.monitoring.health import Health
from bot.store import Connection, Database, StoreError, open_database
from tests.support.kinds import ask, end_connections, locked, on_both, on_postgresql, writer_of
from tests.support.postgresql import name_of


@pytest.fixture
def health(database: Database, monkeypatch: pytest.MonkeyPatch) -> Health:
    monkeypatch.setattr("bot.monitoring.health.DATABASE_SECONDS", 60.0)
    health = Health()
    health.ping_database = database.ping
    return health


async def adds_a_row(connection: Connection) -> None:
    await connection.execute("INSERT INTO interactions VALUES (1)")


def the_last_write_was_long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.database.WRITTEN_SECONDS", -1.0)


async def test_a_write_that_fails_is_noticed_until_one_succeeds_and_logged_once(
    database: Database, health: Health, caplog: pytest.LogCaptureFixture
) -> None:
    writer = writer_of(database)
    assert await health.unready() is None
    await writer.execute_fetchall("PRAGMA query_only = ON")
    for _ in range(5):
        with pytest.raises(StoreError):
            await database.write(adds_a_row)
        await database.rows("SELECT 1")
        assert await health.unready() == "the database fails"
    await writer.execute_fetchall("PRAGMA query_only = OFF")
    assert await health.unready() is None
    await database.write(adds_a_row)
    while "the database is back" not in caplog.text:
        await asyncio.sleep(0.01)
    lost, back = caplog.messages
    assert lost.startswith("the database is lost: The database cannot be used: it is read-only")
    assert back == "the database is back after 0 s"


@on_postgresql
async def test_queries_that_are_too_slow_do_not_mean_that_the_database_is_lost(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    database = await open_database(url)
    for _ in range(5):
        with pytest.raises(StoreError, match="in time"):
            await database.rows("SELECT pg_sleep(60)", deadline=time.monotonic() + 0.05)
    await database.ping()
    await database.close()
    assert caplog.messages == []


async def test_a_file_that_is_damaged_while_the_bot_runs_is_noticed(
    database: Database, health: Health, path: Path
) -> None:
    assert await health.unready() is None
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        ((page,),) = other.execute("SELECT rootpage FROM sqlite_master WHERE name = 'games'")
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\x5a" * 4096)
    with pytest.raises(StoreError, match="damaged"):
        await database.rows("SELECT COUNT(*) FROM games NOT INDEXED")
    assert await health.unready() == "the database fails"


async def test_a_quiet_bot_notices_a_lock_that_lasts(
    health: Health, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    the_last_write_was_long_ago(monkeypatch)
    assert await health.unready() is None
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", 0.2)
    with locked(path):
        assert await health.unready() == "the database fails"
    assert await health.unready() is None


@on_postgresql
async def test_a_server_that_became_read_only_is_noticed(
    url: str, health: Health, monkeypatch: pytest.MonkeyPatch
) -> None:
    the_last_write_was_long_ago(monkeypatch)
    for is_on, reason in (("on", "the database fails"), ("off", None)):
        await ask(
            url,
            "SET default_transaction_read_only = off",  # for this connection only
            f"ALTER DATABASE {name_of(url)} SET default_transaction_read_only = {is_on}",
        )
        await end_connections(url)
        assert await health.unready() == reason


@on_both
async def test_pings_at_the_same_time_do_not_disturb_each_other(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Several processes share a database, and each is probed."""
    databases = [await open_database(url) for _ in range(3)]
    the_last_write_was_long_ago(monkeypatch)
    await asyncio.gather(*(database.ping() for database in databases for _ in range(3)))
    for database in databases:
        await database.close()
