"""Days in a row. A week of them earns a freeze, which keeps the streak over one day that was missed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

DAYS_FOR_FREEZE = 7
"""How many days in a row earn a freeze. At most one is kept, so no week has two."""


@dataclass(frozen=True)
class Streak:
    """How many days in a row, now and at most, and whether a freeze is kept. A frozen day does not count."""

    current: int
    longest: int
    has_freeze: bool


@dataclass(frozen=True)
class DailyStreaks:
    """A player's streaks of days on which they finished a daily, and on which they won one."""

    played: Streak
    won: Streak


def streak(days: Iterable[date], today: date) -> Streak:
    """The streak of these days, in any order. One that has lasted until yesterday still stands today.

    >>> streak([date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1)], today=date(2026, 3, 2))
    Streak(current=3, longest=3, has_freeze=False)
    """
    current = longest = since_freeze = 0
    has_freeze = False
    before: date | None = None
    for day in sorted(set(days)):
        missed = 0 if before is None else (day - before).days - 1
        if missed == 1 and has_freeze:
            has_freeze, since_freeze = False, 0
        elif missed:
            current, since_freeze, has_freeze = 0, 0, False
        current += 1
        since_freeze += 1
        if since_freeze == DAYS_FOR_FREEZE:
            has_freeze, since_freeze = True, 0
        longest = max(longest, current)
        before = day
    missed = 0 if before is None else (today - before).days - 1
    if missed > 0:
        # One missed day uses the freeze, also before today is played.
        current, has_freeze = current if missed == 1 and has_freeze else 0, False
    return Streak(current, longest, has_freeze)
