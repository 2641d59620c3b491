"""The database's schema: numbered migration files, each run once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from bot.store.database import Connection, Reader
from bot.store.errors import StoreError

MIGRATIONS = Path(__file__).parent / "migrations"


async def migrate(connection: Connection) -> None:
    """Run the migrations that the database lacks; the caller's transaction keeps other processes from doing the same.

    Raises StoreError for a database that a newer bot has migrated, or that is not this bot's.
    """
    migrations = _migrations()
    await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
    version = await _version(connection) or 0
    if not isinstance(version, int):
        raise StoreError("This is not the bot's database: its schema version is not a number.")
    if version > len(migrations):
        raise StoreError(
            f"The database is newer than this bot: its schema version is {version}, the bot's is {len(migrations)}. "
            "Update the bot, or restore a backup from before the update."
        )
    for number, migration in enumerate(migrations[version:], version + 1):
        # Running the whole script at once would commit SQLite's transaction.
        script = migration.read_text(encoding="utf-8").strip().removesuffix(";")
        for statement in script.split(";\n"):
            await connection.execute(statement)
        await connection.execute("INSERT INTO schema_version VALUES (:number)", {"number": number})


async def check_current(reader: Reader) -> None:
    """Raise StoreError unless the database has exactly this bot's schema."""
    version, known = await _version(reader), len(_migrations())
    if version != known:
        raise StoreError(f"The schema version is {version}, this bot's is {known}. Run the bot once to migrate.")


def _migrations() -> list[Path]:
    """Return the files in order; the first is number 1."""
    return sorted(MIGRATIONS.glob("*.sql"))


async def _version(reader: Reader) -> Any:
    return (await reader.rows("SELECT MAX(version) FROM schema_version"))[0][0]
