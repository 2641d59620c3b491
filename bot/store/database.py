"""The interface of the database, which SQLite and PostgreSQL implement."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, contextmanager
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar

from bot.monitoring import metrics
from bot.store.errors import ConflictError, StoreError

T = TypeVar("T")

ANSWER_SECONDS = 2.0
"""The default time limit of a read or write: Discord waits three seconds for an answer. See `Database`."""

Parameters = Mapping[str, Any]
"""The values of a statement's `:name` parameters."""

NO_PARAMETERS: Parameters = {}

_MARK = """INSERT INTO claims (name, holder, claimed_at) VALUES ('written', '', :now)
ON CONFLICT (name) DO UPDATE SET claimed_at = excluded.claimed_at"""
"""Writes a claim without a holder."""

_READ_SECONDS = metrics.DATABASE_SECONDS.labels("read")
_READ_ERRORS = metrics.DATABASE_ERRORS.labels("read")
_WRITE_SECONDS = metrics.DATABASE_SECONDS.labels("write")
_WRITE_ERRORS = metrics.DATABASE_ERRORS.labels("write")


class Reader(Protocol):
    """Runs queries."""

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        """Return all rows of a query; `dict` turns a row into values by column name."""


class Catalogue(Reader, Protocol):
    """Also lists the contents of the schema."""

    async def objects(self) -> Mapping[str, str]:
        """Return the kind of each name in the schema: table, index, trigger or view."""


class Snapshot(Catalogue, Protocol):
    """Sees the database as it was at one moment, even while others change it."""

    async def damage(self) -> Sequence[str]:
        """Read everything, and return what is damaged. Raises StoreError if reading is impossible."""


class Connection(Catalogue, Protocol):
    """Runs queries and changes within one transaction."""

    async def execute(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> int:
        """Run a statement without rows; return the number of changed rows, if the database reports it."""

    async def execute_many(self, sql: str, parameters: Sequence[Parameters]) -> None:
        """Run a statement once for each of these parameters, in order."""

    async def now(self) -> int:
        """Return the time in Unix milliseconds, by the clock that all processes on this database share."""


Job = Callable[[Connection], Awaitable[T]]
"""A function that runs in a transaction. It may run more than once, so it must do nothing but run statements."""


class Database(ABC):
    """An open database, and a `Reader` of everything committed.

    All methods raise StoreError when the database fails; reads and writes also if they start after their deadline, a
    `time.monotonic()`. PostgreSQL also stops those that exceed their time limit. On SQLite, the limit covers only a
    write's wait for its turn and for other processes, not the read or write itself.
    """

    SIZE: ClassVar[str]
    """The query for the size of the database in bytes."""

    @classmethod
    @abstractmethod
    async def open(cls, url: str | Path) -> Database:
        """Open a database, migrated to the newest schema."""

    @classmethod
    @abstractmethod
    def snapshot(cls, url: str | Path, *, is_older_allowed: bool = False) -> AbstractAsyncContextManager[Snapshot]:
        """Open a snapshot; see `open_snapshot`."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the writes in progress, and close."""

    async def rows(
        self, sql: str, parameters: Parameters = NO_PARAMETERS, *, deadline: float | None = None
    ) -> Sequence[Sequence[Any]]:
        """Return all rows of a query."""
        with _READ_SECONDS.time(), _READ_ERRORS.count_exceptions(StoreError):
            return await self._rows(sql, parameters, _seconds_left(ANSWER_SECONDS, deadline))

    async def size(self) -> int:
        """Return the size of the database in bytes, on SQLite without the write-ahead log."""
        ((size,),) = await self.rows(self.SIZE)
        return int(size)

    async def ping(self) -> None:
        """Raise StoreError unless the database can be written. Frequent probes would dilute the metrics."""
        await self._write(try_to_write, ANSWER_SECONDS)

    async def write(self, job: Job[T], *, seconds: float | None = None, deadline: float | None = None) -> T:
        """Run `job` in a transaction; return its result once that is committed.

        Transactions are serializable, across processes too, and a job that raises changes nothing. `seconds` is the
        time limit in place of ANSWER_SECONDS; see the class for what it limits.
        """
        with (
            _WRITE_SECONDS.time(),
            _WRITE_ERRORS.count_exceptions(StoreError),
            metrics.DATABASE_WAITING.track_inprogress(),
        ):
            return await self._write(job, _seconds_left(seconds or ANSWER_SECONDS, deadline))

    async def empty_log(self) -> None:  # noqa: B027 - a server empties its own
        """Empty the write-ahead log of the bot's file, which holds earlier versions of rows, such as deleted ones."""

    @abstractmethod
    async def _rows(self, sql: str, parameters: Parameters, seconds: float) -> Sequence[Sequence[Any]]:
        """Return all rows of a query; PostgreSQL stops it after this time limit."""

    @abstractmethod
    async def _write(self, job: Job[T], seconds: float) -> T:
        """Run `job` in a transaction, which commits even if the caller is cancelled; see the class for the limit."""


class ConnectionAdapter:
    """The part of aiosql's driver adapter that the queries use, over a `Connection` of either database."""

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
        assert record_class is None, "no query asks for records"
        return next(iter(await conn.rows(sql, parameters)), None)

    async def select_value(self, conn: Reader, _name: str, sql: str, parameters: Parameters) -> Any:
        row = await self.select_one(conn, _name, sql, parameters)
        return row[0] if row else None

    async def insert_update_delete(self, conn: Connection, _name: str, sql: str, parameters: Parameters) -> int:
        return await conn.execute(sql, parameters)

    async def insert_update_delete_many(
        self, conn: Connection, _name: str, sql: str, parameters: Sequence[Parameters]
    ) -> None:
        if parameters:
            await conn.execute_many(sql, parameters)


@contextmanager
def translated(explain: Callable[[Exception], StoreError | None]) -> Iterator[None]:
    """Replace errors of the database with the StoreErrors that explain them, if any."""
    try:
        yield
    except Exception as error:
        explanation = explain(error)
        if explanation is None:
            raise
        raise explanation from error


@contextmanager
def named(database: str) -> Iterator[None]:
    try:
        yield
    except StoreError as error:
        raise type(error)(f"{database}: {error}") from error


async def change_row(statement: Awaitable[int]) -> None:
    """Run a statement of a job. Raises ConflictError if it changes no row."""
    if not await statement:
        raise ConflictError


async def try_to_write(connection: Connection) -> None:
    """Write something and delete it again, because a database that can be read may still refuse writes."""
    await connection.execute(_MARK, {"now": await connection.now()})
    await connection.execute("DELETE FROM claims WHERE name = 'written'")


def _seconds_left(limit: float, deadline: float | None) -> float:
    """Raises StoreError after the deadline."""
    if deadline is None:
        return limit
    left = deadline - time.monotonic()
    if left <= 0:
        raise StoreError("The database cannot be used: it does not answer in time.")
    return min(limit, left)
