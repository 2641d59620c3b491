"""The adapter through which aiosql runs queries over a `Connection` of either database."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from bot.store.database import Connection, Parameters, Reader


class ConnectionAdapter:
    """Implements the part of aiosql's driver adapter that the queries use."""

    is_aio_driver = True

    def process_sql(self, _name: str, _operation: object, sql: str) -> str:
        """The connection binds the query's parameters."""
        return sql

    async def select(
        self, conn: Reader, _name: str, sql: str, parameters: Parameters, record_class: object = None
    ) -> AsyncIterator[Any]:
        assert record_class is None, "no query asks for records"
        for row in await conn.rows(sql, parameters):
            yield row

    async def select_one(
        self, conn: Reader, _name: str, sql: str, parameters: Parameters, record_class: object = None
    ) -> Any:
        """Return the first row, if any."""
        assert record_class is None, "no query asks for records"
        return next(iter(await conn.rows(sql, parameters)), None)

    async def select_value(self, conn: Reader, _name: str, sql: str, parameters: Parameters) -> Any:
        """Return the first value of the first row, if any."""
        row = await self.select_one(conn, _name, sql, parameters)
        return row[0] if row else None

    async def insert_update_delete(self, conn: Connection, _name: str, sql: str, parameters: Parameters) -> int:
        """Return the number of changed rows."""
        return await conn.execute(sql, parameters)

    async def insert_update_delete_many(
        self, conn: Connection, _name: str, sql: str, parameters: Sequence[Parameters]
    ) -> None:
        """Run a statement for each of several parameters."""
        if parameters:
            await conn.execute_many(sql, parameters)
