"""The badges that players have earned."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.badges import all_badges
from bot.store.database import Connection
from bot.store.queries import queries
from bot.store.turn import Turn


class BadgeStore:
    async def of(self, turn: Turn, user_id: int) -> list[str]:
        """In the order in which the user earned them."""
        known = frozenset(all_badges())
        rows = queries.badges(turn, user_id=user_id)
        return [badge async for badge, _ in rows if badge in known]  # another version may have more badges

    async def award(self, turn: Turn, user_id: int, game_id: int, badges: Iterable[str]) -> list[str]:
        """Give a user the badges that a game has earned, and return those that they did not have.

        A game that the user has deleted earns none.
        """
        earned = sorted(badges)
        now = int(turn.now())

        async def job(connection: Connection) -> list[str]:
            return [
                badge
                for badge in earned
                if await queries.add_badge(connection, user_id=user_id, game_id=game_id, badge=badge, now=now)
            ]

        return await turn.write(job) if earned else []
