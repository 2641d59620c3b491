"""Running a test on each kind of database."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any

import aiosqlite
import asyncpg
import pytest

from bot.store import Database
from bot.store.sqlite import SQLite

SQLITE, POSTGRESQL = "sqlite", "postgresql"

NewUrl = Callable[[], str]
"""Makes a database and returns its URL."""

on_both = pytest.mark.parametrize("kind", [SQLITE, POSTGRESQL], indirect=True)
"""Runs a test that uses a database, by whichever fixture, on SQLite and on PostgreSQL."""

on_postgresql = pytest.mark.parametrize("kind", [POSTGRESQL], indirect=True)
"""Runs it on PostgreSQL alone."""


async def ask(url: str, *statements: str) -> list[tuple[Any, ...]]:
    """Run statements as another program would; the rows that the last one finds."""
    found: list[Any] = []
    if url.startswith("sqlite:///"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"), isolation_level=None)) as connection:
            for statement in statements:
                found = list(connection.execute(statement))
    else:
        other = await asyncpg.connect(url)
        for statement in statements:
            found = list(map(tuple, await other.fetch(statement)))
        await other.close()
    return found


def writer_of(database: Database) -> aiosqlite.Connection:
    """The connection that writes: SQLite plays trouble on it."""
    assert isinstance(database, SQLite)
    return database._writer  # noqa: SLF001 - nobody else needs it


async def tables(url: str) -> dict[str, list[dict[str, Any]]]:
    """All that is in the database, row by row."""
    if url.startswith("sqlite:///"):
        names = "SELECT name FROM sqlite_master WHERE type = 'table'"
        columns = "SELECT name FROM pragma_table_info('{table}')"
    else:
        names = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        columns = (
            "SELECT column_name FROM information_schema.columns WHERE table_name = '{table}' ORDER BY ordinal_position"
        )
    found: dict[str, list[dict[str, Any]]] = {}
    for (table,) in await ask(url, names):
        heads = [name for (name,) in await ask(url, columns.format(table=table))]
        found[table] = [dict(zip(heads, row, strict=True)) for row in await ask(url, f"SELECT * FROM {table}")]  # noqa: S608
    return found
