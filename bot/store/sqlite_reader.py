"""The connection to SQLite that reads."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from typing import Any

import aiosqlite

from bot.store.connection import NO_PARAMETERS, Parameters


class Waiting:
    """What somebody waits for, who may be gone before it is done. Made in the event loop."""

    def __init__(self) -> None:
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def finish(self, result: Any) -> None:
        """Hand over a result, or raise it where it is awaited."""
        if self.done.done():
            return
        if isinstance(result, Exception):
            self.done.set_exception(result)
        else:
            self.done.set_result(result)


class _Query(Waiting):
    """A query that waits for what it finds."""

    def __init__(self, sql: str, parameters: Parameters) -> None:
        super().__init__()
        self.sql = sql
        self.parameters = parameters


class SQLiteReader(aiosqlite.Connection):
    """What a connection has found. Queries that wait at the same moment share one call of its thread."""

    def __init__(self, connector: Callable[[], sqlite3.Connection]) -> None:
        super().__init__(connector, iter_chunk_size=64)
        self._waiting: list[_Query] = []
        self._reading: asyncio.Task[None] | None = None

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        """All rows that a query finds."""
        query = _Query(sql, parameters)
        self._waiting.append(query)
        if self._reading is None:
            self._reading = asyncio.create_task(self._read_waiting())
        found: Sequence[Sequence[Any]] = await query.done
        return found

    async def close(self) -> None:
        """Close, once what waits is read."""
        while self._reading is not None:
            await self._reading
        await super().close()

    async def _read_waiting(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                try:
                    found = await self._execute(_read, self._conn, batch)  # type: ignore[no-untyped-call]  # as aiosqlite's own methods do
                except Exception as error:  # noqa: BLE001 - it is raised where the queries came from
                    found = [error] * len(batch)
                for query, result in zip(batch, found, strict=True):
                    query.finish(result)
        finally:
            self._reading = None


def _read(opened: sqlite3.Connection, queries: Sequence[_Query]) -> list[Any]:
    """What each query finds, or the error that it fails with."""
    found: list[Any] = []
    for query in queries:
        try:
            found.append(opened.execute(query.sql, query.parameters).fetchall())
        except Exception as error:  # noqa: BLE001 - it is raised where the query came from
            found.append(error)
    return found
