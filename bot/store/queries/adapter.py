"""Running the queries of the .sql files over a `Connection`."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from typing import Any

from bot.store.database import Connection, Parameters, Reader


class ConnectionAdapter:
    """What aiosql asks of a driver, as far as the queries need it; which database it is, the connection knows."""

    is_aio_driver = True

    def process_sql(self, _name: str, _operation: object, sql: str) -> str:
        """Leave a query as it is written: its connection sees to its parameters."""
        return sql

    async def select(
        self, conn: Reader, _name: str, sql: str, parameters: Parameters, record_class: object = None
    ) -> AsyncIterator[Any]:
        """All rows."""
        assert record_class is None, "no query asks for records"
        for row in await conn.rows(sql, parameters):
            yield row

    async def select_one(
        self, conn: Reader, _name: str, sql: str, parameters: Parameters, record_class: object = None
    ) -> Any:
        """The first row; None if there is none."""
        assert record_class is None, "no query asks for records"
        return next(iter(await conn.rows(sql, parameters)), None)

    async def select_value(self, conn: Reader, _name: str, sql: str, parameters: Parameters) -> Any:
        """The first value of the first row; None if there is none."""
        row = await self.select_one(conn, _name, sql, parameters)
        return row[0] if row else None

    async def insert_update_delete(self, conn: Connection, _name: str, sql: str, parameters: Parameters) -> int:
        """How many rows it was."""
        return await conn.execute(sql, parameters)

    async def insert_update_delete_many(
        self, conn: Connection, _name: str, sql: str, parameters: Sequence[Parameters]
    ) -> None:
        """The same for several parameters; nothing for none."""
        if parameters:
            await conn.execute_many(sql, parameters)
