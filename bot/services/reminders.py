"""Reminders: who gets one now, and what they have asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.model.daily.contest import daily_id
from bot.model.daily.days import ONE_DAY, day_of
from bot.model.daily.deals import pick_of
from bot.model.daily.streaks import streak
from bot.model.local_hour import HOUR_SECONDS, LocalHour, is_due
from bot.model.preferences import Preferences
from bot.model.reminder import Reminder
from bot.services.leaderboards import Leaderboards
from bot.services.preferences import PreferenceBook
from bot.store import GameStore, ReminderStore, Turn

LEAST_STREAK = 2
"""The shortest streak worth a reminder, in days."""


@dataclass(frozen=True)
class Due:
    """A player to remind now: the streak that ends with this day, in days, and the language to write in.

    `due_at` is when the hour of the reminder began, and `next_at` when it begins next, as Unix times.
    """

    user_id: int
    streak: int
    language: str
    due_at: int
    next_at: int


class Reminders:
    """Reads and changes reminders. All methods raise StoreError when the database fails."""

    def __init__(
        self,
        store: ReminderStore,
        preferences: PreferenceBook,
        games: GameStore,
        leaderboards: Leaderboards,
        *,
        clock: Callable[[], float],
    ) -> None:
        self._store = store
        self._preferences = preferences
        self._games = games
        self._leaderboards = leaderboards
        self._clock = clock

    async def of(self, turn: Turn) -> Reminder | None:
        """What the user has asked for; None if they want no reminder."""
        found = await self._store.of(turn)
        return None if found is None else found[0]

    async def change(self, turn: Turn, reminder: Reminder | None) -> None:
        """Change the hour of the user's reminder, or switch it off. If that hour has begun today, begin tomorrow."""

        async def change() -> None:
            if reminder is None:
                self._store.remove(turn)
            else:
                self._store.put(turn, reminder, (await self._hour(turn, reminder)).next_after(self._clock()))

        await turn.settle(change)

    async def move_to(self, turn: Turn, time_zone: str) -> Preferences:
        """Change the time zone that the user prefers, and keep the hour of their reminder there. Return preferences."""

        async def change() -> None:
            found = await self._store.of(turn)
            self._preferences.add(turn, time_zone=time_zone)
            if found is not None:
                reminder, _ = found
                self._store.put(turn, reminder, LocalHour(reminder.hour, time_zone).next_after(self._clock()))

        await turn.settle(change)
        return await self._preferences.of(turn, turn.player.id)

    async def users_due(self, turn: Turn) -> list[int]:
        """The users whose hour has begun, and for whom nobody has looked since."""
        return await self._store.due(turn, int(self._clock()))

    async def take(self, turn: Turn) -> Due | None:
        """Claim a user's reminder.

        Returns None if another process has it, its hour is over, or the user's streak does not end today.
        """
        now = self._clock()
        found = await self._store.of(turn)
        if found is None:
            return None
        reminder, planned_at = found
        if not is_due(planned_at, now):
            return None
        hour = await self._hour(turn, reminder)
        next_at = hour.next_after(now)
        if not await self._store.move(turn, planned_at, next_at):
            return None
        due_at = hour.next_after(now - HOUR_SECONDS)
        if due_at == next_at:  # it is not that hour: nobody has looked in time, or the clock was wrong
            return None
        days = await self._streak_at_risk(turn)
        return Due(turn.player.id, days, reminder.language, due_at, next_at) if days else None

    async def take_back(self, turn: Turn, due: Due) -> None:
        """Remind the user again within this hour: nothing was sent."""
        await self._store.move(turn, due.next_at, due.due_at)

    async def sent(self, turn: Turn) -> None:
        """Record that Discord has taken a reminder for the user."""
        await self._store.sent(turn)

    async def refuse(self, turn: Turn) -> None:
        """Record that Discord lets the bot send this user nothing; after days of that, switch the reminder off."""
        await self._store.refuse(turn, day_of(self._clock()))

    async def is_refused(self, turn: Turn) -> bool:
        """Whether the user's reminder was switched off, and they have not been told."""
        return await self._store.is_refused(turn)

    async def forget_refusal(self, turn: Turn) -> None:
        """Record that the user was told that their reminder is off."""
        await self._store.forget_refusal(turn)

    async def _streak_at_risk(self, turn: Turn) -> int:
        """The streak that ends today unless the player plays, in days; 0 if there is none, or it is too short."""
        today = day_of(self._clock())
        results = await self._leaderboards.results(turn)
        days = [result.day for result in results if result.day <= today]  # later ones are from a clock that was wrong
        dailies = await self._leaderboards.days_before_today(turn)
        current = streak(days, today, dailies).current
        is_at_risk = current >= LEAST_STREAK and not streak(days, today + ONE_DAY, [*dailies, today]).current
        if not is_at_risk or await self._games.attempt(turn, daily_id(today, pick_of(today))) is not None:
            return 0
        return current

    async def _hour(self, turn: Turn, reminder: Reminder) -> LocalHour:
        """The hour of a reminder where its user lives."""
        preferences = await self._preferences.of(turn, turn.player.id)
        return LocalHour(reminder.hour, preferences.time_zone)
