"""Badges, each of which a player earns once.

A badge is stored as text: a value of `Badge`, or `won:` and the name of a game for the first win at it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum

from bot.model.score import cards_dealt_home, pack_of
from engine import VARIANTS, Variant

_WON = "won:"


class Badge(StrEnum):
    """A badge that does not belong to one game, as stored."""

    STRAIGHT = "straight"  # a ranked attempt at a game that is not all luck, won without undo and hints
    WEEK = "week"  # a daily finished on each of 7 days in a row
    MONTH = "month"  # the same for 30 days
    HUNDRED = "hundred"  # the same for 100 days
    ALL_DAILIES = "all-dailies"  # all dailies of one day finished, the last of them won
    COMEBACK = "comeback"  # a challenge won by its last result, with a won game


STREAKS = {Badge.WEEK: 7, Badge.MONTH: 30, Badge.HUNDRED: 100}
"""Days in a row that earn each badge."""


def first_win(variant: str) -> str:
    """The badge for the first win at a game.

    >>> first_win("tens")
    'won:tens'
    """
    return f"{_WON}{variant}"


def game_won(badge: str) -> Variant | None:
    """None for other badges, and for a game that this version does not know."""
    return VARIANTS.get(badge.removeprefix(_WON)) if badge.startswith(_WON) else None


def all_badges() -> list[str]:
    """Every badge, those of the games first."""
    return [*map(first_win, VARIANTS), *Badge]


@dataclass(frozen=True)
class BadgeToCome:
    """A badge that a player has yet to earn: `done` of `needed`, both 0 if the progress is unknown."""

    badge: str
    done: int = 0
    needed: int = 0

    @property
    def share(self) -> float:
        return self.done / self.needed if self.needed else 0.0


def badges_to_come(
    earned: Collection[str], best: Mapping[str, int], *, streak: int, finished_today: int, dailies: int
) -> list[BadgeToCome]:
    """The badges that a player has yet to earn, the nearest first; of those for days in a row, only the next.

    `best` is the most cards home in each game that they have played. They have a `streak` of days in a row, and have
    finished this many of today's `dailies`. A player who has finished all of them without the badge needs those of
    another day.
    """
    first_wins = [
        BadgeToCome(first_win(game), best[game], pack_of(game))
        if best.get(game, 0) > cards_dealt_home(game)
        else BadgeToCome(first_win(game))
        for game in VARIANTS
    ]
    streaks = [BadgeToCome(badge, min(streak, days), days) for badge, days in STREAKS.items() if badge not in earned]
    others = [
        BadgeToCome(Badge.ALL_DAILIES, finished_today % dailies, dailies),
        BadgeToCome(Badge.STRAIGHT),
        BadgeToCome(Badge.COMEBACK),
    ]
    missing = [each for each in (*first_wins, *streaks[:1], *others) if each.badge not in earned]
    return sorted(missing, key=lambda each: -each.share)
