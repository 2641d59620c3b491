"""Hours of the day where people live."""

from __future__ import annotations

from bot.language import Language
from bot.model.local_hour import UTC, LocalHour


def hour_text(hour: LocalHour, language: Language) -> str:
    """An hour with its time zone, as in “9:00 (Europe/Berlin)”."""
    return language.text("{hour}:00 ({time_zone})", hour=hour.hour, time_zone=time_zone_text(hour.time_zone, language))


def time_zone_text(name: str, language: Language) -> str:
    """A time zone as people read it, as in “America/New York”."""
    return language.text("UTC") if name == UTC else name.replace("_", " ")
