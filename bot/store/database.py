"""The database that everything is kept in: what reads and writes it asks of it, whichever it is."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from bot.store.connection import Job, Reader
from bot.store.errors import StoreError

SQLITE = "sqlite:///"
POSTGRESQL = ("postgresql://", "postgres://")

ONE_DAY_SECONDS = 24 * 60 * 60.0


class Database(ABC):
    """An open database. Every method raises StoreError where it fails, or takes so long that no player would wait."""

    _writing: asyncio.Task[None] | None
    """What writes behind, while there is something to write."""

    @staticmethod
    async def open(url: str | Path) -> Database:
        """Open a database and bring its schema up to date.

        It is PostgreSQL's where the URL begins with postgresql://. Otherwise it is a file of SQLite, named by
        sqlite:/// and its path or by a Path; it is made where there is none.
        """
        return await _kind(url).at(url)

    @staticmethod
    def snapshot(url: str | Path) -> AbstractAsyncContextManager[Reader]:
        """The database as it is at this moment, to be read and nothing else, while others may go on changing it.

        Raises StoreError where there is none, or one of another schema than this bot's, and where it fails inside.
        """
        return _kind(url).snapshot_at(url)

    @classmethod
    @abstractmethod
    async def at(cls, url: str | Path) -> Database:
        """Open the database of this kind that `open` is asked for."""

    @classmethod
    @abstractmethod
    def snapshot_at(cls, url: str | Path) -> AbstractAsyncContextManager[Reader]:
        """What `snapshot` is for this kind."""

    @abstractmethod
    async def close(self) -> None:
        """Finish the writes in hand, of those behind no more, and close."""

    @abstractmethod
    def reading(self) -> AbstractAsyncContextManager[Reader]:
        """What sees all that has been committed, query by query."""

    @abstractmethod
    async def write(self, job: Job, *, in_turn: bool = False) -> Any:
        """Run `job` in a transaction and return what it returns, once that is committed.

        It is as if no other job ran meanwhile, in this process or another. A job that raises changes nothing; it may be
        run twice, so it does nothing but query. Those `in_turn` wait for one another instead of getting in one
        another's way and trying again: for jobs that all change the same rows.
        """

    @abstractmethod
    async def write_at_length(self, job: Job, *, seconds: float = ONE_DAY_SECONDS) -> Any:
        """Run `job` in turn as `write` does, though it takes longer than a player would wait; at most so long."""

    @abstractmethod
    def write_behind(self, job: Job) -> None:
        """Run `job` in transactions of its own, in turns with what else is written, for as long as it returns True.

        Nobody waits for it: where it fails that is logged, and where the database is closed first it does not go on. So
        what is stored has to say what there is left to do.
        """


def _kind(url: str | Path) -> type[Database]:
    if not str(url).startswith(POSTGRESQL):
        from bot.store.sqlite import SQLite  # noqa: PLC0415 - it builds upon this module

        return SQLite
    try:
        from bot.store.postgresql import PostgreSQL  # noqa: PLC0415 - its driver is an extra
    except ModuleNotFoundError as error:
        if error.name != "asyncpg":
            raise
        raise StoreError(
            "For a database of PostgreSQL, install the extra `postgres`: pip install '.[postgres]'"
        ) from error
    return PostgreSQL
