"""A direct message that reminds a player of today's dailies before their streak ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reminder:
    """The hour of the day where the player lives, from 0 to 23, and the code of their language."""

    hour: int
    language: str
