"""Reminders: who gets one now, and their settings."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.daily.contest import daily_id
from bot.model.daily.days import ONE_DAY, day_of
from bot.model.daily.deals import pick_of
from bot.model.daily.streaks import streak
from bot.model.local_hour import HOUR_SECONDS, LocalHour
from bot.model.preferences import Preferences
from bot.model.reminder import Reminder
from bot.services.leaderboards import Leaderboards
from bot.store import GameStore, PreferenceStore, ReminderStore, Turn

LEAST_STREAK = 2
"""The shortest streak worth a reminder, in days."""


@dataclass(frozen=True)
class Due:
    """A player to remind now: the streak that ends today, in days, and the language to write in.

    `due_at` is when the hour of the reminder began, and `next_at` when it begins next, as Unix times.
    """

    user_id: int
    streak: int
    language: str
    due_at: int
    next_at: int


class Reminders(ReminderStore):
    """Stores reminders, and finds out who needs one when."""

    def __init__(self, preferences: PreferenceStore, games: GameStore, leaderboards: Leaderboards) -> None:
        self._preferences = preferences
        self._games = games
        self._leaderboards = leaderboards

    async def change(self, turn: Turn, reminder: Reminder | None) -> None:
        """Change the hour of the user's reminder, or switch it off. If that hour has begun, start tomorrow."""

        async def change() -> None:
            if reminder is None:
                self.remove(turn)
            else:
                self.put(turn, reminder, (await self._hour(turn, reminder)).next_after(turn.now()))

        await turn.settle(change)

    async def move_to(self, turn: Turn, time_zone: str) -> Preferences:
        """Change the user's preferred time zone, and keep the hour of their reminder there. Return the preferences."""

        async def change() -> None:
            found = await self.planned(turn)
            self._preferences.add(turn, "time_zone", time_zone)
            if found is not None:
                reminder, _ = found
                self.put(turn, reminder, LocalHour(reminder.hour, time_zone).next_after(turn.now()))

        await turn.settle(change)
        return await self._preferences.of(turn, turn.player.id)

    async def take(self, turn: Turn) -> Due | None:
        """Claim a user's reminder.

        Returns None if another process has it, its hour is over, or the user's streak does not end today.
        """
        now = turn.now()
        found = await self.planned(turn)
        if found is None:
            return None
        reminder, planned_at = found
        if planned_at > now:
            return None
        hour = await self._hour(turn, reminder)
        next_at = hour.next_after(now)
        if not await self.move(turn, planned_at, next_at):
            return None
        due_at = hour.next_after(now - HOUR_SECONDS)
        if due_at == next_at:  # nobody looked in that hour
            return None
        days = await self._streak_at_risk(turn)
        return Due(turn.player.id, days, reminder.language, due_at, next_at) if days else None

    async def take_back(self, turn: Turn, due: Due) -> None:
        """Remind the user again within this hour, because nothing was sent."""
        await self.move(turn, due.next_at, due.due_at)

    async def _streak_at_risk(self, turn: Turn) -> int:
        """The streak that ends today unless the player plays, in days; 0 if there is none, or it is too short."""
        today = day_of(turn.now())
        results = await self._leaderboards.results(turn)
        days = [result.day for result in results if result.day <= today]  # later ones come from a clock that was wrong
        dailies = await self._leaderboards.days_before_today(turn)
        current = streak(days, today, dailies).current
        is_at_risk = current >= LEAST_STREAK and not streak(days, today + ONE_DAY, [*dailies, today]).current
        if not is_at_risk or await self._games.attempt(turn, daily_id(today, pick_of(today))) is not None:
            return 0
        return current

    async def _hour(self, turn: Turn, reminder: Reminder) -> LocalHour:
        preferences = await self._preferences.of(turn, turn.player.id)
        return LocalHour(reminder.hour, preferences.time_zone)
