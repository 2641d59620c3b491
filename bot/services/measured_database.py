"""A database whose reads and writes are timed; it is any other, and measures at its edge alone."""

from __future__ import annotations

from collections.abc import Awaitable
from contextlib import AbstractAsyncContextManager
from time import perf_counter
from types import TracebackType
from typing import Any, cast

from bot.monitoring import metrics
from bot.monitoring.metrics import Durations, Stage
from bot.store import Database, Job, StoreError

_READ, _WRITE = "read", "write"

_reads, _writes = map(metrics.DATABASE_SECONDS.of, (_READ, _WRITE))


def measured(database: Database) -> Database:
    """The same database, timed."""
    return cast("Database", _MeasuredDatabase(database))


class _MeasuredDatabase:
    def __init__(self, database: Database) -> None:
        self._database = database

    def reading(self) -> _Reading:
        return _Reading(self._database.reading())

    async def write(self, job: Job, **how: Any) -> Any:
        begun = perf_counter()
        metrics.DATABASE_WAITING.value += 1
        try:
            return await self._database.write(job, **how)
        except StoreError:
            metrics.DATABASE_ERRORS.labels(_WRITE).inc()
            raise
        finally:
            metrics.DATABASE_WAITING.value -= 1
            _took(_writes, begun)

    def __getattr__(self, name: str) -> Any:
        """Whatever else a database does takes nobody's time."""
        return getattr(self._database, name)


class _Reading:
    """What is read takes as long as its connection is at hand."""

    __slots__ = ("_begun", "_reading")

    def __init__(self, reading: AbstractAsyncContextManager[Any]) -> None:
        self._reading = reading
        self._begun = perf_counter()

    def __aenter__(self) -> Awaitable[Any]:
        return self._reading.__aenter__()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> bool | None:
        failed = isinstance(error, StoreError)
        try:
            return await self._reading.__aexit__(kind, error, traceback)
        except StoreError:
            failed = True
            raise
        finally:
            if failed:
                metrics.DATABASE_ERRORS.labels(_READ).inc()
            _took(_reads, self._begun)


def _took(durations: Durations, begun: float) -> None:
    seconds = perf_counter() - begun
    durations.add(seconds)
    turn = metrics.running_turn.get()
    if turn is not None:
        turn.spent(Stage.DATABASE, seconds)
