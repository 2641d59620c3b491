"""The bot looks at whatever DATABASE_URL names, and changes nothing before it knows that it is its own."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable
from pathlib import Path

import pytest

from bot.model.game import NewGame
from bot.store import Connection, Database, LastingError, StoreError, open_database
from bot.store.errors import DamagedError
from tests.support.kinds import ask, columns, create_tables, on_both, on_postgresql
from tests.support.postgresql import Server, name_of
from tests.support.tampering import overwrite
from tests.support.turns import open_games


async def start_games(database: Database, users: Iterable[int]) -> None:
    for user_id in users:
        await open_games(database).start(user_id, NewGame("dimes", 8), user_id)


@pytest.fixture
async def crashed(path: Path, url: str) -> Path:
    """A database that was not closed, with its last game in the write-ahead log."""
    database = await open_database(url)
    await start_games(database, range(200))
    await ask(url, "PRAGMA wal_checkpoint(TRUNCATE)")
    await start_games(database, [200])
    folder = path.parent / "crashed"
    folder.mkdir()
    for name in (path.name, f"{path.name}-wal"):
        shutil.copy(path.with_name(name), folder)
    await database.close()
    return folder / path.name


async def test_a_log_beside_a_file_that_was_put_there_is_named(
    crashed: Path, sqlite_template: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """SQLite adds its changes to that file, whatever it is."""
    later = crashed.stat().st_mtime + 3600  # noqa: ASYNC240 - a test
    shutil.copy(sqlite_template, crashed)
    os.utime(crashed, (later, later))
    await create_tables(f"sqlite:///{crashed}")
    assert f"{crashed} is newer than the file {crashed}-wal beside it" in caplog.text


async def test_a_log_beside_a_damaged_file_is_named(crashed: Path) -> None:
    """The damage may be that it is another file's."""
    overwrite(crashed, 0.25, pages=16)
    with pytest.raises(DamagedError, match="delete the files beside it that end in -wal and -shm"):
        await open_database(crashed)


async def test_a_log_of_the_same_file_is_not_mentioned(crashed: Path, caplog: pytest.LogCaptureFixture) -> None:
    await create_tables(f"sqlite:///{crashed}")
    assert caplog.messages == []


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE songs (id INTEGER)"],
        ["CREATE TABLE schema_version (version TEXT)", "INSERT INTO schema_version VALUES ('first')"],
    ],
    ids=["other tables", "another version"],
)
@on_both
async def test_a_database_of_another_program_stays_as_it_is(empty_url: str, statements: list[str]) -> None:
    await ask(empty_url, *statements)
    before = await columns(empty_url)
    with pytest.raises(StoreError, match="This is not the bot's database"):
        await open_database(empty_url)
    assert await columns(empty_url) == before


@on_postgresql
async def test_a_database_that_cannot_store_every_name_is_refused(empty_url: str, server: Server) -> None:
    name = f"{name_of(empty_url)}_latin1"
    server.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    try:
        with pytest.raises(LastingError, match=r"encoding of the database is LATIN1: create one with ENCODING 'UTF8'"):
            await open_database(server.url(name))
    finally:
        server.drop(server.url(name))


@on_postgresql
async def test_a_database_that_cannot_be_written_is_refused(url: str) -> None:
    await ask(url, f"ALTER DATABASE {name_of(url)} SET default_transaction_read_only = on")
    with pytest.raises(StoreError, match="it is read-only"):
        await open_database(url)


@on_postgresql
async def test_a_pooler_that_forgets_prepared_statements_is_named(database: Database) -> None:
    """So does PgBouncer before version 1.21 in transaction mode."""

    async def forgets(connection: Connection) -> None:
        await connection.rows("SELECT 1")
        await connection.execute("DEALLOCATE ALL")

    await database.write(forgets)
    with pytest.raises(StoreError, match=r"PgBouncer in transaction mode, use version 1\.21 or newer"):
        await database.write(forgets)
