"""A direct message that reminds a player of today's dailies before their streak ends."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Reminder:
    """What a player has asked for: the hour of the day where they live, from 0 to 23, and the code of a language."""

    hour: int
    language: str
