"""Notices for a user's next command, of what happened while they were away."""

from __future__ import annotations

from enum import StrEnum


class Notice(StrEnum):
    """Something to tell the user. It may be settled by now: check before you tell them."""

    ANNOUNCEMENTS_OFF = "announcements off"
    """Announcements in the server of the interaction were switched off."""

    REMINDER_OFF = "reminder off"
    """The user's reminder was switched off."""
