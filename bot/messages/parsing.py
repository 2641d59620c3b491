"""Strict parsers for the numbers and dates that a component sends back.

Anyone can send any custom id with a modified client. All functions raise ValueError for text that the bot does not
write.
"""

from __future__ import annotations

import re
from datetime import date

LAST_ID = 2**63 - 1
"""The database stores ids as signed 64-bit integers."""

LAST_VERSION = 2**31 - 1
"""The database stores versions, and numbers of moves, as signed 32-bit integers."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,19}")


def parse_number(text: str, last: int) -> int:
    """Parse a number from 0 to `last`.

    >>> parse_number("8", last=9)
    8
    """
    if not _NUMBER.fullmatch(text) or int(text) > last:
        raise ValueError(f"{text!r} is not a number from 0 to {last}")
    return int(text)


def parse_id(text: str) -> int:
    """Parse an id of the bot or of Discord."""
    found = parse_number(text, LAST_ID)
    if not found:
        raise ValueError("no id is 0")
    return found


def parse_date(text: str) -> date:
    """Parse a day, written as 2026-11-21."""
    day = date.fromisoformat(text)
    if day.isoformat() != text:
        raise ValueError(f"{text!r} is not written as the bot writes days")
    return day
