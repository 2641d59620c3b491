"""Preferences as stored: names and values are text."""

from __future__ import annotations

from collections.abc import Mapping

from bot.model.notices import Notice
from bot.store.database import Connection
from bot.store.queries import queries
from bot.store.turn import Turn


class PreferenceStore:
    """Reads and writes preferences. All methods raise StoreError when the database fails."""

    async def of(self, turn: Turn, user_id: int) -> dict[str, str]:
        """Return the values that a user has chosen, by name."""
        return {name: value async for name, value in queries.preferences(turn, user_id=user_id)}

    async def with_notices(self, turn: Turn) -> tuple[dict[str, str], frozenset[Notice]]:
        """Return the values that the turn's user has chosen, by name, and the notices for them in this server."""
        values: dict[str, str] = {}
        notices: set[Notice] = set()
        rows = queries.preferences_and_notices(turn, user_id=turn.player.id, server_id=turn.player.server_id)
        async for name, value in rows:
            if name is None:
                notices.add(Notice(value))
            else:
                values[name] = value
        return values, frozenset(notices)

    def put(self, turn: Turn, values: Mapping[str, str]) -> None:
        """Store these values with the turn's change."""

        async def job(connection: Connection) -> None:
            for name, value in values.items():
                await queries.put_preference(connection, user_id=turn.player.id, name=name, value=value)

        turn.also(job)
