"""Leaderboards page by page, and what a player has reached."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from bot.model.daily.days import day_of
from bot.model.daily.ranking import Leaderboard, Result
from bot.model.daily.streaks import DailyStreaks, streak
from bot.store import LeaderboardStore, Place, StoreError

log = logging.getLogger(__name__)

PLACES = 10
"""How many places a page has."""


@dataclass(frozen=True)
class LeaderboardPage:
    """One page, by its number from 0. `own` is the place of who looks, on this page or another, if they have one."""

    number: int
    places: Sequence[Place]
    players: int
    own: Place | None

    @property
    def last(self) -> int:
        """The number of the last page."""
        return max(0, self.players - 1) // PLACES


class Leaderboards:
    """Reads what results have made of the leaderboards. All methods raise StoreError when the database fails."""

    def __init__(self, store: LeaderboardStore, *, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    async def page(self, leaderboard: Leaderboard, user_id: int, number: int | None = 0) -> LeaderboardPage:
        """A page as this user sees it: the nearest there is to this number, or that with their own place for None.

        All that they have finished counts there, and what others have, unless very many do at once.
        """
        await self._catch_up(user_id)
        own = await self._store.place(leaderboard, user_id)
        players = await self._store.size(leaderboard)
        if number is None:
            number = (await self._store.position(leaderboard, user_id) or 0) // PLACES
        number = max(0, min(number, (players - 1) // PLACES))
        places = await self._store.page(leaderboard, number * PLACES, PLACES)
        return LeaderboardPage(number, places, players, own)

    async def best(self, leaderboard: Leaderboard) -> Sequence[Place]:
        """The first places."""
        return await self._store.page(leaderboard, 0, PLACES)

    async def catch_up_behind(self) -> None:
        """Have all results count soon that do not yet, as those of a process that died."""
        await self._store.catch_up_behind()

    async def result(self, user_id: int, day: date, variant: str) -> Result | None:
        """A user's result of a daily."""
        return await self._store.result(user_id, day, variant)

    async def results(self, user_id: int) -> list[Result]:
        """All results of a user: by day, and on one day in the order in which the attempts were begun."""
        return await self._store.results(user_id)

    async def streaks(self, user_id: int) -> DailyStreaks | None:
        """A user's streaks as they stand today; None for who has no result yet."""
        results = await self._store.results(user_id)
        if not results:
            return None
        today = day_of(self._clock())
        return DailyStreaks(
            played=streak((result.day for result in results), today),
            won=streak((result.day for result in results if result.is_won), today),
        )

    async def _catch_up(self, user_id: int) -> None:
        """Have results count that do not yet: all of this user, and those of others, unless very many wait."""
        try:
            await self._store.catch_up(user_id)
        except StoreError as error:
            # What has been counted so far is still worth seeing.
            log.warning("the last results do not count yet: %s", error)
