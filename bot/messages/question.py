"""Questions with two answers."""

from __future__ import annotations

import discord

from bot.language import Language
from bot.messages.custom_id import Action, CustomId
from bot.messages.message import Button, Message
from bot.model.errors import AtStakeError

SURE = "sure"
"""The argument of a button that gives up without asking again."""


def question(text: str, *, yes: tuple[str, CustomId], no: str) -> Message:
    """Ask a question with two buttons: one goes ahead, the other leaves everything as it is."""
    label, custom_id = yes
    buttons = (
        Button(str(custom_id), label, style=discord.ButtonStyle.danger),
        Button(str(CustomId(Action.KEEP, custom_id.game_id, custom_id.version)), no),
    )
    return Message(text=text, rows=(buttons,))


def give_up_question(at_stake: AtStakeError, language: Language) -> Message:
    """Ask whether to give up a ranked attempt."""
    yes = CustomId(Action.GIVE_UP, at_stake.board.game_id, at_stake.board.version, SURE)
    return question(language.error(at_stake), yes=(language.text("Give up"), yes), no=language.text("Keep playing"))
