"""Lengths of time in writing."""

from __future__ import annotations


def duration(seconds: int) -> str:
    """Hours, minutes and seconds, as every language writes them.

    >>> duration(3723)
    '1:02:03'
    """
    return f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
