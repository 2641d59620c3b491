"""PostgreSQL: a pool of connections, and each job in a serializable transaction of its own.

A session keeps nothing but prepared statements, so that a connection pooler can be used.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import asyncpg

from bot.store.database import Database, Job, Parameters, Snapshot, T, named, translated
from bot.store.errors import LastingError, UncertainError
from bot.store.postgresql_connection import PostgreSQLConnection, PostgreSQLSnapshot
from bot.store.postgresql_errors import explain, explain_opening, first_line
from bot.store.postgresql_migration import migrate
from bot.store.postgresql_pool import Pool, is_lost
from bot.store.schema import check_current, check_own
from bot.store.urls import location_of

CONNECTIONS = 10
"""The most connections that a process opens. Further calls wait for a free one."""

_APPLICATION_NAME = "patience-bot"
"""The name of the bot's sessions in pg_stat_activity and the server's log."""

_CONNECT_SECONDS = 2.0
_LONGEST_PAUSE_SECONDS = 0.1


class PostgreSQL(Database):
    """A database on a server, which several processes may share."""

    SIZE = "SELECT pg_database_size(current_database())"

    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._unfinished: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(cls, url: str | Path) -> PostgreSQL:
        """Connect to the server, where the database must exist already."""
        with named(location_of(url)), translated(explain_opening):
            await migrate(partial(_connected, str(url)), location_of(url))
        return cls(Pool(partial(_connect, str(url)), CONNECTIONS))

    @classmethod
    @asynccontextmanager
    async def snapshot(cls, url: str | Path, *, is_older_allowed: bool = False) -> AsyncIterator[Snapshot]:
        """Read within one transaction."""
        with translated(explain):
            async with AsyncExitStack() as stack:
                with named(location_of(url)), translated(explain_opening):
                    opened = await stack.enter_async_context(_connected(str(url)))
                    snapshot = PostgreSQLSnapshot(opened)
                    await snapshot.begin()
                    await (check_own if is_older_allowed else check_current)(snapshot)
                yield snapshot

    async def close(self) -> None:
        while self._unfinished:
            await asyncio.wait(self._unfinished)
        await self._pool.close(_CONNECT_SECONDS)

    async def _rows(self, sql: str, parameters: Parameters, seconds: float) -> Sequence[Sequence[Any]]:
        with translated(explain):
            async with asyncio.timeout(seconds):
                return await self._pool.use(lambda opened: PostgreSQLConnection(opened).rows(sql, parameters))

    async def _write(self, job: Job[T], seconds: float) -> T:
        return await asyncio.shield(self._in_background(self._commit(job, seconds)))

    def _in_background(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Finish work, which closing awaits, even if the caller is cancelled."""
        task = asyncio.create_task(work)
        self._unfinished.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, finished: asyncio.Task[Any]) -> None:
        self._unfinished.discard(finished)
        if not finished.cancelled():
            finished.exception()  # otherwise asyncio would log it as never retrieved after a cancellation of the caller

    async def _commit(self, job: Job[T], seconds: float) -> T:
        async def transact(opened: Any) -> T:
            return await _transact(opened, job, _begin(seconds))

        with translated(explain):
            async with asyncio.timeout(seconds):
                return await self._retry(transact)

    async def _retry(self, transact: Callable[[Any], Awaitable[T]]) -> T:
        """Run a transaction again as long as it conflicts with others."""
        pause = 0.002
        while True:
            try:
                return await self._pool.use(transact)
            except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
                await asyncio.sleep(random.uniform(0, pause))  # noqa: S311 - so that two do not meet again
                pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Any]:
    """Open a connection outside the pool."""
    opened = await _connect(url)
    try:
        yield opened
    finally:
        opened.terminate()


async def _connect(url: str) -> Any:
    named = {} if "application_name=" in url else {"application_name": _APPLICATION_NAME}
    try:
        return await asyncpg.connect(url, timeout=_CONNECT_SECONDS, server_settings=named)
    except ValueError as error:  # such as ClientConfigurationError
        raise LastingError(f"The database cannot be used: {first_line(error)}.") from error


def _begin(seconds: float) -> str:
    """Return the statements that begin a transaction, with limits in case this process dies."""
    limit = math.ceil(seconds * 1000)  # 0 would mean no limit
    return (
        "BEGIN ISOLATION LEVEL SERIALIZABLE"
        f"; SET LOCAL statement_timeout = {limit}; SET LOCAL idle_in_transaction_session_timeout = {limit}"
        # A scan of a whole table, which the server prefers for small ones, conflicts with every change of that table.
        "; SET LOCAL enable_seqscan = off"
    )


async def _transact(opened: Any, job: Job[T], begin: str) -> T:
    try:
        await opened.execute(begin)
        result = await job(PostgreSQLConnection(opened))
    except Exception as error:
        if not is_lost(error, opened):
            await opened.execute("ROLLBACK")
        raise
    try:
        status = await opened.execute("COMMIT")
    except (Exception, asyncio.CancelledError) as error:
        if is_lost(error, opened) or isinstance(error, asyncio.CancelledError):
            opened.terminate()
            raise UncertainError("The connection broke during a commit: it may or may not have been stored.") from error
        raise
    assert status == "COMMIT", "a job hid that one of its statements failed"
    return result
