"""Days in a row. Each full week earns a freeze, which saves the streak if one day is missed.

Only days that had dailies are counted, so nobody misses a day on which the bot was down. The functions take those days
as `dailies`, in ascending order; those before the streak and after the last day in question do not matter.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

DAYS_FOR_FREEZE = 7
"""Days in a row that earn a freeze. A player has at most one, so no week has two."""


@dataclass(frozen=True)
class Streak:
    """The current and the longest number of days in a row, and whether a freeze is left. Frozen days do not count."""

    current: int
    longest: int
    has_freeze: bool


@dataclass(frozen=True)
class DailyStreaks:
    played: Streak
    won: Streak


def streak(days: Iterable[date], today: date, dailies: Sequence[date]) -> Streak:
    """The streak of these days, in any order. One that lasted until yesterday still stands today.

    >>> days = [date(2026, 2, 27), date(2026, 3, 1)]
    >>> streak(days, today=date(2026, 3, 2), dailies=days)
    Streak(current=2, longest=2, has_freeze=False)
    >>> streak(days, today=date(2026, 3, 2), dailies=[date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1)])
    Streak(current=1, longest=1, has_freeze=False)
    """
    last, found = _as_of_last_day(days, dailies)
    missed = 0 if last is None else _days_between(last, today, dailies)
    if missed <= 0:
        return found
    # Missing one day uses the freeze, even before today is played.
    is_saved = missed == 1 and found.has_freeze
    return Streak(found.current if is_saved else 0, found.longest, has_freeze=False)


def longest_streak(days: Iterable[date], dailies: Sequence[date]) -> int:
    _, found = _as_of_last_day(days, dailies)
    return found.longest


def _as_of_last_day(days: Iterable[date], dailies: Sequence[date]) -> tuple[date | None, Streak]:
    """The last of these days, if any, and the streak as of that day."""
    last: date | None = None
    current = 0
    longest = 0
    since_freeze = 0  # days in a row since a freeze was last earned or used
    has_freeze = False
    for day in sorted(set(days)):
        missed = 0 if last is None else _days_between(last, day, dailies)
        if missed == 1 and has_freeze:
            since_freeze = 0
            has_freeze = False
        elif missed:
            current = 0
            since_freeze = 0
            has_freeze = False
        last = day
        current += 1
        longest = max(longest, current)
        since_freeze += 1
        if since_freeze == DAYS_FOR_FREEZE:
            since_freeze = 0
            has_freeze = True
    return last, Streak(current, longest, has_freeze)


def _days_between(first: date, last: date, dailies: Sequence[date]) -> int:
    return bisect_left(dailies, last) - bisect_right(dailies, first)
