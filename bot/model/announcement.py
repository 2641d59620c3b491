"""Where a server wants the day's dailies announced."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from bot.model.daily.days import ONE_DAY, day_of, month_of, start_of, week_of
from bot.model.local_hour import LocalHour

QUIET = timedelta(days=7)
"""A server in which nobody has played for this long gets one announcement a week."""

REFUSED_DAYS = 2
"""Days of refusals before the bot gives up: Discord also refuses during outages."""


USUAL_HOUR = LocalHour(9)
"""The hour of a server that has chosen none."""


@dataclass(frozen=True)
class Announcement:
    """The channel in which a server wants dailies announced, and the hour; `language` is a code.

    `due_at` is when the next announcement is due, as a Unix time, and `since` the day on which the server asked for
    announcements; both are None in a new request. `announced` is the last day that was announced or skipped, and
    `anchor` the anchor of the chain announced last; each is None if there is none.
    """

    server_id: int
    channel_id: int
    language: str
    hour: LocalHour = USUAL_HOUR
    due_at: int | None = None
    announced: date | None = None
    anchor: str | None = None
    since: date | None = None

    def is_due(self, today: date, now: float) -> bool:
        """Whether today is to be announced at this Unix time."""
        return self.due_at is not None and self.due_at <= now and self.announced != today

    def next_at(self, now: float) -> int:
        """When the next announcement is due, as a Unix time: at the server's hour, on a day that is not announced yet.

        The day is in UTC, so it may not be that of the server.
        """
        last = self.announced
        if last is None or last > day_of(now) + ONE_DAY:  # later days were announced while the clock was wrong
            return self.hour.next_after(now)
        before_next_day = start_of(last + ONE_DAY) - 1
        return self.hour.next_after(max(now, before_next_day))

    def is_first_of_week(self, today: date) -> bool:
        week = week_of(today)
        return today == week or (self.announced is not None and self.announced < week)

    def is_first_of_month(self, today: date, last_played: date | None) -> bool:
        """Whether today's announcement is the first of its month, given the last day on which somebody played.

        A server that was quiet when the month began had none before its first Monday.
        """
        first = month_of(today)
        was_quiet = self.is_quiet(first, last_played) and today.day <= QUIET.days
        return self.announced is None or self.announced < first or was_quiet

    def is_quiet(self, today: date, last_played: date | None) -> bool:
        """Whether nobody has played in the server for a week, given the last day on which somebody did."""
        known = [day for day in (self.since, last_played) if day is not None]
        return bool(known) and max(known) < today - QUIET


class Problem(StrEnum):
    NO_CHANNEL = "no channel"
    NO_PERMISSION = "no permission"
