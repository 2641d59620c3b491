"""Questions with two answers."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.message import Button, Message
from bot.model.game import BoardVersion

SURE = "sure"
"""The argument of a button that acts without asking again."""


def question(
    text: str, action: Action, language: Language, *, no: str | Button, game: BoardVersion | int = 0, argument: str = ""
) -> Message:
    """Ask a question with two buttons: one continues, the other changes nothing.

    `no` is the label of the second button, or a button in its place.
    """
    keep = no if isinstance(no, Button) else Button.to(Action.KEEP, language, game=game, label=no)
    buttons = (
        Button.to(action, language, game=game, argument=argument, emoji="").styled(discord.ButtonStyle.danger),
        keep,
    )
    return Message(text=text, action_rows=(buttons,))


def cancel_button(board: BoardVersion, language: Language) -> Button:
    return Button.to(Action.MENU, language, game=board, argument="close", label=language.text("Cancel"), emoji="")


def draft(page: Message, language: Language) -> Message:
    """Show a page to its author alone, who decides whether to post it."""
    post = Button.to(Action.POST, language).primary()
    not_now = Button.to(Action.KEEP, language, label=language.text("Not now"))
    return replace(page, action_rows=((post, not_now),), mentioned=())
