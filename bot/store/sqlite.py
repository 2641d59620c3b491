"""SQLite: one file, a connection that reads, and a connection that writes with shared commits."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

import aiosqlite

from bot.store.database import (
    ANSWER_SECONDS,
    NO_PARAMETERS,
    Connection,
    Database,
    Job,
    Parameters,
    Snapshot,
    T,
    named,
    translated,
    try_to_write,
)
from bot.store.errors import DamagedError, StoreError
from bot.store.schema import check_current, check_own, is_new, logged, missing_migrations
from bot.store.sqlite_errors import DAMAGED, LockedError, explain
from bot.store.sqlite_file import (
    check_file,
    copy_before,
    create_folder,
    is_empty,
    make_private,
)

log = logging.getLogger(__name__)

URL_PREFIX = "sqlite:///"

_LOCK_SECONDS = 0.1
"""How long one attempt waits for another process's lock; writes that still have time then try again."""

_EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
"""Moves all committed changes from the write-ahead log into the file, and empties the log."""


class _Connection:
    """A `Reader`, and in a transaction a `Connection`."""

    def __init__(self, opened: aiosqlite.Connection) -> None:
        opened.row_factory = sqlite3.Row
        self._opened = opened

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        return list(await self._opened.execute_fetchall(sql, parameters))

    async def execute(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> int:
        return (await self._opened.execute(sql, parameters)).rowcount

    async def execute_many(self, sql: str, parameters: Sequence[Parameters]) -> None:
        await self._opened.executemany(sql, parameters)

    async def objects(self) -> dict[str, str]:
        rows = await self.rows("SELECT name, type FROM sqlite_master WHERE name NOT LIKE 'sqlite|_%' ESCAPE '|'")
        return dict(map(tuple, rows))

    async def now(self) -> int:
        return time.time_ns() // 1_000_000  # all processes are on this machine and share its clock


class _Snapshot(_Connection):
    """A `Snapshot`: its transaction begins with the first read."""

    async def damage(self) -> Sequence[str]:
        return [line for (line,) in await self.rows("PRAGMA integrity_check") if line != "ok"]


@dataclass(eq=False)
class _Write:
    """A queued job. Its caller awaits `outcome`, which is cancelled if the caller gives up."""

    job: Job[Any]
    outcome: asyncio.Future[Any]
    deadline: float
    """The `perf_counter()` after which it no longer waits for a lock."""

    def succeed(self, result: Any) -> None:
        if not self.outcome.done():
            self.outcome.set_result(result)

    def fail(self, error: Exception) -> None:
        if not self.outcome.done():
            self.outcome.set_exception(error)


class SQLite(Database):
    """An open file. All writes that wait at the same moment share one commit."""

    SIZE = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"

    def __init__(self, path: Path, reader: aiosqlite.Connection, writer: aiosqlite.Connection) -> None:
        self._path = path
        reader.row_factory = sqlite3.Row
        self._reader = reader
        self._writer = writer
        self._queue: list[_Write] = []
        self._committing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str | Path) -> SQLite:
        """Open the file, and create it if it does not exist."""
        path = path_of(url)
        with named(str(path)):
            await asyncio.to_thread(create_folder, path)
            await _check_own(path)
            await asyncio.to_thread(make_private, path)
            async with AsyncExitStack() as stack:
                with translated(explain):
                    await asyncio.to_thread(_try_to_open, path)
                    reader = await stack.enter_async_context(_connect(path))
                    writer = await stack.enter_async_context(_connect(path, lock_seconds=_LOCK_SECONDS))
                    await writer.execute_fetchall("PRAGMA journal_mode = WAL")
                    await writer.execute_fetchall("PRAGMA synchronous = FULL")
                    await writer.execute_fetchall("PRAGMA secure_delete = ON")
                    await writer.execute_fetchall(_EMPTY_LOG)  # a process that died may have left deleted data
                stack.pop_all()
            database = cls(path, reader, writer)
            try:
                await database.write(partial(_migrate, path))
                await database.write(try_to_write)
            except BaseException:
                await database.close()
                raise
            return database

    @classmethod
    @asynccontextmanager
    async def snapshot(cls, url: str | Path, *, is_older_allowed: bool = False) -> AsyncIterator[Snapshot]:
        """Read the file within one transaction."""
        path = path_of(url)
        await asyncio.to_thread(check_file, path)
        with translated(explain):
            async with _connect(path) as opened:
                await opened.execute_fetchall("PRAGMA query_only = ON")
                await opened.execute_fetchall("BEGIN")
                snapshot = _Snapshot(opened)
                with named(str(path)), translated(explain):
                    await (check_own if is_older_allowed else check_current)(snapshot)
                yield snapshot

    async def empty_log(self) -> None:
        """Empty the write-ahead log, which holds earlier versions of rows, unless another program reads it."""
        with translated(explain):
            async with _connect(self._path, lock_seconds=_LOCK_SECONDS) as opened:
                await opened.execute_fetchall(_EMPTY_LOG)

    async def close(self) -> None:
        while self._committing is not None:
            await self._committing
        await self._reader.close()
        await self._writer.close()

    async def _rows(self, sql: str, parameters: Parameters, seconds: float) -> Sequence[Sequence[Any]]:  # noqa: ARG002 - reads in WAL wait for nobody
        with translated(explain):
            return list(await self._reader.execute_fetchall(sql, parameters))

    async def _write(self, job: Job[T], seconds: float) -> T:
        outcome: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        write = _Write(job, outcome, perf_counter() + seconds)
        self._queue.append(write)
        if self._committing is None:
            # In a new context, because it serves everyone in the queue, not only this caller.
            self._committing = asyncio.create_task(self._commit_queue(), context=Context())
        try:
            await asyncio.wait({outcome}, timeout=seconds)
            if write in self._queue:
                self._queue.remove(write)
                raise StoreError("The database cannot be used: it is too busy.")
            return await outcome
        finally:
            outcome.cancel()

    async def _commit_queue(self) -> None:
        try:
            while self._queue:
                batch, self._queue = self._queue, []
                await self._commit(batch)
        finally:
            self._committing = None

    async def _commit(self, batch: list[_Write]) -> None:
        """Commit all writes together, or put them back into the queue while another process locks the file."""
        try:
            with translated(explain):
                results = await self._transact([write.job for write in batch])
        except LockedError as error:
            now = perf_counter()
            self._queue[:0] = [write for write in batch if write.deadline > now]
            for write in batch:
                if write.deadline <= now:
                    write.fail(error)
        except Exception as error:  # noqa: BLE001 - the callers raise it
            if len(batch) == 1:
                batch[0].fail(error)
            else:  # alone, the jobs that did not fail succeed
                for write in batch:
                    await self._commit([write])
        else:
            for write, result in zip(batch, results, strict=True):
                write.succeed(result)

    async def _transact(self, jobs: Sequence[Job[Any]]) -> list[Any]:
        connection = _Connection(self._writer)
        await self._writer.execute("BEGIN IMMEDIATE")
        try:
            results = [await job(connection) for job in jobs]
            await self._writer.execute("COMMIT")
        except BaseException:
            # SQLite itself rolls back after some errors, such as a full disk.
            if self._writer.in_transaction:
                await self._writer.execute("ROLLBACK")
            raise
        return results


def path_of(url: str | Path, otherwise: str = "This is not an SQLite database.") -> Path:
    """Return the path of the file that a URL names. Raises StoreError, with this message, for a server."""
    if "://" in str(url) and not str(url).startswith(URL_PREFIX):
        raise StoreError(otherwise)
    return Path(str(url).removeprefix(URL_PREFIX))


async def _check_own(path: Path) -> None:
    """Raise StoreError if the file is damaged, or belongs to another program or version. Reading does not change it."""
    if await asyncio.to_thread(is_empty, path):
        return
    with translated(explain):
        await asyncio.to_thread(_try_to_open, path)
        async with _connect(path) as opened:
            await check_own(_Connection(opened))
            await _check_quickly(opened)


async def _check_quickly(opened: aiosqlite.Connection) -> None:
    ((verdict,),) = await opened.execute_fetchall("PRAGMA quick_check(1)")
    if verdict != "ok":
        raise DamagedError(f"The database cannot be used: {DAMAGED}.")


async def _migrate(path: Path, connection: Connection) -> None:
    """Run the missing migrations together, after copying the file unless it is new."""
    missing = await missing_migrations(connection)
    if missing and not is_new(missing):
        copy = await asyncio.to_thread(copy_before, path, missing[0].number)
        log.info("schema: before it changes, the database was copied to %s", copy)
    for migration in missing:
        with logged(migration.name):
            await migration.run(connection)
    if is_new(missing):
        log.warning("created a new database at %s", path)


def _try_to_open(path: Path) -> None:
    """Raise an error if the file cannot be opened: if aiosqlite tried, it would leave a thread behind."""
    sqlite3.connect(path).close()


def _connect(path: Path, *, lock_seconds: float = ANSWER_SECONDS) -> aiosqlite.Connection:
    """Connect without implicit transactions."""
    return aiosqlite.connect(path, timeout=lock_seconds, isolation_level=None)
