"""Lengths of time in writing."""

from __future__ import annotations


def duration(seconds: int) -> str:
    """Minutes and seconds, and hours before them if there are any, as every language writes them.

    >>> duration(123), duration(3723)
    ('2:03', '1:02:03')
    """
    hours, minutes = divmod(seconds // 60, 60)
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
