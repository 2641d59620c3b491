"""How results are ranked: the leaderboards that one counts for, and where it puts its player on each.

A *standing* is one whole number that says how well a player does on one leaderboard. Of two, the smaller is the better;
equal ones share a rank. It holds all that the board shows, so no board has to look results up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import product

from bot.model.daily.days import month_of, week_of
from bot.model.daily.streaks import Run
from engine import VARIANTS
from engine.rules import DiscardingRules

WIN_POINTS = 100
"""Points for a win, on top of those for cards home."""

_SECONDS = 2**20
"""What the seconds of one attempt stay below: it lasts two days at most."""
_EFFORTS = 2**24
_SUM_OF_SECONDS = 2**34
"""What the seconds of all attempts of a player stay below: 500 years."""
_POINTS = 2**28


@dataclass(frozen=True)
class Result:
    """What a ranked attempt came to.

    `effort` is moves counted as in `transcripts`, or in Tens, where moves cannot differ, moves refused. `server_id` is
    the Discord server in which it was begun; None outside of any.
    """

    day: date
    variant: str
    server_id: int | None
    home: int
    effort: int
    seconds: int

    @property
    def is_won(self) -> bool:
        """Whether every card is home."""
        return self.home == pack_of(self.variant)

    @property
    def points(self) -> int:
        """Cards home in percent, rounded down, and 100 more for a win: 0 to 200."""
        return 100 * self.home // pack_of(self.variant) + (WIN_POINTS if self.is_won else 0)


class Kind(StrEnum):
    """What a leaderboard ranks by: points of a span of time, or dailies won, or the longest streak of days played."""

    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    ALL_TIME = "all"
    WINS = "wins"
    STREAKS = "streaks"


@dataclass(frozen=True)
class Leaderboard:
    """Which leaderboard: `start` is the first day of its span, None for all time.

    None stands for all games together as `variant`, and for the whole world as `server_id`.
    """

    kind: Kind
    start: date | None
    variant: str | None
    server_id: int | None

    @property
    def ranks_results(self) -> bool:
        """Whether it ranks single results, those of one day and game: by cards home, then effort, then time."""
        return self.kind is Kind.DAY and self.variant is not None


def first_day(kind: Kind, day: date) -> date | None:
    """The first day of the span of this kind that a day is in; None for all time."""
    match kind:
        case Kind.DAY:
            return day
        case Kind.WEEK:
            return week_of(day)
        case Kind.MONTH:
            return month_of(day)
        case _:
            return None


def leaderboards_of(result: Result) -> list[Leaderboard]:
    """All leaderboards that a result counts for; that of wins only where it is one."""
    kinds = [kind for kind in Kind if kind is not Kind.WINS or result.is_won]
    servers = (None,) if result.server_id is None else (None, result.server_id)
    return [
        Leaderboard(kind, first_day(kind, result.day), variant, server_id)
        for kind, variant, server_id in product(kinds, (None, result.variant), servers)
    ]


def standing_after(leaderboard: Leaderboard, before: int | None, result: Result, longest_streak: int) -> int:
    """A player's standing once one more result counts for this leaderboard.

    `before` is the standing so far, None where there is none. `longest_streak` is that of the days of all results of
    the player that count for it, the new one among them; only a board of streaks looks at it.
    """
    if leaderboard.ranks_results:
        return result_standing(result)
    match leaderboard.kind:
        case Kind.WINS:
            return (before or 0) - 1
        case Kind.STREAKS:
            return -longest_streak
        case _:
            points, seconds = (0, 0) if before is None else read_points(before)
            return points_standing(points + result.points, seconds + result.seconds)


def standings(results: Iterable[Result]) -> tuple[dict[Leaderboard, int], dict[Leaderboard, Run]]:
    """Where all results of one player, in any order, put them on each leaderboard; and the run on each of streaks."""
    reached: dict[Leaderboard, int] = {}
    runs: dict[Leaderboard, Run] = {}
    for result in sorted(results, key=lambda each: each.day):
        for leaderboard in leaderboards_of(result):
            run = runs[leaderboard].after(result.day) if leaderboard in runs else Run(result.day)
            runs[leaderboard] = run
            reached[leaderboard] = standing_after(leaderboard, reached.get(leaderboard), result, run.longest)
    return reached, {leaderboard: run for leaderboard, run in runs.items() if leaderboard.kind is Kind.STREAKS}


def result_standing(result: Result) -> int:
    """The standing of a single result: more cards home, then less effort, then less time."""
    missing = pack_of(result.variant) - result.home
    effort, seconds = min(result.effort, _EFFORTS - 1), min(result.seconds, _SECONDS - 1)
    return (missing * _EFFORTS + effort) * _SECONDS + seconds


def read_result(standing: int, variant: str) -> tuple[int, int, int]:
    """Cards home, effort and seconds of a single result's standing."""
    rest, seconds = divmod(standing, _SECONDS)
    missing, effort = divmod(rest, _EFFORTS)
    return pack_of(variant) - missing, effort, seconds


def points_standing(points: int, seconds: int) -> int:
    """The standing of so many points: more points, then less time in all."""
    return (_POINTS - 1 - min(points, _POINTS - 1)) * _SUM_OF_SECONDS + min(seconds, _SUM_OF_SECONDS - 1)


def read_points(standing: int) -> tuple[int, int]:
    """Points, and seconds in all, of a standing.

    >>> read_points(points_standing(250, 3600))
    (250, 3600)
    """
    missing, seconds = divmod(standing, _SUM_OF_SECONDS)
    return _POINTS - 1 - missing, seconds


def read_count(standing: int) -> int:
    """Dailies won, or days in a row, of a standing on a board of wins or streaks."""
    return -standing


def counts_refusals(variant: str) -> bool:
    """Whether the effort of a game is moves refused: where all cards are discarded, their order cannot matter."""
    return isinstance(VARIANTS[variant].rules, DiscardingRules)


def pack_of(variant: str) -> int:
    """How many cards a game has."""
    return 52 * VARIANTS[variant].rules.decks
