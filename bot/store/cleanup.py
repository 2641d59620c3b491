"""Deletion of what nobody needs any more, in short transactions between those of players."""

from __future__ import annotations

from functools import partial

from bot.store.challenges import delete_challenge
from bot.store.claims import Claim
from bot.store.database import Database
from bot.store.queries import queries

_ONE_DAY = 24 * 60 * 60
_KEPT_SECONDS = 7 * _ONE_DAY
"""How long an unplayed challenge is kept after its end, for example for a rematch."""

_DAY_OF_IDS = _ONE_DAY * 1000 << 22
"""One day in Discord's ids, whose lowest 22 bits are not part of the time. An interaction lives for 15 minutes."""

_MOST_INTERACTIONS = 1000  # in one transaction, for which other writes wait

_CLAIM_SECONDS = 60
"""Processes clean up at the same moment; the first one does it for all."""


class CleanupStore:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._claim = Claim(database, "cleanup", _CLAIM_SECONDS)
        self._swept_until = 0
        """This process has deleted the unplayed challenges that ended before this Unix time."""

    async def run(self, now: float) -> None:
        """Clean up at this Unix time, unless another process does."""
        try:
            if await self._claim.make():
                await self._forget_interactions()
                # Claims last for minutes. Earlier versions left some that name servers.
                await self._database.write(partial(queries.forget_claims, claimed_before=int(1000 * (now - _ONE_DAY))))
                await self._delete_unplayed_challenges(int(now) - _KEPT_SECONDS)
        finally:
            await self._database.empty_log()

    async def _forget_interactions(self) -> None:
        newest = await queries.newest_interaction(self._database) or 0
        batch = partial(queries.forget_interactions, oldest_id=newest - _DAY_OF_IDS, most=_MOST_INTERACTIONS)
        while await self._database.write(batch) == _MOST_INTERACTIONS:
            pass

    async def _delete_unplayed_challenges(self, ended_before: int) -> None:
        ended = queries.unplayed_challenges(self._database, ended_from=self._swept_until, ended_before=ended_before)
        for challenge_id in [challenge_id async for (challenge_id,) in ended]:
            await self._database.write(partial(delete_challenge, challenge_id=challenge_id))
        self._swept_until = ended_before
