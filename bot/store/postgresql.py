"""PostgreSQL: a pool of connections, and each job in a serializable transaction of its own.

A session keeps nothing but prepared statements, so that a connection pooler may stand between.
"""

from __future__ import annotations

import asyncio
import math
import random
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any

import asyncpg
from cachetools import LRUCache

from bot.store.database import Database, Job, Parameters, Snapshot, T, named, translated
from bot.store.errors import UncertainError
from bot.store.factory import location_of
from bot.store.postgresql_connection import SIZE, PostgreSQLConnection, PostgreSQLSnapshot
from bot.store.postgresql_errors import explain, explain_opening
from bot.store.postgresql_migration import migrate
from bot.store.schema import check_current, check_own

CONNECTIONS = 10
"""The most connections that a process opens. Further calls wait for one."""

_APPLICATION_NAME = "patience-bot"
"""The name of the bot's sessions in pg_stat_activity and the server's log."""

_CONNECT_SECONDS = 2.0
_LONGEST_PAUSE_SECONDS = 0.1
IDLE_SECONDS = 1.0
"""A connection that was not used for this long may have been dropped without a word, by a firewall or a failover."""

_PING_SECONDS = 0.5

_MOST_SESSIONS = 1000


class PostgreSQL(Database):
    """A database on a server, which several processes may share."""

    SIZE = SIZE

    def __init__(self, pool: Any) -> None:
        super().__init__()
        self._pool = pool
        self._turn = asyncio.Lock()
        self._used_at: LRUCache[int, float] = LRUCache(_MOST_SESSIONS)
        """When each session was last used, by the id that the server gives it."""
        self._unfinished: set[asyncio.Task[Any]] = set()

    @classmethod
    async def open(cls, url: str | Path) -> PostgreSQL:
        """Connect to the server, which has the database already."""

        async def keep(_: object) -> None:
            """Skip the reset of a returned connection: there is nothing to reset, and it costs a round trip."""

        with named(location_of(url)), translated(explain_opening):
            await migrate(partial(_connected, str(url)), location_of(url))
            pool = await asyncpg.create_pool(
                str(url),
                min_size=1,
                max_size=CONNECTIONS,
                timeout=_CONNECT_SECONDS,
                reset=keep,
                server_settings=_server_settings(str(url)),
            )
            return cls(pool)

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

    async def _close(self) -> None:
        while self._unfinished:
            await asyncio.wait(self._unfinished)
        try:
            async with asyncio.timeout(_CONNECT_SECONDS):
                await self._pool.close()
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):  # TimeoutError is an OSError
            self._pool.terminate()

    async def _rows(self, sql: str, parameters: Parameters, seconds: float) -> Sequence[Sequence[Any]]:
        with translated(explain):
            async with asyncio.timeout(seconds):
                return await self._use_connection(lambda opened: PostgreSQLConnection(opened).rows(sql, parameters))

    async def _write(self, job: Job[T], seconds: float, *, in_turn: bool) -> T:
        return await asyncio.shield(self._in_background(self._commit(job, seconds, in_turn=in_turn)))

    def _in_background(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Do work to its end, which closing awaits, whatever happens to the caller."""
        task = asyncio.create_task(work)
        self._unfinished.add(task)
        task.add_done_callback(self._forget)
        return task

    def _forget(self, finished: asyncio.Task[Any]) -> None:
        self._unfinished.discard(finished)
        if not finished.cancelled():
            finished.exception()  # asyncio would log it as never retrieved if the caller was cancelled

    async def _commit(self, job: Job[T], seconds: float, *, in_turn: bool) -> T:
        async def transact(opened: Any) -> T:
            return await _transact(opened, job, _begin(seconds, in_turn=in_turn))

        with translated(explain):
            async with asyncio.timeout(seconds):
                if not in_turn:
                    return await self._retry(transact)
                async with self._turn:  # waiting here takes no connection
                    return await self._retry(transact)

    async def _retry(self, transact: Callable[[Any], Awaitable[T]]) -> T:
        """Run a transaction again while it conflicts with others."""
        pause = 0.002
        while True:
            try:
                return await self._use_connection(transact)
            except (asyncpg.SerializationError, asyncpg.DeadlockDetectedError):
                await asyncio.sleep(random.uniform(0, pause))  # noqa: S311 - so that two do not meet again
                pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)

    async def _use_connection(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do `work` over a free connection, and again over another one if that breaks.

        After a sign that the server has changed, such as a failover, free connections are replaced, too: each of them
        would fail the turn of a player.
        """
        while True:
            opened = await self._pool.acquire()
            try:
                if not await self._is_silent(opened):
                    return await work(opened)
                await self._replace(opened)
            except (asyncio.CancelledError, asyncpg.ReadOnlySQLTransactionError):
                await self._replace(opened)  # its query may still be running
                raise
            except Exception as error:
                if not _is_lost(error, opened):
                    raise
                await self._replace(opened)
            finally:
                # Not awaited: a deadline that passes now must not make a committed change look like a failed one.
                self._in_background(self._release(opened))

    async def _replace(self, opened: Any) -> None:
        """End a connection, and let the pool replace all free ones."""
        _terminate(opened)
        await self._pool.expire_connections()

    async def _is_silent(self, opened: Any) -> bool:
        """Return whether a connection that was idle no longer answers. Raises what breaks the connection."""
        used_at = self._used_at.get(opened.get_server_pid())
        if used_at is None or monotonic() - used_at < IDLE_SECONDS:
            return False
        try:
            async with asyncio.timeout(_PING_SECONDS):
                await opened.execute("SELECT 1")
        except TimeoutError:
            return True
        return False

    async def _release(self, opened: Any) -> None:
        """Give a connection back to the pool, and remember that it was in use until now."""
        with suppress(asyncpg.InterfaceError):  # it is closed
            self._used_at[opened.get_server_pid()] = monotonic()
        await self._pool.release(opened)


@asynccontextmanager
async def _connected(url: str) -> AsyncIterator[Any]:
    """Open a connection of its own, besides those of the pool."""
    opened = await asyncpg.connect(url, timeout=_CONNECT_SECONDS, server_settings=_server_settings(url))
    try:
        yield opened
    finally:
        opened.terminate()


def _server_settings(url: str) -> dict[str, str]:
    """Return the name of the bot's sessions, unless the URL names them."""
    return {} if "application_name=" in url else {"application_name": _APPLICATION_NAME}


def _begin(seconds: float, *, in_turn: bool) -> str:
    """Return the statements that begin a transaction, with limits in case this process dies."""
    limit = math.ceil(seconds * 1000)  # 0 would mean no limit
    # Taken before the snapshot, so that the job sees what the jobs before it did.
    turn = "; LOCK TABLE schema_version IN EXCLUSIVE MODE" if in_turn else ""
    return (
        "BEGIN ISOLATION LEVEL SERIALIZABLE"
        f"; SET LOCAL statement_timeout = {limit}; SET LOCAL idle_in_transaction_session_timeout = {limit}"
        # A scan of a whole table, which the server prefers for small ones, conflicts with every change of that table.
        f"; SET LOCAL enable_seqscan = off{turn}"
    )


async def _transact(opened: Any, job: Job[T], begin: str) -> T:
    try:
        await opened.execute(begin)
        result = await job(PostgreSQLConnection(opened))
    except Exception as error:
        if not _is_lost(error, opened):
            await opened.execute("ROLLBACK")
        raise
    try:
        status = await opened.execute("COMMIT")
    except (Exception, asyncio.CancelledError) as error:
        if _is_lost(error, opened) or isinstance(error, asyncio.CancelledError):
            _terminate(opened)
            raise UncertainError("The connection broke during a commit: it may or may not have been stored.") from error
        raise
    assert status == "COMMIT", "a job hid that one of its statements failed"
    return result


def _is_lost(error: BaseException, opened: Any) -> bool:
    """Return whether an error means that the connection broke."""
    if isinstance(error, OSError | asyncpg.PostgresConnectionError | asyncpg.InternalClientError):
        return True  # the last if the server has announced the end of the connection, but not yet closed it
    if not isinstance(error, asyncpg.PostgresError | asyncpg.InterfaceError):
        return False
    try:
        return bool(opened.is_closed())
    except asyncpg.InterfaceError:
        return True  # the pool has taken it back


def _terminate(opened: Any) -> None:
    with suppress(asyncpg.InterfaceError):  # the pool has taken it back
        opened.terminate()
