"""Statistics of a user's finished games."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GameStatistics:
    """What one user has achieved in one variant."""

    variant: str
    played: int
    """Games that are over, without those given up before the first move."""
    won: int
    best: int
    """The most cards home in one game."""
    best_moves: int | None
    """The fewest moves of a game that was won; None without a win."""
    streak: int
    """Games won in a row, up to the latest."""
    longest_streak: int
    seconds: int
    """Time played in all."""
