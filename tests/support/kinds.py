"""Run tests on SQLite and PostgreSQL, and read a database from outside the bot."""

import asyncio
import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import aiosqlite
import asyncpg
import pytest

from bot.store import Database, open_database
from bot.store.sqlite import SQLite

SQLITE = "sqlite"
POSTGRESQL = "postgresql"
OWN_POSTGRESQL = "own postgresql"

NewUrl = Callable[[], str]
"""Creates a database and returns its URL."""

on_both = pytest.mark.parametrize("database_kind", [SQLITE, POSTGRESQL], indirect=True)
"""Run a test on SQLite and on PostgreSQL, whichever fixture creates its database."""

on_postgresql = pytest.mark.parametrize("database_kind", [POSTGRESQL], indirect=True)
"""Run a test on PostgreSQL only."""

on_own_postgresql = pytest.mark.parametrize("database_kind", [OWN_POSTGRESQL], indirect=True)
"""Run a test on `own_server`: a PostgreSQL server that it may stop, with its programs installed."""


async def create_tables(url: str) -> None:
    """Create the bot's tables in an empty database. On SQLite the file need not exist."""
    await (await open_database(url)).close()


async def ask(url: str, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements as another program would, and return the rows of the last one."""
    if url.startswith("sqlite:///"):
        # In a thread, because the bot under test may hold the lock, and needs the event loop to release it.
        return await asyncio.to_thread(_ask_sqlite, Path(url.removeprefix("sqlite:///")), statements)
    found: list[Any] = []
    other = await asyncpg.connect(url)
    for statement in statements:
        found = list(map(tuple, await other.fetch(statement)))
    await other.close()
    return found


def _ask_sqlite(path: Path, statements: Iterable[str]) -> list[tuple[Any, ...]]:
    found: list[Any] = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for statement in statements:
            found = list(connection.execute(statement))
    return found


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Lock an SQLite database, as another program might, so that nothing can be stored."""
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


def writer_of(database: Database) -> aiosqlite.Connection:
    """SQLite's connection for writes, in which tests cause faults."""
    assert isinstance(database, SQLite)
    return database._writer  # noqa: SLF001 - only tests need it


async def end_connections(url: str) -> None:
    """End all connections to a PostgreSQL database, as an administrator might."""
    others = "datname = current_database() AND pid <> pg_backend_pid()"
    await ask(url, f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {others}")  # noqa: S608


async def columns(url: str) -> dict[str, set[str]]:
    """The columns of all tables, by table."""
    listed = "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
    if url.startswith("sqlite:///"):
        listed = "SELECT t.name, c.name FROM sqlite_master AS t, pragma_table_info(t.name) AS c WHERE t.type = 'table'"
    found: dict[str, set[str]] = defaultdict(set)
    for table, column in await ask(url, listed):
        found[table].add(column)
    return found


async def tables(url: str) -> dict[str, list[dict[str, Any]]]:
    """All rows of all tables, by table."""
    if url.startswith("sqlite:///"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection:
            connection.row_factory = sqlite3.Row
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
            return {name: [dict(row) for row in connection.execute(f"SELECT * FROM {name}")] for name in names}  # noqa: S608
    other = await asyncpg.connect(url)
    names = [name for (name,) in await other.fetch("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")]
    found = {name: [dict(row) for row in await other.fetch(f"SELECT * FROM {name}")] for name in names}  # noqa: S608
    await other.close()
    return found
