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
    best: int | None
    """The most cards home in one game; None where it is not known of any, as those played long ago."""
    best_moves: int | None
    """The fewest moves of a game won; None where none was, or it is not known."""
    streak: int
    """Games won in a row, up to the newest."""
    longest_streak: int
    seconds: int
    """Time played in all."""
