"""Deletion of what nobody needs any more, in short transactions between those of players."""

from __future__ import annotations

from functools import partial

from bot.store.challenges import delete_challenge
from bot.store.database import Database
from bot.store.queries import queries

_ONE_DAY = 24 * 60 * 60
_KEPT_SECONDS = 7 * _ONE_DAY
"""How long an unplayed challenge is kept after its end, for example for a rematch."""

_DAY_OF_IDS = _ONE_DAY * 1000 << 22
"""One day in Discord's ids, whose lowest 22 bits are not part of the time. An interaction lives for 15 minutes."""

_MOST_INTERACTIONS = 10_000  # in one transaction, for which other writes wait


class CleanupStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def run(self, now: float) -> None:
        """Clean up at this Unix time; do it at least once a day. Raises StoreError when the database fails."""
        newest = await queries.newest_interaction(self._database) or 0
        batch = partial(queries.forget_interactions, oldest_id=newest - _DAY_OF_IDS, most=_MOST_INTERACTIONS)
        while await self._database.write(batch) == _MOST_INTERACTIONS:
            pass
        last = int(now) - _KEPT_SECONDS
        ended = queries.unplayed_challenges(self._database, ended_from=last - _ONE_DAY, ended_before=last)
        for challenge_id in [challenge_id async for (challenge_id,) in ended]:
            await self._database.write(partial(delete_challenge, challenge_id=challenge_id))
        await self._database.empty_log()
