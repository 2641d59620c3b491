"""A database whose reads and writes are timed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Literal, cast

from bot.monitoring import metrics
from bot.store import Database, Job, StoreError
from bot.store.connection import Reader


def measured(database: Database) -> Database:
    """The same database, timed."""
    return cast("Database", _MeasuredDatabase(database))


class _MeasuredDatabase:
    def __init__(self, database: Database) -> None:
        self._database = database

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reader]:
        with _measured("read"):
            async with self._database.reading() as reader:
                yield reader

    async def write(self, job: Job, **how: Any) -> Any:
        with metrics.DATABASE_WAITING.track_inprogress(), _measured("write"):
            return await self._database.write(job, **how)

    def __getattr__(self, name: str) -> Any:
        """Nobody waits for anything else that a database does."""
        return getattr(self._database, name)


@contextmanager
def _measured(operation: Literal["read", "write"]) -> Iterator[None]:
    with metrics.DATABASE_SECONDS.labels(operation).time(), metrics.timed("database"):
        try:
            yield
        except StoreError:
            metrics.DATABASE_ERRORS.labels(operation).inc()
            raise
