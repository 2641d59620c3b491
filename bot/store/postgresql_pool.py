"""Connections to PostgreSQL: replaces broken ones, and makes do with as many as the server grants.

asyncpg's own pool refuses a call if the server grants no further connection, although one of its own will soon be free.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from time import monotonic
from typing import Any, TypeVar

import asyncpg

T = TypeVar("T")

IDLE_SECONDS = 1.0
"""A connection unused for this long may have been silently dropped by a firewall or a failover."""

LIMIT_SECONDS = 60.0
"""How long to remember that the server grants no further connection."""

_PING_SECONDS = 0.5


@dataclass(eq=False)
class _Session:
    opened: Any
    generation: int
    used_at: float


class Pool:
    """Lends connections, the most recently used first."""

    def __init__(self, connect: Callable[[], Awaitable[Any]], most: int) -> None:
        self._connect = connect
        self._allowed = asyncio.Semaphore(most)
        self._idle: list[_Session] = []
        self._lent = 0
        self._generation = 0
        """Sessions of earlier generations are not lent again."""

    async def use(self, work: Callable[[Any], Awaitable[T]]) -> T:
        """Do `work` on a free connection, and again on another one if that breaks.

        After a sign that the server has changed, such as a failover, free connections are replaced, too: each of them
        would fail a player's turn.
        """
        while True:
            session = await self._lend()
            try:
                if not await _is_silent(session):
                    return await work(session.opened)
                self._replace(session)
            except (asyncio.CancelledError, asyncpg.ReadOnlySQLTransactionError):
                self._replace(session)  # its query may still be running
                raise
            except Exception as error:
                if not is_lost(error, session.opened):
                    raise
                self._replace(session)
            finally:
                self._take_back(session)

    async def close(self, seconds: float) -> None:
        """Close the free connections, and lent ones when they come back."""
        self._generation += 1
        while self._idle:
            opened = self._idle.pop().opened
            try:
                await opened.close(timeout=seconds)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError):  # TimeoutError is an OSError
                opened.terminate()

    async def _lend(self) -> _Session:
        while True:
            await self._allowed.acquire()
            try:
                session = self._idle.pop() if self._idle else await self._open()
            except asyncpg.TooManyConnectionsError:
                if not self._lent:
                    self._allowed.release()
                    raise
                # Wait for one of this pool's own connections.
                asyncio.get_running_loop().call_later(LIMIT_SECONDS, self._allowed.release)
            except BaseException:
                self._allowed.release()
                raise
            else:
                self._lent += 1
                return session

    async def _open(self) -> _Session:
        generation = self._generation
        return _Session(await self._connect(), generation, monotonic())

    def _take_back(self, session: _Session) -> None:
        self._lent -= 1
        if session.generation == self._generation and not session.opened.is_closed():
            session.used_at = monotonic()
            self._idle.append(session)
        else:
            session.opened.terminate()
        self._allowed.release()

    def _replace(self, session: _Session) -> None:
        """End a connection, and all free ones."""
        self._generation += 1
        for each in (session, *self._idle):
            each.opened.terminate()
        self._idle.clear()


def is_lost(error: BaseException, opened: Any) -> bool:
    """Return whether an error means that the connection broke."""
    if isinstance(error, OSError | asyncpg.PostgresConnectionError | asyncpg.InternalClientError):
        return True  # the last check is for a server that has announced the end of the connection but not yet closed it
    return isinstance(error, asyncpg.PostgresError | asyncpg.InterfaceError) and opened.is_closed()


async def _is_silent(session: _Session) -> bool:
    """Return whether an idle connection no longer answers. Raises the error that breaks the connection."""
    if monotonic() - session.used_at < IDLE_SECONDS:
        return False
    try:
        async with asyncio.timeout(_PING_SECONDS):
            await session.opened.execute("SELECT 1")
    except TimeoutError:
        return True
    return False
