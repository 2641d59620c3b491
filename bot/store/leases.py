"""Leases: what one process at a time does, or may do, for all that share the database."""

from __future__ import annotations

from bot.store.database import Connection, Database
from bot.store.queries import queries


class LeaseStore:
    """Claims and releases leases. Every method raises StoreError when the database fails.

    They run by the database's clock, so those of the processes need not agree.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, name: str, holder: str, seconds: float) -> float:
        """Claim a lease, or go on with it; return 0.0 where it is this holder's now, else in how many seconds it ends.

        It ends so many seconds after it was claimed last, unless it is released before.
        """

        async def job(connection: Connection) -> float:
            return await claim_lease(connection, name, holder, seconds)

        return await self._database.write(job)

    async def release(self, name: str, holder: str) -> None:
        """End this holder's lease, if it is still theirs."""

        async def job(connection: Connection) -> None:
            await queries.release_lease(connection, name=name, holder=holder)

        await self._database.write(job)


async def claim_lease(connection: Connection, name: str, holder: str, seconds: float) -> float:
    """What `LeaseStore.claim` does, together with what is to be done only by the holder."""
    now = await connection.now()
    lasts = round(seconds * 1000)
    if await queries.claim_lease(connection, name=name, holder=holder, now=now, milliseconds=lasts):
        return 0.0
    renewed_at = int(await queries.lease_renewed_at(connection, name=name))
    return max(1, renewed_at + lasts - now) / 1000
