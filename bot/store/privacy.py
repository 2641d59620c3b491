"""All that is kept of one user: to be exported, and to be deleted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from bot.store.database import Connection, Database
from bot.store.leaderboards import forget_results
from bot.store.queries import queries

Row = Mapping[str, object]

_GAME = (
    "id",
    "game",
    "saved",
    "status",
    "home",
    "moves",
    "seconds",
    "started_at",
    "changed_at",
    "day",
    "transcript",
    "server_id",
    "ended_at",
)
_STANDING = ("kind", "start", "game", "server_id", "standing")

_DELETE_SECONDS = 30.0
"""How long deleting may keep others from counting: a server that is gone meanwhile is found out no sooner."""


class PrivacyStore:
    """Reads and deletes what is kept of a user. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(self, user_id: int) -> list[Row]:
        """Every game of the user, the oldest first."""
        rows = queries.games_of_user(self._database, user_id=user_id)
        return [dict(zip(_GAME, row, strict=True)) async for row in rows]

    async def name(self, user_id: int) -> str | None:
        """What leaderboards call the user."""
        name: str | None = await queries.player_name(self._database, user_id=user_id)
        return name

    async def standings(self, user_id: int) -> list[Row]:
        """The user's standing on each leaderboard."""
        rows = queries.standings_of_user(self._database, user_id=user_id)
        return [dict(zip(_STANDING, row, strict=True)) async for row in rows]

    async def delete(self, user_id: int, *, fingerprint: Callable[[date, str], str]) -> None:
        """Delete everything of the user at once.

        What is left are fingerprints, one for each ranked attempt, by day and game, at a daily that may still be played
        for a rank: so nobody has a second one.
        """

        async def job(connection: Connection) -> None:
            attempts = queries.attempts_of_user(connection, user_id=user_id)
            async for day, variant in attempts:
                spent = fingerprint(date.fromordinal(day), variant)
                await queries.put_spent_attempt(connection, day=day, fingerprint=spent)
            await forget_results(connection, user_id)
            await queries.delete_games(connection, user_id=user_id)
            await queries.delete_preferences(connection, user_id=user_id)
            await queries.delete_board(connection, user_id=user_id)

        # In turn, as counting is, for all of their leaderboards change; years of results are more than a player's wait.
        await self._database.write(job, in_turn=True, seconds=_DELETE_SECONDS)
