"""The calendar of dailies: a player's results in each, and their ranks on one day."""

from __future__ import annotations

from datetime import date

from bot.model.calendar import Calendar, mark_dailies
from bot.model.daily.days import month_of
from bot.model.daily.deals import GAMES
from bot.services.dailies import Dailies
from bot.services.leaderboards import Leaderboards
from bot.store import Turn


class Calendars:
    """Reads calendars. Raises StoreError when the database fails."""

    def __init__(self, dailies: Dailies, leaderboards: Leaderboards) -> None:
        self._dailies = dailies
        self._leaderboards = leaderboards

    async def of(self, turn: Turn, day: date) -> Calendar:
        """The user's calendar, opened on this day.

        Raises PatienceError for a day before the first dailies or after today.
        """
        today = self._dailies.today()
        first_day = await self._dailies.first_day(turn)
        # A day on which the bot was down has no dailies.
        is_over = first_day <= day < today
        dailies = await (self._dailies.find(turn, day) if is_over else self._dailies.of(turn, day))
        results = await self._leaderboards.results(turn)
        current = await self._leaderboards.streak(turn, results)
        attempts = await self._dailies.attempts(turn, day, turn.player.server_id)
        games = await self._dailies.games(turn, day)
        return Calendar(
            day,
            today,
            first_day,
            {game: dailies[game].level for game in GAMES if game in dailies},
            mark_dailies(games, (result for result in results if month_of(result.day) == month_of(day)), turn.now()),
            attempts,
            await self._dailies.facts(turn, day) if is_over else {},
            current,
        )
