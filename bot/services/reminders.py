"""Reminders: who gets one now, and what they have asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from bot.model.daily.contest import daily_id
from bot.model.daily.days import ONE_DAY, day_of
from bot.model.daily.deals import featured_game
from bot.model.daily.streaks import streak
from bot.model.reminder import Reminder
from bot.services.leaderboards import Leaderboards
from bot.store import GameStore, ReminderStore, Turn

LEAST_STREAK = 2
"""The shortest streak worth a reminder, in days."""


@dataclass(frozen=True)
class Due:
    """A player to remind now: the streak that ends with this day, in days, and the language to write in."""

    user_id: int
    streak: int
    language: str


class Reminders:
    """Reads and changes reminders. All methods raise StoreError when the database fails."""

    def __init__(
        self, store: ReminderStore, games: GameStore, leaderboards: Leaderboards, *, clock: Callable[[], float]
    ) -> None:
        self._store = store
        self._games = games
        self._leaderboards = leaderboards
        self._clock = clock

    async def of(self, turn: Turn) -> Reminder | None:
        """What the user has asked for; None if they want no reminder."""
        return await self._store.of(turn)

    async def change(self, turn: Turn, reminder: Reminder | None) -> None:
        """Change the hour of the user's reminder, or switch it off. If that hour has passed today, begin tomorrow."""

        async def change() -> None:
            now = self._now()
            has_come = reminder is not None and reminder.hour <= now.hour
            self._store.put(turn, reminder, now.date() if has_come else now.date() - ONE_DAY)

        await turn.settle(change)

    async def users_due(self, turn: Turn) -> list[int]:
        """The users whose hour it is, and for whom nobody has looked yet today."""
        now = self._now()
        return await self._store.due(turn, now.date(), now.hour)

    async def take(self, turn: Turn) -> Due | None:
        """Claim a user's reminder of today; None if another process has it, or the user's streak does not end today."""
        reminder = await self._store.of(turn)
        if reminder is None or not await self._store.put_reminded(turn, self._now().date()):
            return None
        days = await self._streak_at_risk(turn)
        return Due(turn.player.id, days, reminder.language) if days else None

    async def take_back(self, turn: Turn) -> None:
        """Remind the user again within this hour: nothing was sent."""
        await self._store.take_back(turn, self._now().date())

    async def sent(self, turn: Turn) -> None:
        """Record that Discord has taken a reminder for the user."""
        await self._store.sent(turn)

    async def refuse(self, turn: Turn) -> None:
        """Record that Discord lets the bot send this user nothing; after days of that, switch the reminder off."""
        await self._store.refuse(turn, self._now().date())

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
        if not is_at_risk or await self._games.attempt(turn, daily_id(today, featured_game(today))) is not None:
            return 0
        return current

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self._clock(), UTC)
