"""`python -m bot migrate-database`: copy an installation from SQLite to PostgreSQL."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from bot.store import Connection, StoreError, open_database, open_read_only
from bot.store.database import Reader
from bot.store.sqlite import URL_PREFIX
from bot.store.urls import POSTGRESQL

_BATCH = 2000
_SECONDS = 24 * 60 * 60.0

_BITS = {"INTEGER": 32, "BIGINT": 64}
"""The size of PostgreSQL's integers, by declared type."""


async def migrate_database(source: str, target: str) -> int:
    """Copy every row of an SQLite file to an empty PostgreSQL database, and compare them there; return 0.

    Everything is copied in one transaction. Raises StoreError if the source has another schema than this bot's, the
    target is not empty, a row cannot be stored there, the copies differ, or a database fails.
    """
    if not (source.startswith(URL_PREFIX) and target.startswith(POSTGRESQL)):
        raise StoreError("This command copies from sqlite:///path to the PostgreSQL database that DATABASE_URL names.")
    async with open_read_only(source) as reader:
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
class _Column:
    name: str
    type: str
    is_required: bool
    place_in_key: int

    def accepts(self, value: Any) -> bool:
        """Return whether PostgreSQL accepts a value; SQLite stores any value in any column."""
        if value is None:
            return not self.is_required
        if self.type in _BITS:
            limit = 2 ** (_BITS[self.type] - 1)
            return isinstance(value, int) and -limit <= value < limit
        return isinstance(value, str) and "\0" not in value


@dataclass(frozen=True)
class _Table:
    name: str
    columns: tuple[_Column, ...]

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]

    @property
    def key(self) -> list[str]:
        """The columns of the primary key, in order."""
        keyed = [column for column in self.columns if column.place_in_key]
        return [column.name for column in sorted(keyed, key=lambda column: column.place_in_key)]

    async def batches(self, reader: Reader) -> AsyncIterator[Sequence[Sequence[Any]]]:
        """Yield all rows in batches, ordered by the primary key."""
        columns, key = ", ".join(self.names), ", ".join(self.key)
        places = [self.names.index(name) for name in self.key]
        after = f"WHERE ({key}) > ({', '.join(f':{name}' for name in self.key)})"
        last: dict[str, Any] | None = None
        while True:
            rows = await reader.rows(
                f"SELECT {columns} FROM {self.name} {after if last else ''} ORDER BY {key} LIMIT {_BATCH}",  # noqa: S608 - names of the schema
                last or {},
            )
            if rows:
                yield rows
            if len(rows) < _BATCH:
                return
            last = {name: rows[-1][place] for name, place in zip(self.key, places, strict=True)}


async def _tables(reader: Reader) -> list[_Table]:
    """Return the tables of the file, except the one that migrations fill."""
    names = await reader.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_version'"
        " ORDER BY name"
    )
    tables = []
    for (name,) in names:
        rows = await reader.rows('SELECT name, type, "notnull", pk FROM pragma_table_info(:name)', {"name": name})
        columns = (_Column(column, type_, bool(not_null or pk), pk) for column, type_, not_null, pk in rows)
        tables.append(_Table(name, tuple(columns)))
    return tables


async def _check_empty(connection: Connection, tables: Sequence[_Table]) -> None:
    for table in tables:
        if await connection.rows(f"SELECT 1 FROM {table.name} LIMIT 1"):  # noqa: S608 - a name of the schema
            raise StoreError(f"The target is not empty: {table.name} has rows. Create a new database.")


async def _copy(table: _Table, reader: Reader, connection: Connection) -> None:
    insert = f"INSERT INTO {table.name} ({', '.join(table.names)}) VALUES ({', '.join(f':{n}' for n in table.names)})"  # noqa: S608 - names of the schema
    copied, found = _Digest(), _Digest()
    async for batch in table.batches(reader):
        for row in batch:
            _check_row(table, row)
        copied.add(batch)
        await connection.execute_many(insert, [dict(zip(table.names, row, strict=True)) for row in batch])
        if copied.rows % (10 * _BATCH) == 0:
            _print(f"{table.name}: {copied.rows:,} rows so far")
    async for batch in table.batches(connection):
        found.add(batch)
    if copied != found:
        raise StoreError(f"{table.name}: the {copied.rows} rows read back differ from the ones copied.")
    _print(f"{table.name}: {copied.rows:,} rows copied and compared")


def _check_row(table: _Table, row: Sequence[Any]) -> None:
    for column, value in zip(table.columns, row, strict=True):
        if not column.accepts(value):
            key = ", ".join(f"{name} {row[table.names.index(name)]!r}" for name in table.key)
            raise StoreError(f"{table.name}: PostgreSQL does not accept `{column.name}` of the row with {key}.")


@dataclass
class _Digest:
    """The number of rows and the sum of their hashes, in any order: the two databases sort text differently."""

    rows: int = 0
    total: int = 0

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        self.rows += len(rows)
        self.total += sum(int.from_bytes(sha256(repr(tuple(row)).encode()).digest()) for row in rows)


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
