"""Values of the whole installation, which its processes share."""

from __future__ import annotations

from functools import partial

from bot.store.database import Database
from bot.store.queries import queries

_COMMANDS = "registered commands"


class InstallationStore:
    """Reads and writes these values. All methods raise StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def commands(self) -> str | None:
        """Return the fingerprint of the commands last registered with Discord."""
        known: str | None = await queries.installation_value(self._database, name=_COMMANDS)
        return known

    async def put_commands(self, known: str) -> None:
        """Store the fingerprint of the commands that are now registered."""
        await self._database.write(partial(queries.put_installation_value, name=_COMMANDS, value=known))
