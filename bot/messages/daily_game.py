"""What a board knows of the daily that its game is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from bot.language import Language
from bot.messages.custom_id import Action, CustomId
from bot.messages.leaderboard_page import LeaderboardView
from bot.messages.message import Button
from bot.model.daily.ranking import Kind
from engine import Game, Status

RANKED, AGAIN = "daily=", "again="
"""What a button deals, before the day: a daily's ranked attempt, or the same deal unranked."""


def final_buttons(variant: str, day: date, language: Language, *, game_id: int, is_late: bool = False) -> list[Button]:
    """What can be done once a ranked attempt, a game, is over; one that is late has no place and nothing to share."""
    text = language.text
    board = LeaderboardView(Kind.DAY, day, variant, is_world=True, number=None)
    again = CustomId(Action.DEAL, game_id, argument=f"{variant},{AGAIN}{day.isoformat()}")
    share = CustomId(Action.SHARE, game_id, argument=f"{variant},{day.isoformat()}")
    return [
        Button(str(CustomId(Action.RANKS, game_id, argument=str(board))), text("Leaderboard"), "🏆"),
        Button(str(share), text("Share"), "📣", disabled=is_late),
        Button(str(again), text("Play it again, unranked"), "🔁"),
    ]


@dataclass(frozen=True)
class DailyGame:
    """A game with the deal of a day's daily: the player's ranked attempt at it, or not.

    `is_late` says that the attempt went on for too long to count. `refused` is how many moves were refused, where that
    counts; `hints` is how many were given in a ranked attempt. `is_proven` says whether the deal is proven winnable;
    None where that is not known just now.
    """

    day: date
    is_ranked: bool = False
    is_late: bool = False
    refused: int | None = None
    hints: int = 0
    is_proven: bool | None = False

    def is_final(self, game: Game) -> bool:
        """Whether the game is over and stays so, as a ranked attempt does."""
        return self.is_ranked and game.status is not Status.PLAYING
