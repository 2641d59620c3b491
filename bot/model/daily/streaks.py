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


@dataclass(frozen=True)
class Run:
    """How far a streak has come by its last day: all that the next day needs to know.

    `since_freeze` counts the days in a row since a freeze was earned or used.
    """

    last: date
    current: int = 1
    longest: int = 1
    since_freeze: int = 1
    has_freeze: bool = False

    def after(self, day: date) -> Run:
        """The run once this day counts too, which is not before the last."""
        missed = (day - self.last).days - 1
        if missed < 0:
            return self
        current, since_freeze, has_freeze = self.current, self.since_freeze, self.has_freeze
        if missed == 1 and has_freeze:
            since_freeze, has_freeze = 0, False
        elif missed:
            current, since_freeze, has_freeze = 0, 0, False
        current, since_freeze = current + 1, since_freeze + 1
        if since_freeze == DAYS_FOR_FREEZE:
            since_freeze, has_freeze = 0, True
        return Run(day, current, max(self.longest, current), since_freeze, has_freeze)

    def on(self, today: date) -> Streak:
        """The streak as it stands on a day. One missed day uses the freeze, also before today is played."""
        missed = (today - self.last).days - 1
        if missed <= 0:
            return Streak(self.current, self.longest, self.has_freeze)
        return Streak(self.current if missed == 1 and self.has_freeze else 0, self.longest, has_freeze=False)


def run_of(days: Iterable[date]) -> Run | None:
    """The run of these days, in any order; None of none."""
    run: Run | None = None
    for day in sorted(days):
        run = Run(day) if run is None else run.after(day)
    return run


def streak(days: Iterable[date], today: date) -> Streak:
    """The streak of these days, in any order. One that has lasted until yesterday still stands today.

    >>> streak([date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1)], today=date(2026, 3, 2))
    Streak(current=3, longest=3, has_freeze=False)
    """
    run = run_of(days)
    return Streak(0, 0, has_freeze=False) if run is None else run.on(today)
