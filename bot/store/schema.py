"""The database's schema: numbered migration files, each run once."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.store.database import Connection, Reader
from bot.store.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"


async def migrate(connection: Connection) -> None:
    """Run the missing migrations; the caller's transaction keeps other processes from doing the same.

    Raises StoreError for a database of a newer bot, of a version without a migration to this one, or of another
    program.
    """
    migrations = _migrations()
    await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL, migration TEXT)")
    run = await _run_migrations(connection)
    version = run[-1][0] if run else 0
    if not isinstance(version, int):
        raise StoreError("This is not the bot's database: its schema version is not a number.")
    if version > len(migrations):
        raise StoreError(
            f"The database is newer than this bot: its schema version is {version}, the bot's is {len(migrations)}. "
            "Update the bot, or restore a backup from before the update."
        )
    if run:
        _check_first(run, migrations)
    for number, migration in enumerate(migrations[version:], version + 1):
        # Running the whole script at once would commit SQLite's transaction.
        script = migration.read_text(encoding="utf-8").strip().removesuffix(";")
        for statement in script.split(";\n"):
            await connection.execute(statement)
        row = {"number": number, "migration": _fingerprint(migration)}
        await connection.execute("INSERT INTO schema_version VALUES (:number, :migration)", row)


async def check_current(reader: Reader) -> None:
    """Raise StoreError unless the database has exactly this bot's schema."""
    run = await _run_migrations(reader)
    migrations = _migrations()
    version = run[-1][0] if run else None
    known = len(migrations)
    if version != known:
        raise StoreError(f"The schema version is {version}, this bot's is {known}. Run the bot once to migrate.")
    _check_first(run, migrations)


def _migrations() -> list[Path]:
    """Return the files in order; the first is number 1."""
    return sorted(MIGRATIONS.glob("*.sql"))


async def _run_migrations(reader: Reader) -> Sequence[Sequence[Any]]:
    """Return the number of each migration that was run and, unless version 0.2.0 ran it, its hash."""
    return await reader.rows("SELECT * FROM schema_version ORDER BY version")


def _check_first(run: Sequence[Sequence[Any]], migrations: Sequence[Path]) -> None:
    """Raise StoreError if a different first migration made the tables: that file may change until version 1.0."""
    if list(run[0][1:]) != [_fingerprint(migrations[0])]:
        raise StoreError(
            "The database was made by another version of the bot, and there is no way to migrate it. "
            "Start with a new one: set DATABASE_URL to a file that does not exist yet, or to an empty database."
        )


def _fingerprint(migration: Path) -> str:
    """Return a hash of a migration's statements, without its comments."""
    statements = " ".join(re.sub("--.*", "", migration.read_text(encoding="utf-8")).split())
    return hashlib.sha256(statements.encode()).hexdigest()
