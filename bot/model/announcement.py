"""Where a server wants the day's dailies announced."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.model.daily.days import ONE_DAY, day_of, start_of
from bot.model.local_hour import LocalHour

REFUSED_DAYS = 2
"""How long Discord has to refuse before the bot stops trying: it also refuses during outages."""


USUAL_HOUR = LocalHour(9)
"""When a server that names no hour gets its announcement."""


@dataclass(frozen=True)
class Announcement:
    """The channel in which a server wants dailies announced, and the hour; `language` is a code.

    `due_at` is when the next announcement is due, as a Unix time, None for a server that only asks for it now.
    `announced` is the last day announced, and `anchor` that of the chain announced last; None if none was.
    """

    server_id: int
    channel_id: int
    language: str
    hour: LocalHour = USUAL_HOUR
    due_at: int | None = None
    announced: date | None = None
    anchor: str | None = None

    def next_at(self, now: float) -> int:
        """When the next announcement is due, as a Unix time: at the server's hour, on a day that is not announced yet.

        The day is in UTC, so it may not be that of the server.
        """
        last = self.announced
        if last is None or last > day_of(now) + ONE_DAY:  # later days were announced while the clock was wrong
            return self.hour.next_after(now)
        before_next_day = start_of(last + ONE_DAY) - 1
        return self.hour.next_after(max(now, before_next_day))


@dataclass(frozen=True)
class AnnouncementClaim:
    """The right of this process to announce a day in a server.

    `since` is when another process claimed it before, in Unix seconds: that one may have announced the day before it
    died. None for the first claim.
    """

    since: int | None


class Problem(StrEnum):
    """Why announcements were switched off."""

    NO_CHANNEL = "no channel"
    NO_PERMISSION = "no permission"
