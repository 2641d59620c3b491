"""The question to which game someone wants to challenge another player."""

from __future__ import annotations

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.custom_id import parse_id
from bot.messages.games_page import EASIEST_FIRST
from bot.messages.message import Button, Message, button_rows
from bot.messages.player_names import player_name
from bot.model.daily.deals import GAMES


def challenge_question(user_id: int, name: str, language: Language) -> Message:
    """Ask for the game of a challenge to a player, with a button for each."""
    asked = language.text(
        "Which game do you challenge {player} to? I'll show you the card before I post it.",
        player=player_name(name, language),
    )
    buttons = [
        Button.to(
            Action.CHALLENGE_PLAYER,
            language,
            argument=f"{variant.name},{user_id}",
            label=language.text(variant.title),
            emoji="⚔️",
        )
        for variant in EASIEST_FIRST
        if variant.name in GAMES
    ]
    return Message(asked, rows=tuple(button_rows(buttons)))


def parse_challenge(argument: str) -> tuple[str, int | None]:
    """Parse the game and the player, if any, of a challenge to come. Raises ValueError for anything else."""
    variant, _, user_id = argument.partition(",")
    if variant not in GAMES:
        raise ValueError(f"there are no challenges at {variant!r}")
    return variant, parse_id(user_id) if user_id else None
