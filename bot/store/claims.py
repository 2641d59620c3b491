"""Claims on tasks that only one process on a database may do at a time."""

from __future__ import annotations

import secrets
from functools import partial

from bot.store.database import Connection, Database
from bot.store.queries import queries


class ClaimStore:
    """Makes and releases claims. All methods raise StoreError when the database fails.

    These claims expire by the database's clock, so the clocks of the processes need not agree.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, name: str, holder: str, seconds: float) -> float:
        """Make or renew a claim; return 0.0 if this holder now has it, otherwise the seconds until it expires.

        The claim expires this many seconds after it was last made or renewed, unless it is released before.
        """
        return await self._database.write(partial(claim, name=name, holder=holder, seconds=seconds))

    def new(self, name: str, seconds: float) -> Claim:
        """A claim to make, which expires this many seconds after it was last made or renewed."""
        return Claim(self, name, seconds)

    async def release(self, name: str, holder: str) -> None:
        """Release a claim if this holder has it."""
        await self._database.write(partial(queries.release_claim, name=name, holder=holder))


class Claim:
    """The right to do a task that only one process may do at a time. It expires unless it is renewed in time.

    Both methods raise StoreError when the database fails.
    """

    def __init__(self, store: ClaimStore, name: str, seconds: float) -> None:
        self.holder = secrets.token_hex(8)
        """Identifies this process."""
        self.is_held = False
        """Whether this process made the claim at its last attempt, and has not released it since."""
        self._store = store
        self._name = name
        self._seconds = seconds

    async def make(self) -> float:
        """Make or renew the claim; return 0.0 if that succeeds, or the seconds until another holder's expires."""
        left = await self._store.claim(self._name, self.holder, self._seconds)
        self.is_held = not left
        return left

    async def release(self) -> None:
        """Release the claim, so that another process can make it."""
        self.is_held = False
        await self._store.release(self._name, self.holder)


async def claim(connection: Connection, name: str, holder: str, seconds: float, *, now: int | None = None) -> float:
    """Make a claim like `ClaimStore.claim`, in a job that continues only as the holder.

    `now` is in Unix milliseconds, by default by the database's clock.
    """
    if now is None:
        now = await connection.now()
    milliseconds = round(seconds * 1000)
    if await queries.put_claim(connection, name=name, holder=holder, now=now, milliseconds=milliseconds):
        return 0.0
    claimed_at = int(await queries.claimed_at(connection, name=name))
    return max(1, claimed_at + milliseconds - now) / 1000
