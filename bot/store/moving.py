"""Moving an installation from SQLite to PostgreSQL: every row of every table, and nothing else."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from bot.store.database import Connection, Reader
from bot.store.errors import StoreError
from bot.store.factory import POSTGRESQL, open_database, open_snapshot
from bot.store.sqlite import URL_PREFIX

_BATCH = 2000

_SECONDS = 24 * 60 * 60.0

_BITS = {"INTEGER": 32, "BIGINT": 64}
"""How large the integers are that a column takes on PostgreSQL, by the type that migrations declare."""

Tell = Callable[[str], None]
"""Takes a line about how far it is."""


@dataclass(frozen=True)
class _Column:
    name: str
    type: str
    is_needed: bool
    place_in_key: int

    def takes(self, value: Any) -> bool:
        """Whether PostgreSQL takes a value, which SQLite may hold in a column of any type."""
        if value is None:
            return not self.is_needed
        if self.type in _BITS:
            largest = 2 ** (_BITS[self.type] - 1)
            return isinstance(value, int) and -largest <= value < largest
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
        """The columns of the primary key, in its order."""
        keyed = [column for column in self.columns if column.place_in_key]
        return [column.name for column in sorted(keyed, key=lambda column: column.place_in_key)]

    async def batches(self, reader: Reader) -> AsyncIterator[Sequence[Sequence[Any]]]:
        """All rows, so many at once, in the order of the key."""
        columns, key = ", ".join(self.names), ", ".join(self.key)
        places = [self.names.index(name) for name in self.key]
        after = f"WHERE ({key}) > ({', '.join(f':{name}' for name in self.key)})"
        last: dict[str, Any] | None = None
        while True:
            found = await reader.rows(
                f"SELECT {columns} FROM {self.name} {after if last else ''} ORDER BY {key} LIMIT {_BATCH}",  # noqa: S608 - names of the schema
                last or {},
            )
            if found:
                yield found
            if len(found) < _BATCH:
                return
            last = {name: found[-1][place] for name, place in zip(self.key, places, strict=True)}


async def move(source: str, target: str, *, tell: Tell) -> None:
    """Copy all that a file of SQLite holds into an empty database of PostgreSQL, and read it there to compare it.

    All is there in the end, or nothing. Raises StoreError where the source has another schema than this bot's, the
    target is not empty, a row cannot be stored there, what was read is not what was copied, or a database fails.
    """
    if not (source.startswith(URL_PREFIX) and target.startswith(POSTGRESQL)):
        raise StoreError("A move goes from sqlite:///path to postgresql://user:password@host/name.")
    async with open_snapshot(source) as reader:
        tables = await _tables(reader)
        database = await open_database(target)

        async def job(connection: Connection) -> None:
            await _check_empty(connection, tables)
            for table in tables:
                await _copy(table, reader, connection, tell)

        try:
            await database.write(job, in_turn=True, seconds=_SECONDS)
        finally:
            await database.close()


async def _tables(reader: Reader) -> list[_Table]:
    """The tables of a file, but the one that the migrations fill."""
    names = await reader.rows(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_version'"
        " ORDER BY name"
    )
    tables = []
    for (name,) in names:
        found = await reader.rows('SELECT name, type, "notnull", pk FROM pragma_table_info(:name)', {"name": name})
        columns = (_Column(column, type_, bool(needed or pk), pk) for column, type_, needed, pk in found)
        tables.append(_Table(name, tuple(columns)))
    return tables


async def _check_empty(connection: Connection, tables: Sequence[_Table]) -> None:
    for table in tables:
        if await connection.rows(f"SELECT 1 FROM {table.name} LIMIT 1"):  # noqa: S608 - a name of the schema
            raise StoreError(f"The target is not empty: there are {table.name}. Move to a new database.")


async def _copy(table: _Table, reader: Reader, connection: Connection, tell: Tell) -> None:
    insert = f"INSERT INTO {table.name} ({', '.join(table.names)}) VALUES ({', '.join(f':{n}' for n in table.names)})"  # noqa: S608 - names of the schema
    copied = _Digest()
    async for batch in table.batches(reader):
        for row in batch:
            _check(table, row)
        copied.add(batch)
        await connection.execute_many(insert, [dict(zip(table.names, row, strict=True)) for row in batch])
        if copied.rows % (10 * _BATCH) == 0:
            tell(f"{table.name}: {copied.rows:,} rows so far")
    there = _Digest()
    async for batch in table.batches(connection):
        there.add(batch)
    if there != copied:
        raise StoreError(f"{table.name}: {copied.rows} rows were copied, and other ones read. Nothing was moved.")
    tell(f"{table.name}: {copied.rows:,} rows copied and compared")


def _check(table: _Table, row: Sequence[Any]) -> None:
    for column, value in zip(table.columns, row, strict=True):
        if not column.takes(value):
            key = ", ".join(f"{name} {row[table.names.index(name)]!r}" for name in table.key)
            raise StoreError(f"{table.name}: PostgreSQL does not take the `{column.name}` of the row with {key}.")


class _Digest:
    """How many rows there are, and a number that any other rows would not have, in whichever order they come."""

    def __init__(self) -> None:
        self.rows = 0
        self._sum = 0

    def add(self, rows: Sequence[Sequence[Any]]) -> None:
        self.rows += len(rows)
        self._sum += sum(int.from_bytes(sha256(repr(tuple(row)).encode()).digest()) for row in rows)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Digest) and (self.rows, self._sum) == (other.rows, other._sum)

    __hash__ = None  # type: ignore[assignment]  # it changes
