"""Values of the whole installation, which its processes share."""

from __future__ import annotations

from functools import partial

from bot.store.database import Database
from bot.store.queries import queries

_COMMANDS = "registered commands"


class InstallationStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def commands(self) -> str | None:
        known: str | None = await queries.installation_value(self._database, name=_COMMANDS)
        return known

    async def put_commands(self, known: str) -> None:
        await self._database.write(partial(queries.put_installation_value, name=_COMMANDS, value=known))
