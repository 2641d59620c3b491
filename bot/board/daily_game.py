"""What a board knows of the daily that its game is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from engine import Game, Status


@dataclass(frozen=True)
class DailyGame:
    """A game with the deal of a day's daily: the player's ranked attempt at it, or not.

    `is_late` says that the attempt went on for too long to count.
    """

    day: date
    is_ranked: bool = False
    is_late: bool = False

    def is_final(self, game: Game) -> bool:
        """Whether the game is over and stays so, as a ranked attempt does."""
        return self.is_ranked and game.status is not Status.PLAYING
