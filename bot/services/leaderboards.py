"""Leaderboards page by page, and the results and streaks of a player."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import partial

from bot.model.daily.contest import DailyPlaces
from bot.model.daily.days import ONE_DAY, day_of, week_of
from bot.model.daily.ranking import PLACES, Leaderboard, LeaderboardKind, LeaderboardPage, RankedPlayer, Result
from bot.model.daily.server import ServerSummary
from bot.model.daily.streaks import DailyStreaks, Streak, streak
from bot.store import LeaderboardStore, Turn


class Leaderboards:
    """Reads leaderboards and results."""

    def __init__(self) -> None:
        self._days_known_on: date | None = None
        self._days: Sequence[date] = ()
        """The days that had dailies before the day on which they were read; they can no longer change."""

    async def page(self, turn: Turn, leaderboard: Leaderboard, number: int | None = 0) -> LeaderboardPage:
        """A page as the user sees it: the one nearest to `number`, or for None the one with their own place."""
        store = LeaderboardStore(turn)
        players, own, position = await store.standing(leaderboard, turn.player.id)
        if number is None:
            number = position // PLACES
        number = max(0, min(number, (players - 1) // PLACES))
        places = await store.page(leaderboard, number * PLACES, PLACES, players)
        return LeaderboardPage(number, places, players, own)

    async def places(self, turn: Turn, day: date, server_id: int | None) -> dict[str, DailyPlaces]:
        """How each of a day's games was played, and the user's ranks in it: in the world, and in this server.

        An attempt is ranked in the server in which it began.
        """
        read = partial(LeaderboardStore(turn).places_of_day, turn.player.id, day, server_id)
        return await turn.once(("places", day, server_id), read)

    async def best(self, turn: Turn, leaderboard: Leaderboard) -> Sequence[RankedPlayer]:
        return await LeaderboardStore(turn).page(leaderboard, 0, PLACES)

    async def server_summary(self, turn: Turn, server_id: int, today: date, *, of_new_week: bool) -> ServerSummary:
        """A server's results up to today; `of_new_week` adds the winners of the week before."""
        store = LeaderboardStore(turn)
        yesterday = today - ONE_DAY
        last_week = Leaderboard(LeaderboardKind.WEEK, week_of(week_of(today) - ONE_DAY), None, server_id)
        return ServerSummary(
            await store.server_streak(server_id, today),
            await store.players_in_server(server_id, yesterday),
            await self.best(turn, Leaderboard(LeaderboardKind.DAY, yesterday, None, server_id)),
            await self.best(turn, last_week) if of_new_week else (),
        )

    async def last_played(self, turn: Turn, server_id: int, today: date) -> date | None:
        return await LeaderboardStore(turn).last_played(server_id, today)

    async def results(self, turn: Turn) -> list[Result]:
        """All results of the user by day, and within a day in the order in which the attempts began."""
        return await self._results(turn, turn.player.id)

    async def _results(self, turn: Turn, player_id: int) -> list[Result]:
        return await turn.once(("results", player_id), partial(LeaderboardStore(turn).results, player_id))

    async def streaks(self, turn: Turn, player_id: int) -> DailyStreaks | None:
        """A player's streaks as of today; None without any result."""
        results = await self._results(turn, player_id)
        if not results:
            return None
        wins = [result for result in results if result.is_won]
        return DailyStreaks(played=await self.streak(turn, results), won=await self.streak(turn, wins))

    async def streak(self, turn: Turn, results: Sequence[Result]) -> Streak:
        days = [result.day for result in results]
        return streak(days, day_of(turn.now()), await self.days_before_today(turn))

    async def days_before_today(self, turn: Turn) -> Sequence[date]:
        """The days before today that had dailies, in order."""
        today = day_of(turn.now())
        if self._days_known_on != today:
            days = await LeaderboardStore(turn).days_of_dailies()
            self._days = [day for day in days if day < today]
            self._days_known_on = today
        return self._days
