"""What is counted of the games that a user has finished."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class GameStatistics:
    """What one user has done in the games of one variant."""

    variant: str
    played: int
    """Games that are over; one given up before the first move does not count."""
    won: int
    best: int
    """The most cards home in one game."""
    best_moves: int | None
    """The fewest moves of a won game; None without a win."""
    streak: int
    """Games won in a row, up to the newest."""
    longest_streak: int
    seconds: int
    """Time played in all."""
