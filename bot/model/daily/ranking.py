"""How results are ranked: which leaderboards a result counts for, and where it puts the player on each.

A *standing* is an integer that says how well a player does on one leaderboard. Smaller is better, and equal standings
share a rank. It encodes everything that the leaderboard shows, so that showing one needs no results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from itertools import product

from bot.model.daily.days import week_of
from bot.model.daily.deals import SIDE_GAMES, pick_of
from bot.model.score import MOST_SECONDS, Score, points_of, read_result

BONUS_PARTS = 4
"""A game that is not the pick of the day adds its points divided by this."""

FEWEST_RANKED = 3
"""With fewer players, a rank says nothing."""

PLACES = 10
"""Players on a page."""

_NO_TIME = MOST_SECONDS
"""The time of a player without a win to break ties."""

_POINTS = 2**28


@dataclass(frozen=True, kw_only=True)
class Result(Score):
    """The score of a ranked attempt at a daily.

    `server_id` is the Discord server in which the attempt began; None outside of servers.
    """

    day: date
    server_id: int | None

    @classmethod
    def of(cls, score: Score, day: date, server_id: int | None) -> Result:
        """The score at this day's deal of an attempt that began in this server, as a result."""
        return cls(**vars(score), day=day, server_id=server_id)

    @property
    def is_of_pick(self) -> bool:
        return self.variant == pick_of(self.day)

    @property
    def day_points(self) -> int:
        """The points for its day: all for the pick, none for a side game, and for another game a part, rounded down."""
        if self.is_of_pick:
            return self.points
        return 0 if self.variant in SIDE_GAMES else self.points // BONUS_PARTS


class LeaderboardKind(StrEnum):
    """Points in a period, or the longest streak of days."""

    DAY = "day"
    WEEK = "week"
    ALL_TIME = "all"
    STREAKS = "streaks"


@dataclass(frozen=True)
class Leaderboard:
    """Identifies a leaderboard. `start` is the first day of its period; None for all time.

    `variant` is None for all games together, and `server_id` is None for the whole world. Only a day has leaderboards
    of one game, which rank the results: by cards home, then effort, then time.
    """

    kind: LeaderboardKind
    start: date | None
    variant: str | None
    server_id: int | None


@dataclass(frozen=True)
class RankedPlayer:
    """A player's place. Equal standings share a rank, and the next rank counts them all (1, 2, 2, 4).

    `name` is None for a player who is hidden or whose name is unknown. `is_given_up` says whether the result of a day
    and game was given up.
    """

    rank: int
    user_id: int
    name: str | None
    standing: int
    is_given_up: bool = False


@dataclass(frozen=True)
class LeaderboardPage:
    """One page, numbered from 0. `own` is the place of the user who asks, on any page; None if they have none."""

    number: int
    places: Sequence[RankedPlayer]
    players: int
    own: RankedPlayer | None

    @property
    def last(self) -> int:
        return max(0, self.players - 1) // PLACES

    @property
    def is_own_elsewhere(self) -> bool:
        return self.own is not None and all(place.user_id != self.own.user_id for place in self.places)


def first_day(kind: LeaderboardKind, day: date) -> date | None:
    match kind:
        case LeaderboardKind.DAY:
            return day
        case LeaderboardKind.WEEK:
            return week_of(day)
        case _:
            return None


def leaderboards_of(result: Result) -> list[Leaderboard]:
    kinds = [LeaderboardKind.STREAKS] if result.variant in SIDE_GAMES else list(LeaderboardKind)
    servers = [None] if result.server_id is None else [None, result.server_id]
    return [
        Leaderboard(kind, first_day(kind, result.day), None, server_id) for kind, server_id in product(kinds, servers)
    ]


def standing_after(before: int | None, result: Result) -> int:
    """A player's standing for points after one more result; `before` is their standing so far, if any."""
    points, seconds = (0, None) if before is None else read_points(before)
    if result.is_won and result.is_of_pick:
        seconds = result.seconds if seconds is None else min(seconds, result.seconds)
    return points_standing(points + result.day_points, seconds)


def has_points(kind: LeaderboardKind, variant: str | None, standing: int) -> bool:
    """Whether a standing earns a rank on this kind of leaderboard; without points, it does not."""
    if kind is LeaderboardKind.STREAKS:
        return True
    if variant is not None:
        home, _, _ = read_result(standing, variant)
        return points_of(variant, home) > 0
    points, _ = read_points(standing)
    return points > 0


def points_standing(points: int, seconds: int | None) -> int:
    """The standing for a number of points and the time of the fastest win, which breaks ties, if there is one.

    Further games can only add points and shorten that time; a sum of times would grow with each of them.
    """
    time = _NO_TIME if seconds is None else min(seconds, MOST_SECONDS - 1)
    return (_POINTS - 1 - min(points, _POINTS - 1)) * (_NO_TIME + 1) + time


def read_points(standing: int) -> tuple[int, int | None]:
    """The points in a standing, and the time that breaks ties, in seconds; None without one.

    >>> read_points(points_standing(250, 3600))
    (250, 3600)
    """
    missing, time = divmod(standing, _NO_TIME + 1)
    return _POINTS - 1 - missing, None if time == _NO_TIME else time


def streak_standing(longest: int) -> int:
    return -longest


def read_streak(standing: int) -> int:
    return -standing
