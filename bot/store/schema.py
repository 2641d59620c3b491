"""The schema of the database: numbered migrations, each run once and for ever the same."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from bot.store.connection import Connection, Reader
from bot.store.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"


async def migrate(connection: Connection) -> None:
    """Run the migrations that a database lacks, in a transaction that keeps other processes from doing so.

    Raises StoreError for a database that a newer bot has migrated further than this one knows.
    """
    migrations = _migrations()
    await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    version = await _version(connection) or 0
    _check_known(version, len(migrations))
    for number, migration in enumerate(migrations[version:], version + 1):
        for statement in _statements(migration.read_text(encoding="utf-8")):
            await connection.execute(statement)
        await connection.execute("INSERT INTO schema_version VALUES (:number)", {"number": number})


async def check_current(connection: Reader) -> None:
    """Raise StoreError unless the schema is the one that this bot knows."""
    version, known = await _version(connection), len(_migrations())
    if version != known:
        raise StoreError(f"its schema is {version}, this bot's is {known}. Start the bot once first.")


def _migrations() -> list[Path]:
    """All of them: the first is number 1, and none is left out."""
    return sorted(MIGRATIONS.glob("*.sql"))


async def _version(connection: Reader) -> Any:
    return (await connection.rows("SELECT MAX(version) FROM schema_version"))[0][0]


def _check_known(version: object, newest: int) -> None:
    if not isinstance(version, int):
        raise StoreError("The database is not one of this bot's: its schema has no number.")
    if version > newest:
        raise StoreError(
            f"The database is newer than this bot: its schema is {version}, the bot knows {newest}. "
            "Update the bot, or restore a backup made before the update."
        )


def _statements(script: str) -> list[str]:
    """Split a script at its semicolons; executing it whole would commit the transaction around it."""
    statements: list[str] = []
    current = ""
    for line in script.splitlines():
        if line.strip() and not line.lstrip().startswith("--"):
            current += line + "\n"
            if sqlite3.complete_statement(current):
                statements.append(current)
                current = ""
    if current:
        raise ValueError(f"This statement has no end: {current}")
    return statements
