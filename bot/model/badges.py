"""Badges that a player earns, each of them once.

A badge is stored as text: a value of `Badge`, or `won:` and the name of a game for the first win at it.
"""

from __future__ import annotations

from enum import StrEnum

from engine import VARIANTS, Variant

_WON = "won:"


class Badge(StrEnum):
    """A badge that does not belong to one game, as it is stored."""

    STRAIGHT = "straight"  # a ranked attempt at a game that is not all luck, won without undo and hints
    WEEK = "week"  # days in a row with a finished daily: 7,
    MONTH = "month"  # 30,
    HUNDRED = "hundred"  # 100
    ALL_DAILIES = "all-dailies"  # all dailies of one day finished, at least one of them won
    COMEBACK = "comeback"  # a challenge won by its last result, with a won game


STREAKS = {Badge.WEEK: 7, Badge.MONTH: 30, Badge.HUNDRED: 100}
"""How many days in a row earn a badge."""


def first_win(variant: str) -> str:
    """The badge for the first win at a game.

    >>> first_win("tens")
    'won:tens'
    """
    return f"{_WON}{variant}"


def game_won(badge: str) -> Variant | None:
    """The game of a badge for a first win; None for other badges, and for a game that this version does not know."""
    return VARIANTS.get(badge.removeprefix(_WON)) if badge.startswith(_WON) else None


def all_badges() -> list[str]:
    """Every badge, those of the games first."""
    return [*map(first_win, VARIANTS), *Badge]
