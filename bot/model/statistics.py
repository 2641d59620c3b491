"""Statistics of a user's finished games, and the end of a game compared with the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bot.model.contest import Summary
from bot.model.shelf import ShelvedGame


@dataclass(frozen=True)
class GameStatistics:
    variant: str
    played: int
    """Games that are over, without those given up before the first move."""
    won: int
    best: int
    """The most cards home in one game."""
    best_moves: int | None
    """The fewest moves of a win outside ranked attempts, if any."""
    best_seconds: int | None
    """The shortest time of a game that was won; None without a win."""
    streak: int
    """Games won in a row, up to the latest."""
    longest_streak: int
    seconds: int
    """Time played in all."""


@dataclass(frozen=True)
class Ending:
    """A game compared with the user's earlier ones of its variant.

    Among those with the same options, `best_cards_home` is the most cards home, `best_moves` the fewest moves of a win,
    and `best_seconds` the shortest time of a win; each is None without one. Ranked attempts count moves with prices,
    so they neither have nor set `best_moves`. `streak` is the number of games won in a row up to this one, and
    `winners` how many users have won this deal. `summary` is what a ranked attempt has achieved in its contest.
    `waiting` are the other games on the shelf, the latest first, while this one is untouched or over. `badges` are
    those that this game has just earned.
    `is_first` says whether a running game is the user's first.
    """

    seconds: int
    best_cards_home: int | None = None
    best_moves: int | None = None
    best_seconds: int | None = None
    streak: int = 0
    winners: int = 0
    summary: Summary | None = None
    waiting: Sequence[ShelvedGame] = ()
    badges: Sequence[str] = ()
    is_first: bool = False
