"""Migrate a PostgreSQL database while other processes play on it."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import asyncpg

from bot.store.database import try_to_write
from bot.store.errors import LastingError
from bot.store.postgresql_connection import PostgreSQLConnection
from bot.store.schema import Migration, is_new, logged, missing_late_indexes, missing_migrations

log = logging.getLogger(__name__)

Connect = Callable[[], AbstractAsyncContextManager[Any]]

LOCK_MILLISECONDS = 500
"""How long a migration waits for a table: new moves wait behind it, for two seconds at most."""

PAUSE_SECONDS = 5.0
"""The pause before a migration tries again, in which waiting moves are played."""

_GUARD_SECONDS = 0.5

_LOCK = 0x7061746966  # any number that other programs are unlikely to use

_CREATE = re.compile("^(CREATE (?:UNIQUE )?INDEX)", re.MULTILINE)


async def migrate(connect: Connect, location: str) -> None:
    """Run the missing migrations, and build the missing indexes on tables that have rows."""
    async with connect() as opened:
        encoding = opened.get_settings().server_encoding
        if encoding != "UTF8":
            raise LastingError(f"The encoding of the database is {encoding}: create one with ENCODING 'UTF8'.")
        connection = PostgreSQLConnection(opened)
        if await missing_migrations(connection) or await missing_late_indexes(connection):
            async with connect() as guard:
                await _be_alone(guard)
                await _Migrator(opened).migrate(location)
        async with opened.transaction():
            await try_to_write(connection)


async def _be_alone(guard: Any) -> None:
    """Keep other processes from migrating until this connection ends.

    The lock belongs to a transaction, because a pooler may share sessions. That transaction stays idle without a
    snapshot, because building an index waits for all transactions with an older one.
    """
    is_waiting = False
    while True:
        transaction = guard.transaction(isolation="read_committed")
        await transaction.start()
        if await guard.fetchval("SELECT pg_try_advisory_xact_lock($1)", _LOCK):
            break
        await transaction.rollback()
        if not is_waiting:
            log.info("schema: waiting for another process, which is changing it")
        is_waiting = True
        await asyncio.sleep(_GUARD_SECONDS)
    await guard.execute("SET LOCAL idle_in_transaction_session_timeout = 0")  # this also releases the snapshot


class _Migrator:
    def __init__(self, opened: Any) -> None:
        self._opened = opened
        self._connection = PostgreSQLConnection(opened)

    async def migrate(self, location: str) -> None:
        missing = await missing_migrations(self._connection)
        is_empty = is_new(missing)
        for migration in missing:
            with logged(migration.name):
                await self._insist(migration.name, partial(self._run, migration, is_empty=is_empty))
        if is_empty:
            log.warning("created a new database at %s", location)
        for name, statement in (await missing_late_indexes(self._connection)).items():
            with logged(f"index {name}"):
                await self._insist(f"index {name}", partial(self._build, name, statement))

    async def _run(self, migration: Migration, *, is_empty: bool) -> None:
        async with self._opened.transaction(isolation="read_committed"):
            await self._opened.execute(f"SET LOCAL lock_timeout = {LOCK_MILLISECONDS}; SET LOCAL statement_timeout = 0")
            await migration.run(self._connection, with_late_indexes=is_empty)

    async def _build(self, index: str, statement: str) -> None:
        """Build an index outside of transactions, without blocking moves."""
        await self._opened.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {index}")  # an earlier attempt may have failed
        await self._opened.execute(_CREATE.sub(r"\1 CONCURRENTLY", statement))

    async def _insist(self, name: str, step: Callable[[], Awaitable[None]]) -> None:
        """Repeat a step until other transactions no longer block it."""
        while True:
            try:
                return await step()
            except (asyncpg.LockNotAvailableError, asyncpg.DeadlockDetectedError):
                log.warning("schema: %s waits for other transactions, and tries again in %.0f s", name, PAUSE_SECONDS)
                await asyncio.sleep(PAUSE_SECONDS)
