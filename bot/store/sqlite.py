"""SQLite: one file, one connection that reads, and one that writes with shared commits."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import aiosqlite

from bot.store.connection import NO_PARAMETERS, Job, Parameters, Reader
from bot.store.database import ONE_DAY_SECONDS, SQLITE, Database
from bot.store.errors import LockedError, StoreError, UncertainError, store_error
from bot.store.schema import check_current, migrate
from bot.store.time_left import within

log = logging.getLogger(__name__)

BUSY_SECONDS = 2.0
"""How long to wait for those ahead and for another process's lock, so that Discord's three seconds suffice."""

_TOGETHER_SECONDS = 0.1
"""Those whose time is over so soon after one another are told together."""

_WAL_SECONDS = 0.05
"""Between attempts to switch a new file to WAL."""


class _Reader:
    """What a connection has found, with one call of its thread for each query."""

    def __init__(self, opened: aiosqlite.Connection) -> None:
        self._opened = opened

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        return list(await self._opened.execute_fetchall(sql, parameters))

    async def close(self) -> None:
        await self._opened.close()


class _Writer(aiosqlite.Connection):
    """A connection of aiosqlite that runs whole transactions in its thread."""

    async def transact(self, jobs: Sequence[Job], busy_seconds: float | None) -> list[Any]:
        """Run all jobs in one transaction, and return what they return.

        Locks are waited for as long as is said; as long as before, where nothing is.
        """
        results: list[Any] = await self._execute(_transact, self._conn, jobs, busy_seconds)  # type: ignore[no-untyped-call]  # as aiosqlite's own methods do
        return results


class _Connection:
    """The `Connection` that jobs have in the thread itself, where every query is answered at once."""

    def __init__(self, opened: sqlite3.Connection) -> None:
        self._opened = opened

    async def rows(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> Sequence[Sequence[Any]]:
        return self._opened.execute(sql, parameters).fetchall()

    async def execute(self, sql: str, parameters: Parameters = NO_PARAMETERS) -> int:
        return self._opened.execute(sql, parameters).rowcount

    async def execute_many(self, sql: str, parameters: Sequence[Parameters]) -> None:
        self._opened.executemany(sql, parameters)

    async def now(self) -> int:
        return time.time_ns() // 1_000_000  # all processes are on this machine, and share its clock


def _transact(opened: sqlite3.Connection, jobs: Sequence[Job], busy_seconds: float | None) -> list[Any]:
    if busy_seconds is not None:
        opened.execute(f"PRAGMA busy_timeout = {int(busy_seconds * 1000)}")
    connection = _Connection(opened)
    opened.execute("BEGIN IMMEDIATE")
    try:
        results = [_run(job(connection)) for job in jobs]
        opened.execute("COMMIT")
    except BaseException:
        # SQLite rolls back by itself after some errors, a full disk among them.
        if opened.in_transaction:
            opened.execute("ROLLBACK")
        raise
    return results


def _run(job: Awaitable[Any]) -> Any:
    """What comes of a job whose queries are answered at once."""
    try:
        next(job.__await__())
    except StopIteration as end:
        return end.value
    raise RuntimeError("a job waits for something else than its queries")


class _Write:
    """A job that waits to be run, and who waits for it until when."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.deadline = time.monotonic() + within(BUSY_SECONDS)

    def finish(self, result: Any) -> None:
        """Hand over a result, or raise it where it is awaited; the one who waited may be gone."""
        if self.done.done():
            return
        if isinstance(result, Exception):
            self.done.set_exception(result)
        else:
            self.done.set_result(result)


class SQLite(Database):
    """An open file. What waits to be written at the same moment shares one commit."""

    def __init__(self, path: Path, reader: _Reader, writer: _Writer) -> None:
        self._path = path
        self._file = _file_at(path)
        self._reader = reader
        self._writer = writer
        self._waiting: list[_Write] = []
        self._behind: set[Job] = set()
        self._writing: asyncio.Task[None] | None = None
        self._lock_seconds = BUSY_SECONDS
        self._is_closing = False

    @classmethod
    async def at(cls, url: str | Path) -> SQLite:
        """Open the file, which is made where there is none, and bring its schema up to date."""
        path = _path(url)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"The folder {path.parent} cannot be made: {error.strerror}.") from error
        try:
            async with _translated(), AsyncExitStack() as opened:
                # A connection of aiosqlite that cannot be opened leaves a thread behind; this one does not.
                await asyncio.to_thread(lambda: sqlite3.connect(path).close())
                reader = _Reader(await opened.enter_async_context(_connect(path)))
                writer = _Writer(partial(_open, path), iter_chunk_size=64)
                await opened.enter_async_context(writer)
                await _write_ahead(writer)
                await writer.execute("PRAGMA synchronous = FULL")
                await writer.execute("PRAGMA foreign_keys = ON")
                await writer.transact([migrate], None)  # a second process waits here until the first has migrated
                opened.pop_all()
                return cls(path, reader, writer)
        except StoreError as error:
            raise StoreError(f"{path}: {error}") from error

    @classmethod
    @asynccontextmanager
    async def snapshot_at(cls, url: str | Path) -> AsyncIterator[Reader]:
        """The file as it is at this moment."""
        path = _path(url)
        if not await asyncio.to_thread(path.exists):
            raise StoreError(f"{path}: there is no such file.")
        async with _translated(), _connect(path) as opened:
            await opened.execute("PRAGMA query_only = ON")
            await opened.execute("BEGIN")
            connection = _Reader(opened)
            try:
                await check_current(connection)
            except StoreError as error:
                raise StoreError(f"{path}: {error}") from error
            yield connection

    async def close(self) -> None:
        """Finish the writes in hand, of those behind no more, and close."""
        self._is_closing = True
        while self._writing is not None:
            await self._writing
        await self._reader.close()
        await self._writer.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Reader]:
        """A connection that sees what has been committed."""
        async with _translated():
            yield self._reader

    async def write(self, job: Job, *, in_turn: bool = False) -> Any:  # noqa: ARG002 - all jobs are
        """Run `job` in a transaction, which those share that wait at the same moment."""
        write = _Write(job)
        self._waiting.append(write)
        if self._writing is not None:  # it has to wait for others
            left = write.deadline - time.monotonic()
            giving_up = asyncio.get_running_loop().call_later(left, self._give_up, write)
            write.done.add_done_callback(lambda _: giving_up.cancel())
        self._start_writing()
        return await write.done

    async def write_at_length(self, job: Job, *, seconds: float = ONE_DAY_SECONDS) -> Any:  # noqa: ARG002
        """Run `job` as `write` does: it may take as long as it wants to, as no server can go away meanwhile."""
        return await self.write(job)

    def write_behind(self, job: Job) -> None:
        """Run `job` in transactions of its own for as long as it returns True."""
        self._behind.add(job)
        self._start_writing()

    def _give_up(self, write: _Write) -> None:
        """Let one wait no longer that has waited its time and has not begun."""
        if write in self._waiting:
            self._waiting.remove(write)
            write.finish(StoreError("The database cannot be used: it is too busy."))

    def _start_writing(self) -> None:
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_waiting())

    async def _write_waiting(self) -> None:
        try:
            while self._waiting or self._behind:
                batch, self._waiting = self._waiting, []
                if batch and not await self._commit(batch):
                    for write in batch:
                        await self._commit_alone(write)
                behind, self._behind = self._behind, set()
                for job in behind:
                    if not self._is_closing:
                        await self._commit_behind(job)
        finally:
            self._writing = None

    async def _commit(self, batch: list[_Write]) -> bool:
        """Run all jobs in one transaction; return False, with nothing changed, if one fails."""
        deadline = min(write.deadline for write in batch)
        try:
            results = await self._transact([write.job for write in batch], deadline)
        except LockedError as error:
            # Who has more time than the first goes on waiting.
            self._waiting[:0] = [write for write in batch if write.deadline > deadline + _TOGETHER_SECONDS]
            batch = [write for write in batch if write.deadline <= deadline + _TOGETHER_SECONDS]
            results = [error] * len(batch)
        except StoreError as error:
            # A full disk meets all, those too that came meanwhile; of those it is certain that nothing was stored.
            results = [error] * len(batch) + [StoreError(str(error))] * len(self._waiting)
            batch += self._waiting
            self._waiting = []
        except Exception:  # noqa: BLE001 - whose fault it was shows when each runs alone
            return False
        for write, result in zip(batch, results, strict=True):
            write.finish(result)
        return True

    async def _commit_alone(self, write: _Write) -> None:
        try:
            (result,) = await self._transact([write.job], write.deadline)
        except Exception as error:  # noqa: BLE001 - it is raised where the job came from
            result = error
        write.finish(result)

    async def _commit_behind(self, job: Job) -> None:
        try:
            (is_more,) = await self._transact([job], time.monotonic() + BUSY_SECONDS)
        except StoreError as error:
            log.error("what is to be written behind is left for later: %s", error)  # noqa: TRY400 - it says it all
        except Exception:
            log.exception("what is to be written behind is left for later")
        else:
            if is_more:
                self._behind.add(job)

    async def _transact(self, jobs: Sequence[Job], deadline: float) -> list[Any]:
        """Run jobs in a transaction that waits for a lock until then, stored in the file that others find, too."""
        self._check_file()
        seconds = deadline - time.monotonic()
        # Who has hardly waited for others may wait the full time.
        seconds = BUSY_SECONDS if seconds > 0.9 * BUSY_SECONDS else max(0.0, seconds)
        changed = seconds if seconds != self._lock_seconds else None
        self._lock_seconds = seconds
        async with _translated():
            results = await self._writer.transact(jobs, changed)
        self._check_file(UncertainError)
        return results

    def _check_file(self, error: type[StoreError] = StoreError) -> None:
        if _file_at(self._path) != self._file:
            raise error(
                f"The database cannot be used: {self._path} was deleted or replaced while the bot ran. Put it back, or "
                "restart the bot without the files beside it that end in -wal and -shm."
            )


async def _write_ahead(writer: aiosqlite.Connection) -> None:
    """Switch to WAL. SQLite does not itself wait for another process that does so at the same moment."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            await writer.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > deadline:
                raise
            await asyncio.sleep(_WAL_SECONDS)
        else:
            return


def _path(url: str | Path) -> Path:
    return Path(str(url).removeprefix(SQLITE))


def _file_at(path: Path) -> tuple[int, int] | None:
    """What tells the file at a path from all others; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - a fraction of the time that pathlib takes, at each commit
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _open(path: Path) -> sqlite3.Connection:
    """A connection that leaves transactions to us."""
    return sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)


def _connect(path: Path) -> aiosqlite.Connection:
    return aiosqlite.Connection(partial(_open, path), iter_chunk_size=64)


@asynccontextmanager
async def _translated() -> AsyncIterator[None]:
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise  # a fault of ours, not of the database
    except sqlite3.Error as error:
        raise store_error(error) from error
