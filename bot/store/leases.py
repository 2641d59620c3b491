"""Leases: only one of the processes that share a database may do a thing at a time."""

from __future__ import annotations

from functools import partial

from bot.store.database import Connection, Database
from bot.store.queries import queries


class LeaseStore:
    """Claims and releases leases. All methods raise StoreError when the database fails.

    Leases expire by the database's clock, so the clocks of the processes need not agree.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, name: str, holder: str, seconds: float) -> float:
        """Claim or renew a lease; return 0.0 if it is this holder's now, or else the seconds until it expires.

        It expires this many seconds after it was last claimed, unless it is released before.
        """
        return await self._database.write(partial(claim_lease, name=name, holder=holder, seconds=seconds))

    async def release(self, name: str, holder: str) -> None:
        """Release a lease, if it is this holder's."""
        await self._database.write(partial(queries.release_lease, name=name, holder=holder))


async def claim_lease(connection: Connection, name: str, holder: str, seconds: float) -> float:
    """Claim a lease as `LeaseStore.claim` does, in a job that continues only as the holder."""
    now = await connection.now()
    milliseconds = round(seconds * 1000)
    if await queries.claim_lease(connection, name=name, holder=holder, now=now, milliseconds=milliseconds):
        return 0.0
    renewed_at = int(await queries.lease_renewed_at(connection, name=name))
    return max(1, renewed_at + milliseconds - now) / 1000
