"""`/ready` fails while nothing can be written, although everything can be read."""

import asyncio
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


async def test_a_write_that_fails_is_noticed_until_one_succeeds(database: Database, health: Health) -> None:
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


async def test_a_lock_that_lasts_is_noticed(health: Health, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await health.unready() is None
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", 0.2)
    with locked(path):
        assert await health.unready() == "the database fails"
    assert await health.unready() is None


@on_postgresql
async def test_a_server_that_became_read_only_is_noticed(url: str, health: Health) -> None:
    for is_on, reason in (("on", "the database fails"), ("off", None)):
        await ask(
            url,
            "SET default_transaction_read_only = off",  # for this connection only
            f"ALTER DATABASE {name_of(url)} SET default_transaction_read_only = {is_on}",
        )
        await end_connections(url)
        assert await health.unready() == reason


@on_both
async def test_pings_at_the_same_time_do_not_disturb_each_other(url: str) -> None:
    """Several processes share a database, and each is probed."""
    databases = [await open_database(url) for _ in range(3)]
    await asyncio.gather(*(database.ping() for database in databases for _ in range(3)))
    for database in databases:
        await database.close()
