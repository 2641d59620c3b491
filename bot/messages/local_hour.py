"""Hours of the day where people live."""

from __future__ import annotations

from bot.language import Language
from bot.model.local_hour import LocalHour


def hour_text(hour: LocalHour, language: Language) -> str:
    """An hour with its time zone, as in “9:00 (Europe/Berlin)”."""
    return language.text("{hour}:00 ({time_zone})", hour=hour.hour, time_zone=time_zone_text(hour.time_zone))


def time_zone_text(name: str) -> str:
    """A time zone as people read it.

    >>> time_zone_text("America/New_York")
    'America/New York'
    """
    return name.replace("_", " ")
