"""A month of dailies, with one player's result in each."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from enum import IntEnum

from bot.model.daily.contest import DailyFacts, DailySummary
from bot.model.daily.days import end_of_attempts
from bot.model.daily.ranking import Result
from bot.model.daily.streaks import Streak
from engine.variant import Difficulty


class Mark(IntEnum):
    """A player's progress in one daily; of several marks, the largest counts."""

    UNDER_WAY = 1
    """Their ranked attempt still counts if they end it."""
    PLAYED = 2
    """Their ranked attempt ended without a win."""
    WON_LATER = 3
    """They won the deal, but not for a rank."""
    WON = 4


@dataclass(frozen=True)
class DailyGame:
    day: date
    variant: str
    is_ranked: bool
    is_playing: bool
    is_won: bool


Marks = Mapping[date, Mapping[str, Mark]]
"""A player's marks by day and game; a daily without one was not played."""


@dataclass(frozen=True)
class Calendar:
    """One player's month of dailies, opened at one day, with their finished `attempts` at that day's games."""

    day: date
    today: date
    first_day: date
    """The first day ever with dailies."""
    games: Mapping[str, Difficulty]
    """The games of the day, with the levels of their deals; none if the day had no dailies."""
    marks: Marks
    attempts: Mapping[str, DailySummary]
    facts: Mapping[str, DailyFacts]
    """How everyone did in the games of a past day."""
    streak: Streak
    """The streak of days with a finished daily, as of today."""

    @property
    def is_today(self) -> bool:
        """Whether the dailies of the day can be begun for a rank."""
        return self.day == self.today


def mark_dailies(games: Iterable[DailyGame], results: Iterable[Result], now: float) -> Marks:
    marks: dict[date, dict[str, Mark]] = {}

    def add(day: date, variant: str, mark: Mark) -> None:
        of_day = marks.setdefault(day, {})
        of_day[variant] = max(mark, of_day.get(variant, mark))

    for result in results:
        add(result.day, result.variant, Mark.WON if result.is_won else Mark.PLAYED)
    for game in games:
        if game.is_won:
            add(game.day, game.variant, Mark.WON_LATER)
        elif game.is_ranked and game.is_playing and now < end_of_attempts(game.day):
            add(game.day, game.variant, Mark.UNDER_WAY)
    return marks
