"""Notices for a user's next command: what happened while they were away, and whether the host keeps them out."""

from __future__ import annotations

from enum import StrEnum


class Notice(StrEnum):
    """Something to tell the user. It may be out of date: check before you tell them."""

    ANNOUNCEMENTS_OFF = "announcements off"
    """Announcements in the server of the interaction were switched off."""

    REMINDER_OFF = "reminder off"
    """The user's reminder was switched off."""

    USER_BLOCKED = "user blocked"
    """The host has blocked the user, who is told nothing else."""

    SERVER_BLOCKED = "server blocked"
    """For everyone in the server of the interaction."""
