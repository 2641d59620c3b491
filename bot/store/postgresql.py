"""PostgreSQL: a pool of connections, and each job in a serializable transaction of its own.

Nothing is kept in a session but prepared statements, so that a pooler may stand between.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import urlsplit

import asyncpg

from bot.store.connection import NO_PARAMETERS, Job, Parameters, Reader
from bot.store.database import ONE_DAY_SECONDS, Database
from bot.store.errors import StoreError, UncertainError
from bot.store.schema import check_current, migrate
from bot.store.time_left import within

T = TypeVar("T")

log = logging.getLogger(__name__)

ANSWER_SECONDS = 2.0
"""How long a player's read or write may take, with the way to the server, so that Discord's three seconds suffice."""

BEHIND_SECONDS = 30.0
"""How long one may take for which nobody waits, with its turn after other processes."""

CONNECTIONS = 10
"""How many a process has at most. Further jobs wait for one."""

_LONGEST_PAUSE_SECONDS = 0.1

_MIGRATING = 0x7061746965  # the key of an advisory lock, "patie"

_PARAMETER = re.compile(r"'(?:[^']|'')*'|::|:(\w+)")


class PostgreSQLConnection:
    """A `Connection` to a server."""

    def __init__(self, opened: Any) -> None:
        self._opened = opened

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        """All rows that a query finds."""
        numbered, names = _numbered(sql)
        found: Sequence[Sequence[Any]] = await self._opened.fetch(numbered, *[parameters[name] for name in names])
        return found

    async def execute(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> int:
        """Run a statement; how many rows it was about."""
        numbered, names = _numbered(sql)
        status = await self._opened.execute(numbered, *[parameters[name] for name in names])
        count = status.rpartition(" ")[2]
        return int(count) if count.isdecimal() else 0

    async def execute_many(self, sql: str, parameters: Sequence[Parameters]) -> None:
        """Run a statement with each of these parameters, in their order."""
        numbered, names = _numbered(sql)
        await self._opened.executemany(numbered, [[each[name] for name in names] for each in parameters])

    async def now(self) -> int:
        """The server's time in Unix milliseconds."""
        seconds = await self._opened.fetchval("SELECT extract(epoch FROM clock_timestamp())")
        return int(seconds * 1000)


class _Pool:
    """Connections that are replaced where they break. Whatever is done over one ends in time."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool

    @classmethod
    async def open(cls, url: str) -> _Pool:
        """Have connections to a server, the first at once."""

        async def keep(_: object) -> None:
            """Leave a connection as it is: it has nothing to be reset, and that would be one more way to the server."""

        return cls(await asyncpg.create_pool(url, min_size=1, max_size=CONNECTIONS, timeout=ANSWER_SECONDS, reset=keep))

    async def use(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do something over a connection that is free, again over another one where that breaks."""
        while True:
            opened = await self._pool.acquire()
            try:
                return await work(opened)
            except BaseException as error:
                is_lost = _is_lost(error, opened)
                if is_lost or isinstance(error, TimeoutError | asyncio.CancelledError):
                    _end(opened)  # what was asked last may still be under way
                if not is_lost:
                    raise
            finally:
                await self._pool.release(opened)

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        """All rows that a query finds: as a `Reader`."""
        async with _translated(), asyncio.timeout(within(ANSWER_SECONDS)):
            return await self.use(lambda opened: PostgreSQLConnection(opened).rows(sql, parameters))

    async def close(self) -> None:
        """Close those that are free, and the others soon."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._pool.close()
        except (TimeoutError, OSError, asyncpg.PostgresError, asyncpg.InterfaceError):
            self._pool.terminate()


class PostgreSQL(Database):
    """A database of a server, which several processes may share."""

    def __init__(self, pool: _Pool) -> None:
        self._pool = pool
        self._turn = asyncio.Lock()
        self._writes: set[asyncio.Task[Any]] = set()
        self._behind: set[Job] = set()
        self._writing: asyncio.Task[None] | None = None
        self._is_closing = False

    @classmethod
    async def at(cls, url: str | Path) -> PostgreSQL:
        """Connect, and bring the schema up to date."""
        async with _located(str(url)):
            pool = await _Pool.open(str(url))
            try:
                await _retried(lambda: pool.use(_migrate))
            except BaseException:
                await pool.close()
                raise
        return cls(pool)

    @classmethod
    @asynccontextmanager
    async def snapshot_at(cls, url: str | Path) -> AsyncIterator[Reader]:
        """The database as it is at a moment from which on it would be whatever had been committed in any order."""
        async with _translated():
            async with _located(str(url)):
                opened = await asyncpg.connect(str(url), timeout=ANSWER_SECONDS)
            try:
                async with opened.transaction(isolation="serializable", readonly=True, deferrable=True):
                    connection = PostgreSQLConnection(opened)
                    async with _located(str(url)):
                        await check_current(connection)
                    yield connection
            finally:
                opened.terminate()

    async def close(self) -> None:
        """Finish the writes in hand, of those behind no more, and close."""
        self._is_closing = True
        while self._writing is not None:
            await self._writing
        if self._writes:
            await asyncio.wait(self._writes)
        await self._pool.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reader]:
        """Queries each over whichever connection is free."""
        yield self._pool

    async def write(self, job: Job, *, in_turn: bool = False) -> Any:
        """Run `job` in a transaction of its own, again where another came in between."""
        # The transaction ends in its own time, whether or not the one who waits goes away.
        writing = asyncio.create_task(self._write(job, within(ANSWER_SECONDS), in_turn=in_turn))
        self._writes.add(writing)
        writing.add_done_callback(self._written)
        return await asyncio.shield(writing)

    async def write_at_length(self, job: Job, *, seconds: float = ONE_DAY_SECONDS) -> Any:
        """Run `job` in a transaction of its own, for so long at most."""
        return await self._write(job, seconds, in_turn=True)

    def write_behind(self, job: Job) -> None:
        """Run `job` in transactions of its own, in turn with other processes, for as long as it returns True."""
        self._behind.add(job)
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_behind())

    def _written(self, writing: asyncio.Task[Any]) -> None:
        self._writes.discard(writing)
        if not writing.cancelled():
            writing.exception()  # which is raised where it is waited for, if it still is

    async def _write_behind(self) -> None:
        try:
            while self._behind and not self._is_closing:
                behind, self._behind = self._behind, set()
                self._behind |= {job for job in behind if await self._is_more(job)}
        finally:
            self._writing = None

    async def _is_more(self, job: Job) -> bool:
        if self._is_closing:
            return False
        try:
            return bool(await self._write(job, BEHIND_SECONDS, in_turn=True))
        except StoreError as error:
            log.error("what is to be written behind is left for later: %s", error)  # noqa: TRY400 - it says it all
        except Exception:
            log.exception("what is to be written behind is left for later")
        return False

    async def _write(self, job: Job, seconds: float, *, in_turn: bool) -> Any:
        async with _translated(), asyncio.timeout(seconds):
            if not in_turn:
                return await self._commit(job, _begin(seconds))
            async with self._turn:  # the jobs of this process wait here, and do not take its connections
                return await self._commit(job, _begin(seconds, in_turn=True))

    async def _commit(self, job: Job, begin: str) -> Any:
        """Run `job` in a transaction that begins so."""
        return await _retried(lambda: self._pool.use(lambda opened: _transaction(opened, job, begin)))


async def _retried(transact: Callable[[], Awaitable[T]]) -> T:
    """Do what is a transaction until nothing comes in between."""
    pause = 0.002
    while True:
        try:
            return await transact()
        except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
            await asyncio.sleep(random.uniform(0, pause))  # noqa: S311 - so that two do not meet again
            pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)


async def _migrate(opened: Any) -> None:
    async with opened.transaction(isolation="read_committed"):
        # A second process waits here until the first has migrated.
        await opened.fetch("SELECT pg_advisory_xact_lock($1)", _MIGRATING)
        await migrate(PostgreSQLConnection(opened))


async def _transaction(opened: Any, job: Job, begin: str) -> Any:
    try:
        await opened.execute(begin)
        result = await job(PostgreSQLConnection(opened))
    except BaseException as error:
        if not _is_lost(error, opened) and not isinstance(error, TimeoutError | asyncio.CancelledError):
            await opened.execute("ROLLBACK")
        raise
    try:
        status = await opened.execute("COMMIT")
    except BaseException as error:
        if _is_lost(error, opened) or isinstance(error, TimeoutError | asyncio.CancelledError):
            _end(opened)
            raise UncertainError(
                "The database broke off while it stored a change: it may have done so or not."
            ) from error
        raise
    assert status == "COMMIT", "a job hid that a statement of it failed"
    return result


def _begin(seconds: float, *, in_turn: bool = False) -> str:
    """What a transaction begins with: limits, for when this process is gone, and the lock of those in turn.

    The lock is taken ahead of the snapshot, so that a job sees what those before it have done.
    """
    limit = math.ceil(seconds * 1000)  # 0 would be none
    turn = "; LOCK TABLE schema_version IN EXCLUSIVE MODE" if in_turn else ""
    return (
        "BEGIN ISOLATION LEVEL SERIALIZABLE"
        f"; SET LOCAL statement_timeout = {limit}; SET LOCAL idle_in_transaction_session_timeout = {limit}"
        # A whole table that is read, as small ones are, conflicts with every change of it.
        f"; SET LOCAL enable_seqscan = off{turn}"
    )


@cache
def _numbered(sql: str) -> tuple[str, tuple[str, ...]]:
    """A statement with its parameters numbered, as the server wants them, and their names in that order."""
    names: list[str] = []

    def number(match: re.Match[str]) -> str:
        name = match[1]
        if name is None:
            return match[0]
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _PARAMETER.sub(number, sql), tuple(names)


@asynccontextmanager
async def _located(url: str) -> AsyncIterator[None]:
    """Have what goes wrong said with the URL, without what is secret in that."""
    try:
        async with _translated(is_opening=True):
            yield
    except StoreError as error:
        parts = urlsplit(url)
        raise StoreError(f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}: {error}") from error


def _is_lost(error: BaseException, opened: Any) -> bool:
    """Whether an error means that the connection broke."""
    if isinstance(error, TimeoutError):
        return False
    if isinstance(error, OSError | asyncpg.PostgresConnectionError | asyncpg.InternalClientError):
        return True  # the last where the server has said that it ends the connection, but has not yet done so
    if not isinstance(error, asyncpg.PostgresError | asyncpg.InterfaceError):
        return False
    try:
        return bool(opened.is_closed())
    except asyncpg.InterfaceError:
        return True  # the pool has taken it back


def _end(opened: Any) -> None:
    with suppress(asyncpg.InterfaceError):  # the pool has taken it back
        opened.terminate()


@asynccontextmanager
async def _translated(*, is_opening: bool = False) -> AsyncIterator[None]:
    try:
        yield
    except TimeoutError as error:
        raise StoreError("The database cannot be used: it does not answer in time.") from error
    except OSError as error:
        raise StoreError(f"The database cannot be used: it cannot be reached ({error.strerror or error}).") from error
    except asyncpg.InterfaceError as error:
        raise StoreError(f"The database cannot be used: {_line(error)}.") from error
    except asyncpg.PostgresError as error:
        reason = _reason(error.sqlstate or "")
        if reason is None and not is_opening and (error.sqlstate or "")[:2] in _OUR_FAULTS:
            raise
        raise StoreError(f"The database cannot be used: {reason or _line(error)}.") from error


_OUR_FAULTS = frozenset({"0A", "22", "23", "25", "26", "34", "42"})
"""Classes of errors that mean a fault of ours, not of the database."""

_REASONS = {
    "08": "the connection to it is lost",
    "25006": "it is read-only",
    "28": "it refuses the user or the password",
    "3D000": "the server has no database of this name",
    "40": "too many change the same at once",
    "42501": "the user may not do that there",
    "53100": "the disk is full",
    "53200": "the server is out of memory",
    "53300": "the server has too many connections",
    "55P03": "it is locked by another program",
    "57014": "it does not answer in time",
    "57P": "the server stops or starts",
    "58": "the server cannot use its disk",
    "XX001": "it is damaged: restore it from a backup",
    "XX002": "it is damaged: restore it from a backup",
}
"""What errors mean, by the beginnings of their codes (https://www.postgresql.org/docs/current/errcodes-appendix.html)."""


def _reason(code: str) -> str | None:
    return next((reason for beginning, reason in _REASONS.items() if code.startswith(beginning)), None)


def _line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")
