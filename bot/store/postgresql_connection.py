"""Queries and changes over a connection to PostgreSQL."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from bot.store.database import NO_PARAMETERS, Parameters

_PARAMETER = re.compile(r"'(?:[^']|'')*'|::|:(\w+)")

_OBJECTS = """SELECT relname,
    CASE WHEN relkind IN ('r', 'p') THEN 'table' WHEN relkind = 'i' THEN 'index' ELSE 'view' END
FROM pg_class LEFT JOIN pg_index ON pg_index.indexrelid = pg_class.oid
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'i', 'v', 'm')
    AND COALESCE(indisvalid, TRUE)
    AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = pg_class.oid)
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')
UNION ALL SELECT tgname, 'trigger' FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
WHERE relnamespace = current_schema()::regnamespace AND NOT tgisinternal"""
"""The contents of the bot's schema, without broken indexes, indexes of keys, and objects of extensions."""


class PostgreSQLConnection:
    """A `Reader`, and in a transaction a `Connection`."""

    def __init__(self, opened: Any) -> None:
        self._opened = opened

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        numbered, names = _numbered(sql)
        found: Sequence[Sequence[Any]] = await self._opened.fetch(numbered, *[parameters[name] for name in names])
        return found

    async def execute(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> int:
        numbered, names = _numbered(sql)
        status = await self._opened.execute(numbered, *[parameters[name] for name in names])
        count = status.rpartition(" ")[2]  # as in "UPDATE 1"
        return int(count) if count.isdecimal() else 0

    async def execute_many(self, sql: str, parameters: Sequence[Parameters]) -> None:
        numbered, names = _numbered(sql)
        await self._opened.executemany(numbered, [[each[name] for name in names] for each in parameters])

    async def objects(self) -> dict[str, str]:
        return dict(map(tuple, await self._opened.fetch(_OBJECTS)))

    async def now(self) -> int:
        return int(1000 * await self._opened.fetchval("SELECT extract(epoch FROM clock_timestamp())"))


class PostgreSQLSnapshot(PostgreSQLConnection):
    """A `Snapshot`. The server waits for one without serialization anomalies."""

    async def begin(self) -> None:
        await self._opened.transaction(isolation="serializable", readonly=True, deferrable=True).start()

    async def damage(self) -> Sequence[str]:
        for (table,) in await self.rows("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"):
            await self.rows(f"SELECT COUNT(everything::text) FROM {table} AS everything")  # noqa: S608 - of the schema
        return []


@cache
def _numbered(sql: str) -> tuple[str, tuple[str, ...]]:
    """Replace `:name` with `$1` for the server; return the statement and the names in order."""
    names: list[str] = []

    def number(match: re.Match[str]) -> str:
        name = match[1]
        if name is None:
            return match[0]
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _PARAMETER.sub(number, sql), tuple(names)
