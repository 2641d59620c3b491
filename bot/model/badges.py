"""Badges: what a player is rewarded for once."""

from __future__ import annotations

from enum import StrEnum


class Badge(StrEnum):
    """A badge as it is stored. The first win at a game has the game's name."""

    TENS = "tens"
    DIPLOMAT = "diplomat"
    GROUNDS_FOR_DIVORCE = "grounds-for-divorce"
    DIMES = "dimes"
    CAST_OUT_NINES = "cast-out-nines"
    FORTY_THIEVES = "forty-thieves"
    STRAIGHT = "straight"  # a ranked attempt at a building game, won without undo and hints
    WEEK = "week"  # days in a row with a finished daily: 7,
    MONTH = "month"  # 30,
    HUNDRED = "hundred"  # 100
    ALL_DAILIES = "all-dailies"  # all dailies of one day finished, at least one of them won
    COMEBACK = "comeback"  # a challenge won by its last result, with a won game


STREAKS = {Badge.WEEK: 7, Badge.MONTH: 30, Badge.HUNDRED: 100}
"""How many days in a row earn a badge."""
