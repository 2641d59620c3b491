"""Text laid out for a phone: code blocks of at most `WIDTH` columns, lengths of time, and hours of the day."""

from __future__ import annotations

import re

from bot.language import NO_BREAK, Language
from bot.model.local_hour import UTC, LocalHour

WIDTH = 30
"""Columns in a line of a code block on a phone. A Chinese or Japanese character takes two."""

_INSIDE_A_FACT = re.compile("(?<!·) ")


def facts(*parts: str) -> str:
    """Join facts in a line that breaks only between them; leave out empty ones.

    A part may itself be such a line.
    """
    line = f"{NO_BREAK}· ".join(filter(None, parts))
    return _INSIDE_A_FACT.sub(NO_BREAK, line)


def code_block(text: str) -> str:
    """Put a text in a code block, where suits stay text; elsewhere Discord draws emoji, two of them too dark."""
    return f"```\n{text}\n```"


def duration(seconds: int) -> str:
    """Write a length of time as minutes and seconds, with hours in front if there are any.

    >>> duration(123), duration(3723)
    ('2:03', '1:02:03')
    """
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"


def hour_text(hour: LocalHour, language: Language) -> str:
    """An hour with its time zone, as in “9:00 (Europe/Berlin)”."""
    return language.text("{hour}:00 ({time_zone})", hour=hour.hour, time_zone=time_zone_text(hour.time_zone, language))


def time_zone_text(name: str, language: Language) -> str:
    """A time zone in readable form, as in “America/New York”."""
    return language.text("UTC") if name == UTC else name.replace("_", " ")
