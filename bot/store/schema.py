"""The database's schema: numbered migration files, each run once."""

from __future__ import annotations

import hashlib
import logging
import re
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from bot.store.database import Catalogue, Connection
from bot.store.errors import DamagedError, LastingError

log = logging.getLogger(__name__)

MIGRATIONS = Path(__file__).parent / "migrations"

_TABLE = re.compile(r"^CREATE TABLE (\w+)", re.MULTILINE)
_INDEX = re.compile(r"^CREATE (?:UNIQUE )?INDEX (?P<name>\w+)\s+ON (?P<table>\w+)", re.MULTILINE)

_DROPPED = re.compile(r"^DROP (?:TABLE|INDEX) (\w+)", re.MULTILINE)

_NEW_ONE = "Start with a new one: set DATABASE_URL to a file that does not exist yet, or to an empty database."


@dataclass(frozen=True)
class Migration:
    """A migration file; the first is number 1."""

    number: int
    name: str
    script: str

    @property
    def statements(self) -> list[str]:
        """Running the whole script at once would commit SQLite's transaction."""
        return self.script.strip().removesuffix(";").split(";\n")

    @property
    def fingerprint(self) -> str:
        """A hash of the statements, without comments."""
        statements = " ".join(re.sub("--.*", "", self.script).split())
        return hashlib.sha256(statements.encode()).hexdigest()

    @cached_property
    def late_indexes(self) -> Mapping[str, str]:
        """Statements that create indexes on tables of earlier migrations, which may have rows, by name."""
        created = _TABLE.findall(self.script)
        found = ((_INDEX.search(statement), statement) for statement in self.statements)
        return {index["name"]: statement for index, statement in found if index and index["table"] not in created}

    async def run(self, connection: Connection, *, with_late_indexes: bool = True) -> None:
        """Run the migration, and record it. The caller's transaction keeps other processes from doing the same."""
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL, migration TEXT)")
        late = () if with_late_indexes else self.late_indexes.values()
        for statement in self.statements:
            if statement not in late:
                await connection.execute(statement)
        row = {"number": self.number, "migration": self.fingerprint}
        await connection.execute("INSERT INTO schema_version VALUES (:number, :migration)", row)


async def missing_migrations(reader: Catalogue) -> list[Migration]:
    """Return the migrations still to run. Raises LastingError like `check_own`."""
    return _migrations()[await check_own(reader) :]


async def missing_late_indexes(reader: Catalogue) -> dict[str, str]:
    """Return the statements of late indexes that the database lacks, by name."""
    names = await reader.objects()
    late = {name: sql for migration in _migrations() for name, sql in migration.late_indexes.items()}
    return {name: sql for name, sql in late.items() if name not in names}


def is_new(missing: list[Migration]) -> bool:
    return bool(missing) and missing[0].number == 1


@contextmanager
def logged(name: str) -> Iterator[None]:
    log.info("schema: %s begins", name)
    begun = time.monotonic()
    yield
    log.info("schema: %s took %.1f s", name, time.monotonic() - begun)


async def check_own(reader: Catalogue) -> int:
    """Return how many of the bot's migrations have run, 0 for an empty database, without changing anything.

    Raises LastingError if the database belongs to another program or a newer bot, or cannot be migrated.
    """
    tables = [name for name, kind in (await reader.objects()).items() if kind == "table"]
    if not tables:
        return 0
    if "schema_version" not in tables:
        raise LastingError(f"This is not the bot's database: it has other tables. Nothing was changed. {_NEW_ONE}")
    run = await reader.rows("SELECT * FROM schema_version ORDER BY version")
    migrations = _migrations()
    if not run:
        raise DamagedError("The database is damaged: it does not say which schema it has. Restore it from a backup.")
    version = run[-1][0]
    if not isinstance(version, int):
        raise LastingError("This is not the bot's database: its schema version is not a number.")
    for row, migration in zip(run, migrations, strict=False):
        if list(row[1:]) != [migration.fingerprint]:  # versions before 0.3.0 stored no fingerprint
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


@dataclass(frozen=True)
class SchemaFault:
    """A table, index, trigger or view that is missing, or does not belong to the bot."""

    kind: str
    name: str
    is_missing: bool

    def __str__(self) -> str:
        return f"{self.kind} {self.name}: {'it is missing' if self.is_missing else 'it does not belong to the bot'}"


async def schema_faults(reader: Catalogue) -> list[SchemaFault]:
    """Return how the schema differs from the one that the migrations made."""
    expected = {"schema_version": "table"}
    for migration in _migrations()[: await check_own(reader)]:
        for name in _DROPPED.findall(migration.script):
            expected.pop(name, None)
        expected |= dict.fromkeys(_TABLE.findall(migration.script), "table")
        expected |= {name: "index" for name, _ in _INDEX.findall(migration.script)}
    found = await reader.objects()
    missing = [SchemaFault(kind, name, is_missing=True) for name, kind in expected.items() if found.get(name) != kind]
    strange = [SchemaFault(kind, name, is_missing=False) for name, kind in found.items() if expected.get(name) != kind]
    return sorted(missing + strange, key=str)


async def describe(reader: Catalogue) -> str:
    """Return the number of the last migration, and the beginning of its fingerprint."""
    (*_, (number, fingerprint)) = await reader.rows("SELECT version, migration FROM schema_version ORDER BY version")
    return f"{number}, {fingerprint[:8]}"


def _migrations() -> list[Migration]:
    """In order."""
    files = sorted(MIGRATIONS.glob("*.sql"))
    return [Migration(number, file.stem, file.read_text(encoding="utf-8")) for number, file in enumerate(files, 1)]
