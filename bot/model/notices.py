"""What a user should learn at their next command, because it happened while they were away."""

from __future__ import annotations

from enum import StrEnum


class Notice(StrEnum):
    """A hint that there may be something to tell: look it up before you tell it, as it may be settled by then."""

    ANNOUNCEMENTS_OFF = "announcements off"
    """Announcements in the server of the interaction were switched off."""

    REMINDER_OFF = "reminder off"
    """The user's reminder was switched off."""
