"""PostgreSQL: a pool of connections, and each job in a serializable transaction of its own.

A session keeps nothing but prepared statements, so that a connection pooler may stand between.
"""

from __future__ import annotations

import asyncio
import math
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager, suppress
from functools import cache
from pathlib import Path
from time import monotonic
from typing import Any

import asyncpg
from cachetools import LRUCache

from bot.store.database import NO_PARAMETERS, Database, Job, Parameters, Snapshot, T, named, translated, try_to_write
from bot.store.errors import LastingError, UncertainError
from bot.store.factory import location_of
from bot.store.postgresql_errors import explain, explain_opening, first_line
from bot.store.schema import check_current, check_own, migrate

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

_MIGRATION_LOCK = 0x7061746965  # any number that other programs are unlikely to use

_PARAMETER = re.compile(r"'(?:[^']|'')*'|::|:(\w+)")


_NAMES = """SELECT relname FROM pg_class
LEFT JOIN pg_index ON pg_index.indexrelid = pg_class.oid
WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p', 'i') AND COALESCE(indisvalid, TRUE)
    AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')"""
"""The tables and valid indexes of the schema that the bot uses, without those of extensions."""


_SIZE = "SELECT pg_database_size(current_database())"

_INDEXES = """SELECT quote_ident(nspname) || '.' || quote_ident(relname) FROM pg_class
JOIN pg_am ON pg_am.oid = relam JOIN pg_namespace ON pg_namespace.oid = relnamespace
WHERE nspname = current_schema() AND relkind = 'i' AND amname = 'btree' ORDER BY relname"""

_INDEX_CHECK = """SELECT quote_ident(nspname) || '.bt_index_check', has_function_privilege(pg_proc.oid, 'EXECUTE'),
    quote_ident(current_user)
FROM pg_proc JOIN pg_namespace ON pg_namespace.oid = pronamespace
WHERE proname = 'bt_index_check' AND pronargs = 2"""
"""The function of the extension amcheck (https://www.postgresql.org/docs/current/amcheck.html)."""

_UNCHECKED = "Indexes were not compared with their tables"


class _Connection:
    """A `Reader`, and in a transaction a `Connection`."""

    def __init__(self, opened: Any) -> None:
        self._opened = opened

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        numbered, names = _numbered(sql)
        found: Sequence[Sequence[Any]] = await self._opened.fetch(numbered, *[parameters[name] for name in names])
        return found

    async def execute(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> int:
        numbered, names = _numbered(sql)
        status = await self._opened.execute(numbered, *[parameters[name] for name in names])
        count = status.rpartition(" ")[2]  # as in "UPDATE 1"
        return int(count) if count.isdecimal() else 0

    async def execute_many(self, sql: str, parameters: Sequence[Parameters]) -> None:
        numbered, names = _numbered(sql)
        await self._opened.executemany(numbered, [[each[name] for name in names] for each in parameters])

    async def names(self) -> frozenset[str]:
        return frozenset(name for (name,) in await self._opened.fetch(_NAMES))

    async def now(self) -> int:
        return int(1000 * await self._opened.fetchval("SELECT extract(epoch FROM clock_timestamp())"))


class _Snapshot(_Connection):
    """A `Snapshot`. The server waits for one without serialization anomalies."""

    def __init__(self, opened: Any) -> None:
        super().__init__(opened)
        self._transaction: Any = None

    async def begin(self) -> None:
        self._transaction = self._opened.transaction(isolation="serializable", readonly=True, deferrable=True)
        await self._transaction.start()

    async def renew(self) -> None:
        await self._transaction.commit()
        await self.begin()

    async def size(self) -> int:
        ((size,),) = await self.rows(_SIZE)
        return int(size)

    async def damage(self) -> Sequence[str]:
        for (table,) in await self.rows("SELECT tablename FROM pg_tables WHERE schemaname = current_schema()"):
            await self.rows(f"SELECT COUNT(everything::text) FROM {table} AS everything")  # noqa: S608 - of the schema
        check, _ = await self._index_check()
        if check is None:
            return []
        return [line for (name,) in await self.rows(_INDEXES) if (line := await self._fault(check, name)) is not None]

    async def unchecked(self) -> str | None:
        _, reason = await self._index_check()
        return reason

    async def _index_check(self) -> tuple[str | None, str | None]:
        """Return the function that compares an index with its table; or None, and why there is none."""
        found = await self.rows(_INDEX_CHECK)
        if not found:
            return None, f"{_UNCHECKED}: for that, run CREATE EXTENSION amcheck in this database as a superuser."
        ((name, is_allowed, user),) = found
        if not is_allowed:
            return None, f"{_UNCHECKED}: for that, run GRANT EXECUTE ON FUNCTION {name}(regclass, boolean) TO {user}."
        return name, None

    async def _fault(self, check: str, index: str) -> str | None:
        """Return what is wrong with an index."""
        try:
            async with self._opened.transaction():  # a savepoint, so that other indexes can be checked after a fault
                await self._opened.fetch(f"SELECT {check}($1::text::regclass, TRUE)", index)
        except (asyncpg.IndexCorruptedError, asyncpg.DataCorruptedError) as error:
            return f"{index}: {first_line(error)}"
        except asyncpg.SerializationError:
            pass  # a snapshot may be too old for an index that was built again
        return None


@cache
def _numbered(sql: str) -> tuple[str, tuple[str, ...]]:
    """Replace `:name` by `$1`, as the server wants it; return the statement and the names in order."""
    names: list[str] = []

    def number(match: re.Match[str]) -> str:
        name = match[1]
        if name is None:
            return match[0]
        if name not in names:
            names.append(name)
        return f"${names.index(name) + 1}"

    return _PARAMETER.sub(number, sql), tuple(names)


class PostgreSQL(Database):
    """A database on a server, which several processes may share."""

    SIZE = _SIZE

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
            pool = await asyncpg.create_pool(
                str(url),
                min_size=1,
                max_size=CONNECTIONS,
                timeout=_CONNECT_SECONDS,
                reset=keep,
                server_settings=_server_settings(str(url)),
            )
            database = cls(pool)
            try:
                await database._retry(_migrate)
            except BaseException:
                await database.close()
                raise
            return database

    @classmethod
    @asynccontextmanager
    async def snapshot(cls, url: str | Path, *, is_older_allowed: bool = False) -> AsyncIterator[Snapshot]:
        """Read within one transaction."""
        with translated(explain):
            with named(location_of(url)), translated(explain_opening):
                opened = await asyncpg.connect(
                    str(url), timeout=_CONNECT_SECONDS, server_settings=_server_settings(str(url))
                )
            try:
                snapshot = _Snapshot(opened)
                await snapshot.begin()
                with named(location_of(url)), translated(explain_opening):
                    await (check_own if is_older_allowed else check_current)(snapshot)
                yield snapshot
            finally:
                opened.terminate()

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
                return await self._use_connection(lambda opened: _Connection(opened).rows(sql, parameters))

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


def _server_settings(url: str) -> dict[str, str]:
    """Return the name of the bot's sessions, unless the URL names them."""
    return {} if "application_name=" in url else {"application_name": _APPLICATION_NAME}


async def _migrate(opened: Any) -> None:
    encoding = opened.get_settings().server_encoding
    if encoding != "UTF8":
        raise LastingError(f"The encoding of the database is {encoding}: create one with ENCODING 'UTF8'.")
    async with opened.transaction(isolation="read_committed"):
        # Other processes that start at the same time wait here.
        await opened.fetch("SELECT pg_advisory_xact_lock($1)", _MIGRATION_LOCK)
        connection = _Connection(opened)
        await migrate(connection)
        await try_to_write(connection)


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
        result = await job(_Connection(opened))
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
