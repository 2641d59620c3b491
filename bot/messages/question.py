"""Questions with two answers."""

from __future__ import annotations

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.message import Button, Message
from bot.model.errors import AtStakeError
from bot.model.game import BoardVersion

SURE = "sure"
"""The argument of a button that gives up without asking again."""


def question(
    text: str, action: Action, language: Language, *, no: str, game: BoardVersion | int = 0, argument: str = ""
) -> Message:
    """Ask a question with two buttons: one goes ahead, the other leaves everything as it is."""
    buttons = (
        Button.to(action, language, game=game, argument=argument, emoji="", style=discord.ButtonStyle.danger),
        Button.to(Action.KEEP, language, game=game, label=no),
    )
    return Message(text=text, rows=(buttons,))


def give_up_question(at_stake: AtStakeError, language: Language) -> Message:
    """Ask whether to give up a ranked attempt."""
    return question(
        language.error(at_stake),
        Action.GIVE_UP,
        language,
        game=at_stake.board,
        argument=SURE,
        no=language.text("Keep playing"),
    )
