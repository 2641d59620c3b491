"""The database's schema: numbered migration files, each run once."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from bot.store.database import Catalogue, Connection
from bot.store.errors import LastingError

MIGRATIONS = Path(__file__).parent / "migrations"

_NAMES = re.compile(r"^CREATE (?:UNIQUE )?(?:TABLE|INDEX) (\w+)", re.MULTILINE)

_NEW_ONE = "Start with a new one: set DATABASE_URL to a file that does not exist yet, or to an empty database."


async def migrate(connection: Connection) -> None:
    """Run the missing migrations; the caller's transaction keeps other processes from doing the same.

    Raises LastingError as `check_own` does.
    """
    version = await check_own(connection)
    await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL, migration TEXT)")
    for number, migration in enumerate(_migrations()[version:], version + 1):
        # Running the whole script at once would commit SQLite's transaction.
        script = migration.read_text(encoding="utf-8").strip().removesuffix(";")
        for statement in script.split(";\n"):
            await connection.execute(statement)
        row = {"number": number, "migration": _fingerprint(migration)}
        await connection.execute("INSERT INTO schema_version VALUES (:number, :migration)", row)


async def check_own(reader: Catalogue) -> int:
    """Return how many of the bot's migrations have run: 0 for an empty database. Changes nothing.

    Raises LastingError if the database belongs to another program or a newer bot, or cannot be migrated.
    """
    names = await reader.names()
    if not names:
        return 0
    if "schema_version" not in names:
        raise LastingError(f"This is not the bot's database: it has other tables. Nothing was changed. {_NEW_ONE}")
    run = await reader.rows("SELECT * FROM schema_version ORDER BY version")
    migrations = _migrations()
    version = run[-1][0] if run else 0
    if not isinstance(version, int):
        raise LastingError("This is not the bot's database: its schema version is not a number.")
    for row, migration in zip(run, migrations, strict=False):
        if list(row[1:]) != [_fingerprint(migration)]:  # versions before 0.3.0 stored no fingerprint
            raise LastingError(
                f"The database was made by an older version of the bot, and this version cannot migrate it. {_NEW_ONE}"
            )
    if version > len(migrations):
        raise LastingError(
            f"The database is newer than this bot: its schema version is {version}, the bot's is {len(migrations)}. "
            "Update the bot, or restore a backup from before the update."
        )
    return version


async def check_current(reader: Catalogue) -> None:
    """Raise LastingError unless the database has exactly this bot's schema."""
    version = await check_own(reader)
    known = len(_migrations())
    if version != known:
        raise LastingError(
            f"The schema version is {version}, but this bot's is {known}. Run the bot once to migrate the database."
        )


async def missing_names(reader: Catalogue) -> list[str]:
    """Return the tables and indexes of the migrations that the database lacks."""
    scripts = "".join(migration.read_text(encoding="utf-8") for migration in _migrations())
    return sorted(set(_NAMES.findall(scripts)) - await reader.names())


async def describe(reader: Catalogue) -> str:
    """Return the number and the beginning of the fingerprint of the last migration."""
    (*_, (number, fingerprint)) = await reader.rows("SELECT version, migration FROM schema_version ORDER BY version")
    return f"{number}, {fingerprint[:8]}"


def _migrations() -> list[Path]:
    """Return the files in order; the first is number 1."""
    return sorted(MIGRATIONS.glob("*.sql"))


def _fingerprint(migration: Path) -> str:
    """Return a hash of a migration's statements, without its comments."""
    statements = " ".join(re.sub("--.*", "", migration.read_text(encoding="utf-8")).split())
    return hashlib.sha256(statements.encode()).hexdigest()
