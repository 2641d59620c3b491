"""Where a server wants the day's dailies announced."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from bot.model.daily.days import week_of

QUIET = timedelta(days=7)
"""A server in which nobody has played for this long has one announcement a week."""

REFUSED_DAYS = 2
"""How long Discord has to refuse before the bot stops trying: it also refuses during outages."""


@dataclass(frozen=True)
class Announcement:
    """The channel in which a server wants dailies announced; `language` is a code.

    `anchor` is that of the chain which was announced there last, None if none was. `announced` is the last day
    announced or passed over, and `since` the day on which the server asked for announcements. A server that only asks
    now has neither.
    """

    server_id: int
    channel_id: int
    language: str
    anchor: str | None = None
    announced: date | None = None
    since: date | None = None

    def is_first_of_week(self, today: date) -> bool:
        """Whether today's announcement is the first since the week began."""
        return self.announced is not None and self.announced < week_of(today)

    def is_quiet(self, today: date, last_played: date | None) -> bool:
        """Whether nobody has played in the server for a week, given the last day on which somebody did."""
        known = [day for day in (self.since, last_played) if day is not None]
        return bool(known) and max(known) < today - QUIET


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
