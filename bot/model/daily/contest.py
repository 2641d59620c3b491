"""The daily as a contest: one deal of a game for a day, open until the end of the next day."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from bot.model.badges import STREAKS, Badge
from bot.model.contest import Contest, ContestId
from bot.model.daily.days import end_of_attempts
from bot.model.daily.ranking import Result
from bot.model.score import Score

DAILY = "daily"
"""The kind of contest."""


def daily_id(day: date, variant: str) -> ContestId:
    """Name the daily of a day and a game.

    >>> daily_id(date(2026, 11, 21), "tens")
    ContestId(kind='daily', key='2026-11-21/tens')
    """
    return ContestId(DAILY, f"{day.isoformat()}/{variant}")


def daily_contest(day: date, variant: str) -> Contest:
    return Contest(*daily_id(day, variant), end_of_attempts(day))


def daily_of(contest: ContestId | Contest) -> tuple[date, str]:
    """Raises ValueError if the contest is not a daily."""
    day, _, variant = contest.key.partition("/")
    return date.fromisoformat(day), variant


@dataclass(frozen=True)
class PlayerRank:
    """A rank among a number of players, of whom `worse` did worse."""

    rank: int
    players: int
    worse: int = 0


@dataclass(frozen=True)
class Ranks:
    here: PlayerRank | None = None
    world: PlayerRank | None = None


@dataclass(frozen=True)
class DailyPlaces:
    """How many players have finished a daily, how many of them have won, and a user's ranks."""

    finished: int
    winners: int
    ranks: Ranks


@dataclass(frozen=True)
class DailyFacts:
    """How everyone did in a daily: how many players have finished it, and how many of them have won.

    `par` is the number of moves in the solver's proof; None without a proof, and in a game of luck. A player sees this
    only after their own attempt or after the day.
    """

    finished: int = 0
    winners: int = 0
    par: int | None = None


@dataclass(frozen=True)
class DailySummary:
    """What an attempt at a daily has achieved: its result, its ranks, and the streak up to today.

    `facts` are those of its daily, and `has_finished_all` says whether the player has finished all dailies of its day.
    `still_open` are the games of `today` that they have not finished.
    """

    result: Result
    ranks: Ranks
    streak: int
    today: date
    still_open: Sequence[str] = ()
    has_finished_all: bool = False
    facts: DailyFacts = DailyFacts()

    @property
    def score(self) -> Score:
        return self.result

    @property
    def badges(self) -> Sequence[str]:
        earned = [badge for badge, days in STREAKS.items() if self.streak >= days]
        return [*earned, Badge.ALL_DAILIES] if self.has_finished_all else earned
