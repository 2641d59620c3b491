"""Values of the whole installation, shared by its processes."""

from __future__ import annotations

from bot.store.database import Connection, Database
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

        async def job(connection: Connection) -> None:
            await queries.replace_installation_value(connection, name=_COMMANDS, value=known)

        await self._database.write(job)
