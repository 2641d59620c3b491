"""SQLite: one file, a connection that reads, and a connection that writes with shared commits.

Each connection has a thread of its own. The jobs of a commit run there from beginning to end, because every change of
threads costs more than most statements.
"""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, closing
from contextvars import Context
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from bot.store.database import (
    ANSWER_SECONDS,
    NO_PARAMETERS,
    Connection,
    Database,
    Job,
    Parameters,
    ReadOnly,
    T,
    named,
    translated,
    try_to_write,
)
from bot.store.errors import DamagedError, StoreError, UncertainError
from bot.store.schema import check_current, check_own, is_new, logged, missing_migrations
from bot.store.sqlite_errors import DAMAGED, LockedError, explain
from bot.store.sqlite_file import (
    advice_on_log,
    check_file,
    copy_before,
    create_folder,
    is_empty,
    make_private,
    warn_of_old_log,
)

log = logging.getLogger(__name__)

URL_PREFIX = "sqlite:///"

_LOCK_SECONDS = 0.1
"""How long one attempt waits for another process's lock; writes that still have time then try again."""

_EMPTY_LOG = "PRAGMA wal_checkpoint(TRUNCATE)"
"""Moves all committed changes from the write-ahead log into the file, and empties the log."""

_OBJECTS = "SELECT name, type FROM sqlite_master WHERE name NOT LIKE 'sqlite|_%' ESCAPE '|'"

_SIZE = "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()"

_STEPS_BETWEEN_LOOKS = 10_000
"""SQLite instructions of a read-only query between checks whether somebody still awaits it."""


class _Connection:
    """A `Connection` in the thread of its transaction, where it waits for nothing but SQLite."""

    def __init__(self, opened: sqlite3.Connection) -> None:
        self._opened = opened

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        return self._opened.execute(sql, parameters).fetchall()

    async def execute(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> int:
        return self._opened.execute(sql, parameters).rowcount

    async def execute_many(self, sql: str, parameters: Sequence[Parameters]) -> None:
        self._opened.executemany(sql, parameters)

    async def objects(self) -> dict[str, str]:
        return dict(map(tuple, await self.rows(_OBJECTS)))

    async def now(self) -> int:
        return time.time_ns() // 1_000_000  # all processes are on this machine and share its clock


class _Thread:
    """A connection, and the thread that uses it. A `ReadOnly`."""

    def __init__(self, opened: sqlite3.Connection) -> None:
        self._opened = opened
        self._executor = ThreadPoolExecutor(1, thread_name_prefix="sqlite")

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do some work after what the thread does now; it goes on even if the caller is cancelled."""
        return await asyncio.get_running_loop().run_in_executor(self._executor, work, self._opened)

    async def close(self) -> None:
        await self.run(sqlite3.Connection.close)
        self._executor.shutdown(wait=False)

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        return await self.run(lambda opened: opened.execute(sql, parameters).fetchall())

    async def objects(self) -> dict[str, str]:
        return dict(map(tuple, await self.rows(_OBJECTS)))

    async def size(self) -> int:
        ((size,),) = await self.rows(_SIZE)
        return int(size)

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

    SIZE = _SIZE

    def __init__(self, path: Path, reader: sqlite3.Connection, writer: sqlite3.Connection) -> None:
        super().__init__()
        self._path = path
        self._file = _identity(path)
        self._reader = _Thread(reader)
        self._writer = _Thread(writer)
        self._queue: list[_Write] = []
        self._committing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, url: str | Path) -> SQLite:
        """Open the file, and create it if it does not exist."""
        path = path_of(url)
        with named(str(path)):
            return cls(path, *await asyncio.to_thread(_open, path))

    @classmethod
    @asynccontextmanager
    async def read_only(cls, url: str | Path, *, is_older_allowed: bool = False) -> AsyncIterator[ReadOnly]:
        path = path_of(url)
        await asyncio.to_thread(check_file, path)
        with translated(explain):
            opened = _connect(path)
            opened.execute("PRAGMA query_only = ON")
            has_ended = threading.Event()
            opened.set_progress_handler(has_ended.is_set, _STEPS_BETWEEN_LOOKS)
            reader = _Thread(opened)
            try:
                with named(str(path)), translated(explain):
                    await (check_own if is_older_allowed else check_current)(reader)
                yield reader
            finally:
                has_ended.set()  # otherwise closing would wait for a query that nobody awaits any more
                await reader.close()

    async def empty_log(self) -> None:
        """Empty the write-ahead log, which holds earlier versions of rows, unless another program reads it."""
        self._check_file(StoreError)
        with translated(explain):
            await asyncio.to_thread(_empty_log, self._path)

    async def close(self) -> None:
        while self._committing is not None:
            await self._committing
        await self._reader.close()
        await self._writer.close()

    async def _rows(self, sql: str, parameters: Parameters, seconds: float) -> Sequence[Sequence[Any]]:  # noqa: ARG002 - reads in WAL wait for nobody
        with translated(explain):
            return await self._reader.rows(sql, parameters)

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
            self._check_file(StoreError)
            with translated(explain):
                results = await self._writer.run(partial(_transact, jobs=[write.job for write in batch]))
            self._check_file(UncertainError)
        except LockedError as error:
            now = perf_counter()
            self._queue[:0] = [write for write in batch if write.deadline > now]
            for write in batch:
                if write.deadline <= now:
                    write.fail(error)
        except Exception as error:  # noqa: BLE001 - the callers raise it
            if len(batch) == 1 or isinstance(error, UncertainError):
                for write in batch:
                    write.fail(error)
            else:  # alone, the jobs that did not fail succeed
                for write in batch:
                    await self._commit([write])
        else:
            for write, result in zip(batch, results, strict=True):
                write.succeed(result)

    def _check_file(self, error: type[StoreError]) -> None:
        """Raise `error` if the path no longer leads to this file, since everything written to it would be lost."""
        if _identity(self._path) != self._file:
            raise error(
                f"The database cannot be used: {self._path} was deleted or replaced while the bot was running. Put it "
                "back, or restart the bot without the files beside it that end in -wal and -shm."
            )


def path_of(url: str | Path, otherwise: str = "This is not an SQLite database.") -> Path:
    """Return the path of the file that a URL names. Raises StoreError, with this message, for a server."""
    if "://" in str(url) and not str(url).startswith(URL_PREFIX):
        raise StoreError(otherwise)
    return Path(str(url).removeprefix(URL_PREFIX))


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - pathlib takes several times as long, and every commit does this twice
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _open(path: Path) -> tuple[sqlite3.Connection, sqlite3.Connection]:
    """Migrate the file, and open a connection that reads and one that writes."""
    create_folder(path)
    warn_of_old_log(path)
    _check_own(path)
    make_private(path)
    with translated(explain):
        with closing(_connect_to_write(path)) as opened:
            opened.execute("PRAGMA journal_mode = WAL")
            _transact(opened, [partial(_migrate, path), try_to_write])
            opened.execute(_EMPTY_LOG)  # a process that died may have left deleted data
        return _connect(path), _connect_to_write(path, lock_seconds=_LOCK_SECONDS)


def _check_own(path: Path) -> None:
    """Raise StoreError if the file is damaged, or belongs to another program or version. Reading does not change it."""
    if is_empty(path):
        return
    log_advice = advice_on_log(path)
    try:
        with translated(explain), closing(_connect(path)) as opened:
            _finish(_check_content(_Connection(opened)))
    except DamagedError as error:
        raise DamagedError(f"{error}{log_advice}") from error


async def _check_content(reader: _Connection) -> None:
    await check_own(reader)
    ((verdict,),) = await reader.rows("PRAGMA quick_check(1)")
    if verdict != "ok":
        raise DamagedError(f"The database cannot be used: {DAMAGED}.")


async def _migrate(path: Path, connection: Connection) -> None:
    """Run the missing migrations together, after copying the file unless it is new."""
    missing = await missing_migrations(connection)
    if missing and not is_new(missing):
        copy = copy_before(path, missing[0].number)
        log.info("schema: before it changes, the database was copied to %s", copy)
    for migration in missing:
        with logged(migration.name):
            await migration.run(connection)
    if is_new(missing):
        log.warning("created a new database at %s", path)


def _empty_log(path: Path) -> None:
    with closing(_connect(path, lock_seconds=_LOCK_SECONDS)) as opened:
        opened.execute(_EMPTY_LOG)


def _connect(path: Path, *, lock_seconds: float = ANSWER_SECONDS) -> sqlite3.Connection:
    """Connect without implicit transactions, for one thread at a time, whichever it is."""
    opened = sqlite3.connect(path, timeout=lock_seconds, isolation_level=None, check_same_thread=False)
    opened.row_factory = sqlite3.Row
    return opened


def _connect_to_write(path: Path, *, lock_seconds: float = ANSWER_SECONDS) -> sqlite3.Connection:
    opened = _connect(path, lock_seconds=lock_seconds)
    opened.execute("PRAGMA synchronous = FULL")
    opened.execute("PRAGMA secure_delete = ON")
    return opened


def _transact(opened: sqlite3.Connection, jobs: Sequence[Job[Any]]) -> list[Any]:
    """Run jobs in one transaction, and return their results."""
    connection = _Connection(opened)
    opened.execute("BEGIN IMMEDIATE")
    try:
        results = [_finish(job(connection)) for job in jobs]
        opened.execute("COMMIT")
    except BaseException:
        # SQLite itself rolls back after some errors, such as a full disk.
        if opened.in_transaction:
            opened.execute("ROLLBACK")
        raise
    return results


def _finish(work: Awaitable[T]) -> T:
    """Run work that awaits only a `_Connection`, which needs no event loop."""
    try:
        next(work.__await__())
    except StopIteration as finished:
        result: T = finished.value
        return result
    raise AssertionError("a job awaits nothing but its statements")
