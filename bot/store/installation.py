"""What belongs to the installation as a whole, and not to any one process."""

from __future__ import annotations

from bot.store.database import Connection, Database
from bot.store.queries import queries

_COMMANDS = "registered commands"


class InstallationStore:
    """Reads and writes it. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def commands(self) -> str | None:
        """What tells the commands that were registered with Discord last."""
        known: str | None = await queries.installation_value(self._database, name=_COMMANDS)
        return known

    async def put_commands(self, known: str) -> None:
        """Keep what tells the commands that are registered now."""

        async def job(connection: Connection) -> None:
            await queries.replace_installation_value(connection, name=_COMMANDS, value=known)

        await self._database.write(job)
