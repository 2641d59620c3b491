"""The badges that players have earned."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.badges import Badge
from bot.store.database import Connection, Database
from bot.store.queries import queries

_BADGES = frozenset(Badge)


class BadgeStore:
    """Reads and writes badges. Both methods raise StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int) -> list[Badge]:
        """Return a user's badges, in the order in which they earned them."""
        rows = queries.badges(self._database, user_id=user_id)
        return [Badge(badge) async for badge, _ in rows if badge in _BADGES]  # another version may have more

    async def add(self, user_id: int, game_id: int, badges: Iterable[Badge], now: int) -> list[Badge]:
        """Give a user the badges that a game has earned them, and return those that they did not have.

        None are given for a game that the user has deleted.
        """

        async def job(connection: Connection) -> list[Badge]:
            return [
                badge
                for badge in badges
                if await queries.add_badge(connection, user_id=user_id, game_id=game_id, badge=badge, now=now)
            ]

        return await self._database.write(job)
