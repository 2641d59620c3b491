"""Running queries over aiosqlite with one call of its thread for each."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from typing import Any

import aiosqlite
from aiosql.adapters.aiosqlite import AioSQLiteAdapter

Parameters = Mapping[str, Any]


class OneCallAdapter(AioSQLiteAdapter):
    """What aiosql's own adapter does, in one call where that makes three: to execute, to fetch, and to close.

    Each call wakes another thread and waits for it, which takes longer than most queries do.
    """

    async def select(
        self, conn: aiosqlite.Connection, _name: str, sql: str, parameters: Parameters, record_class: object = None
    ) -> AsyncIterator[Any]:
        """All rows."""
        assert record_class is None, "no query asks for records"
        for row in await conn.execute_fetchall(sql, parameters):
            yield row

    async def select_one(
        self, conn: aiosqlite.Connection, _name: str, sql: str, parameters: Parameters, record_class: object = None
    ) -> Any:
        """The first row; None if there is none."""
        assert record_class is None, "no query asks for records"
        return next(iter(await conn.execute_fetchall(sql, parameters)), None)

    async def select_value(self, conn: aiosqlite.Connection, _name: str, sql: str, parameters: Parameters) -> Any:
        """The first value of the first row; None if there is none."""
        row = await self.select_one(conn, _name, sql, parameters)
        return row[0] if row else None

    async def insert_update_delete(
        self, conn: aiosqlite.Connection, _name: str, sql: str, parameters: Parameters
    ) -> int:
        """How many rows it was."""
        return (await conn.execute(sql, parameters)).rowcount

    async def insert_update_delete_many(
        self, conn: aiosqlite.Connection, _name: str, sql: str, parameters: list[Parameters]
    ) -> None:
        """The same for several parameters; nothing for none."""
        if parameters:
            await conn.executemany(sql, parameters)
