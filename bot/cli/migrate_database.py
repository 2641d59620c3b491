"""`python -m bot migrate-database`: copy an installation from SQLite to PostgreSQL."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.store import Connection, StoreError, open_database, open_snapshot
from bot.store.database import Reader
from bot.store.sqlite import URL_PREFIX
from bot.store.urls import POSTGRESQL

_BATCH = 2000
_SECONDS = 24 * 60 * 60.0


async def migrate_database(source: str, target: str) -> int:
    """Copy every row of an SQLite file to an empty PostgreSQL database; return 0.

    Everything is read and copied in one transaction. Raises StoreError if the source has another schema than this
    bot's, the target is not empty or does not accept a row, or a database fails.
    """
    if not (source.startswith(URL_PREFIX) and target.startswith(POSTGRESQL)):
        raise StoreError("This command copies from sqlite:///path to the PostgreSQL database that DATABASE_URL names.")
    async with open_snapshot(source) as reader:
        tables = await _tables(reader)
        database = await open_database(target)

        async def job(connection: Connection) -> None:
            await _check_empty(connection, tables)
            for table in tables:
                await _copy(table, reader, connection)

        try:
            await database.write(job, seconds=_SECONDS)
        finally:
            await database.close()
    _print("Everything was copied. Keep the file until the bot runs on the new database.")
    return 0


@dataclass(frozen=True)
class _Table:
    name: str
    columns: Sequence[str]
    key: Sequence[str]

    async def batches(self, reader: Reader) -> AsyncIterator[Sequence[Sequence[Any]]]:
        """Yield all rows in batches, ordered by the primary key."""
        columns = ", ".join(self.columns)
        key = ", ".join(self.key)
        after = f"WHERE ({key}) > ({', '.join(f':{name}' for name in self.key)})"
        last: dict[str, Any] = {}
        while True:
            rows = await reader.rows(
                f"SELECT {columns} FROM {self.name} {after if last else ''} ORDER BY {key} LIMIT {_BATCH}",  # noqa: S608 - names of the schema
                last,
            )
            if rows:
                yield rows
            if len(rows) < _BATCH:
                return
            last = {name: rows[-1][self.columns.index(name)] for name in self.key}


async def _tables(reader: Reader) -> list[_Table]:
    """Return the tables of the file, except the one that migrations fill."""
    names = await reader.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_version'"
        " ORDER BY name"
    )
    tables = []
    for (name,) in names:
        columns = await reader.rows("SELECT name, pk FROM pragma_table_info(:name)", {"name": name})
        key = sorted((place, column) for column, place in columns if place)
        tables.append(_Table(name, [column for column, _ in columns], [column for _, column in key]))
    return tables


async def _check_empty(connection: Connection, tables: Sequence[_Table]) -> None:
    for table in tables:
        if await connection.rows(f"SELECT 1 FROM {table.name} LIMIT 1"):  # noqa: S608 - a name of the schema
            raise StoreError(f"The target is not empty: {table.name} has rows. Create a new database.")


async def _copy(table: _Table, reader: Reader, connection: Connection) -> None:
    values = ", ".join(f":{name}" for name in table.columns)
    insert = f"INSERT INTO {table.name} ({', '.join(table.columns)}) VALUES ({values})"  # noqa: S608 - names of the schema
    copied = 0
    async for batch in table.batches(reader):
        try:
            await connection.execute_many(insert, [dict(zip(table.columns, row, strict=True)) for row in batch])
        except Exception as error:
            raise StoreError(f"{table.name}: PostgreSQL does not accept a row: {error}") from error
        copied += len(batch)
        if copied % (10 * _BATCH) == 0:
            _print(f"{table.name}: {copied:,} rows so far")
    _print(f"{table.name}: {copied:,} rows copied")


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
