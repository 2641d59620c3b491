"""Claims on tasks that only one process on a database may do at a time."""

from __future__ import annotations

import secrets
from functools import partial

from bot.store.database import Connection, Database
from bot.store.queries import queries


class Claim:
    """The right to do a task that only one process may do at a time. It expires unless it is renewed in time.

    It expires by the database's clock, so the clocks of the processes need not agree. Both methods raise StoreError
    when the database fails.
    """

    def __init__(self, database: Database, name: str, seconds: float) -> None:
        self.holder = secrets.token_hex(8)
        """Identifies this process."""
        self.is_held = False
        """Whether this process made the claim at its last attempt, and has not released it since."""
        self._database = database
        self._name = name
        self._seconds = seconds

    async def make(self) -> bool:
        """Make or renew the claim; return False while another holder has it."""
        made = partial(claim, name=self._name, holder=self.holder, seconds=self._seconds)
        self.is_held = await self._database.write(made)
        return self.is_held

    async def release(self) -> None:
        """Release the claim, so that another process can make it."""
        self.is_held = False
        await self._database.write(partial(queries.release_claim, name=self._name, holder=self.holder))


async def claim(connection: Connection, name: str, holder: str, seconds: float) -> bool:
    """Make a claim like `Claim.make`, in a job that continues only as the holder."""
    now = await connection.now()
    milliseconds = round(seconds * 1000)
    return bool(await queries.put_claim(connection, name=name, holder=holder, now=now, milliseconds=milliseconds))
