"""The SQLite database: opening, migrating, reading, and writing with shared commits."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite

from bot.store.errors import StoreError, store_error

MIGRATIONS = Path(__file__).parent / "migrations"

BUSY_SECONDS = 2.0
"""How long to wait for another process's lock: short enough to still answer within Discord's three seconds."""

Job = Callable[[aiosqlite.Connection], Awaitable[Any]]


class Database:
    """An open SQLite file: one connection that reads, one that writes.

    Every method raises StoreError where SQLite fails.
    """

    def __init__(self, reader: aiosqlite.Connection, writer: aiosqlite.Connection) -> None:
        self._reader = reader
        self._writer = writer
        self._waiting: list[tuple[Job, asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open the file, which is made where there is none, and bring its schema up to date."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StoreError(f"The folder {path.parent} cannot be made: {error.strerror}.") from error
        try:
            async with _translated(), AsyncExitStack() as opened:
                # A connection of aiosqlite that cannot be opened leaves a thread behind; this one does not.
                await asyncio.to_thread(lambda: sqlite3.connect(path).close())
                reader = await opened.enter_async_context(_connect(path))
                writer = await opened.enter_async_context(_connect(path))
                await writer.execute("PRAGMA journal_mode = WAL")
                await writer.execute("PRAGMA synchronous = FULL")
                await writer.execute("PRAGMA foreign_keys = ON")
                await migrate(writer)
                opened.pop_all()
                return cls(reader, writer)
        except StoreError as error:
            raise StoreError(f"{path}: {error}") from error

    async def close(self) -> None:
        """Finish the writes in hand and close. An open connection would keep the process alive."""
        while self._writing is not None:
            await self._writing
        await self._reader.close()
        await self._writer.close()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[aiosqlite.Connection]:
        """A connection that sees what has been committed."""
        async with _translated():
            yield self._reader

    async def write(self, job: Job) -> Any:
        """Run `job` in a transaction and return what it returns, once that is committed.

        Jobs that wait at the same moment share one commit. A job that raises changes nothing; it may be run twice,
        so it does nothing but query.
        """
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_waiting())
        return await done

    async def _write_waiting(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                if not await self._commit(batch):
                    for job, done in batch:
                        await self._commit_alone(job, done)
        finally:
            self._writing = None

    async def _commit(self, batch: list[tuple[Job, asyncio.Future[Any]]]) -> bool:
        """Run all jobs in one transaction; return False, with nothing changed, if one fails."""
        try:
            async with self._transaction():
                results = [await job(self._writer) for job, _ in batch]
        except StoreError as error:
            # A lock or a full disk meets all, those too that came meanwhile: waiting for it again would make them late.
            batch += self._waiting
            self._waiting = []
            results = [error] * len(batch)
        except Exception:  # noqa: BLE001 - whose fault it was shows when each runs alone
            return False
        for (_, done), result in zip(batch, results, strict=True):
            _finish(done, result)
        return True

    async def _commit_alone(self, job: Job, done: asyncio.Future[Any]) -> None:
        try:
            async with self._transaction():
                result = await job(self._writer)
        except Exception as error:  # noqa: BLE001 - it is raised where the job came from
            result = error
        _finish(done, result)

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[None]:
        async with _translated():
            await self._writer.execute("BEGIN IMMEDIATE")
            try:
                yield
                await self._writer.execute("COMMIT")
            except BaseException:
                # SQLite rolls back by itself after some errors, a full disk among them.
                if self._writer.in_transaction:
                    await self._writer.execute("ROLLBACK")
                raise


def _connect(path: Path) -> aiosqlite.Connection:
    """A connection that leaves transactions to us."""
    return aiosqlite.connect(path, timeout=BUSY_SECONDS, isolation_level=None)


async def migrate(connection: aiosqlite.Connection, newest: int | None = None) -> None:
    """Run the migrations that a database lacks, up to number `newest`, all or none of them.

    Raises StoreError for a database that a newer bot has migrated further than this one knows.
    """
    migrations = sorted(MIGRATIONS.glob("*.sql"))[:newest]
    await connection.execute("BEGIN IMMEDIATE")  # a second process waits here until the first has migrated
    try:
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)")
        async with connection.execute("SELECT MAX(version) FROM schema_version") as cursor:
            row = await cursor.fetchone()
        version = (row[0] if row else None) or 0
        _check_known(version, len(migrations))
        for number, migration in enumerate(migrations[version:], version + 1):
            for statement in _statements(migration.read_text(encoding="utf-8")):
                await connection.execute(statement)
            await connection.execute("INSERT INTO schema_version VALUES (?)", (number,))
        await connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            await connection.execute("ROLLBACK")
        raise


def _check_known(version: object, newest: int) -> None:
    if not isinstance(version, int):
        raise StoreError("The database is not one of this bot's: its schema has no number.")
    if version > newest:
        raise StoreError(
            f"The database is newer than this bot: its schema is {version}, the bot knows {newest}. "
            "Update the bot, or restore a backup made before the update."
        )


def _statements(script: str) -> list[str]:
    """Split a script at its semicolons; executing it whole would commit the transaction around it."""
    statements: list[str] = []
    current = ""
    for line in script.splitlines():
        if line.strip() and not line.lstrip().startswith("--"):
            current += line + "\n"
            if sqlite3.complete_statement(current):
                statements.append(current)
                current = ""
    if current:
        raise ValueError(f"This statement has no end: {current}")
    return statements


def _finish(done: asyncio.Future[Any], result: Any) -> None:
    """Hand over a result, or raise it where it is awaited; the one who waited may be gone."""
    if done.done():
        return
    if isinstance(result, Exception):
        done.set_exception(result)
    else:
        done.set_result(result)


@asynccontextmanager
async def snapshot(path: Path) -> AsyncIterator[aiosqlite.Connection]:
    """The database as it is at this moment, to be read and nothing else, while others may go on changing it.

    Raises StoreError where there is none, or one of another schema than this bot's, and where SQLite fails inside.
    """
    if not await asyncio.to_thread(path.exists):
        raise StoreError(f"{path}: there is no such file.")
    known = len(sorted(MIGRATIONS.glob("*.sql")))
    async with _translated(), _connect(path) as connection:
        await connection.execute("PRAGMA query_only = ON")
        await connection.execute("BEGIN")
        async with connection.execute("SELECT MAX(version) FROM schema_version") as cursor:
            row = await cursor.fetchone()
        version = row[0] if row else None
        if version != known:
            raise StoreError(f"{path}: its schema is {version}, this bot's is {known}. Start the bot once first.")
        yield connection


@asynccontextmanager
async def _translated() -> AsyncIterator[None]:
    try:
        yield
    except (sqlite3.IntegrityError, sqlite3.ProgrammingError):
        raise  # a fault of ours, not of the database
    except sqlite3.Error as error:
        raise store_error(error) from error
