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


@dataclass(frozen=True)
class Run:
    """A streak as of its last day, with everything needed to continue it.

    `since_freeze` counts the days in a row since a freeze was last earned or used.
    """

    last: date
    current: int = 1
    longest: int = 1
    since_freeze: int = 1
    has_freeze: bool = False

    def after(self, day: date, dailies: Sequence[date]) -> Run:
        """The run with one more day, which must not be before its last one."""
        if day <= self.last:
            return self
        missed = _days_between(self.last, day, dailies)
        current = self.current
        since_freeze = self.since_freeze
        has_freeze = self.has_freeze
        if missed == 1 and has_freeze:
            since_freeze = 0
            has_freeze = False
        elif missed:
            current = 0
            since_freeze = 0
            has_freeze = False
        current += 1
        since_freeze += 1
        if since_freeze == DAYS_FOR_FREEZE:
            since_freeze = 0
            has_freeze = True
        return Run(day, current, max(self.longest, current), since_freeze, has_freeze)

    def on(self, today: date, dailies: Sequence[date]) -> Streak:
        """The streak as of a day. Missing one day uses the freeze, even before today is played."""
        missed = _days_between(self.last, today, dailies)
        if missed <= 0:
            return Streak(self.current, self.longest, self.has_freeze)
        return Streak(self.current if missed == 1 and self.has_freeze else 0, self.longest, has_freeze=False)


def run_of(days: Iterable[date], dailies: Sequence[date]) -> Run | None:
    run: Run | None = None
    for day in sorted(days):
        run = Run(day) if run is None else run.after(day, dailies)
    return run


def longest_streak(days: Iterable[date], dailies: Sequence[date]) -> int:
    run = run_of(days, dailies)
    return 0 if run is None else run.longest


def streak(days: Iterable[date], today: date, dailies: Sequence[date]) -> Streak:
    """The streak of these days, in any order. One that lasted until yesterday still stands today.

    >>> days = [date(2026, 2, 27), date(2026, 3, 1)]
    >>> streak(days, today=date(2026, 3, 2), dailies=days)
    Streak(current=2, longest=2, has_freeze=False)
    >>> streak(days, today=date(2026, 3, 2), dailies=[date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1)])
    Streak(current=1, longest=1, has_freeze=False)
    """
    run = run_of(days, dailies)
    return Streak(0, 0, has_freeze=False) if run is None else run.on(today, dailies)


def _days_between(first: date, last: date, dailies: Sequence[date]) -> int:
    return bisect_left(dailies, last) - bisect_right(dailies, first)
