"""Open the database that a URL names."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from pathlib import Path

from bot.store.database import Database, Snapshot
from bot.store.errors import LastingError
from bot.store.sqlite import SQLite
from bot.store.urls import POSTGRESQL


async def open_database(url: str | Path) -> Database:
    """Open a database and migrate it to the newest schema.

    A postgresql:// URL names a database on a server. A Path, or sqlite:/// and a path, names an SQLite file, which is
    created if it does not exist. Raises StoreError if that fails.
    """
    return await _driver(url).open(url)


def open_snapshot(url: str | Path, *, is_older_allowed: bool = False) -> AbstractAsyncContextManager[Snapshot]:
    """Read a database as it is at one moment, while others keep changing it.

    Raises StoreError if the database does not exist, has another schema than this bot's, or fails. With
    `is_older_allowed`, the schema may be one that the bot can migrate.
    """
    return _driver(url).snapshot(url, is_older_allowed=is_older_allowed)


def _driver(url: str | Path) -> type[Database]:
    if not str(url).startswith(POSTGRESQL):
        return SQLite
    try:
        from bot.store.postgresql import PostgreSQL  # noqa: PLC0415 - asyncpg is an optional extra
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise LastingError(
            "For a PostgreSQL database, install the extra `postgres`: pip install '.[postgres]'"
        ) from error
    return PostgreSQL
