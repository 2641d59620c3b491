"""Where a server wants the day's dailies announced."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

REFUSED_DAYS = 2
"""How long Discord has to refuse before the bot stops trying: it also refuses during outages."""


@dataclass(frozen=True)
class Announcement:
    """The channel in which a server wants dailies announced; `language` is a code.

    `anchor` is that of the chain which was announced there last, None if none was. `announced` is the last day
    announced, None for a server that only asks for it now.
    """

    server_id: int
    channel_id: int
    language: str
    anchor: str | None = None
    announced: date | None = None


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
