"""Questions with two answers."""

from __future__ import annotations

from dataclasses import replace

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.labels import home_text
from bot.messages.message import Button, Message
from bot.model.errors import AtStakeError
from bot.model.game import BoardVersion
from bot.model.score import home_as_dealt

SURE = "sure"
"""The argument of a button that gives up without asking again."""


def question(
    text: str, action: Action, language: Language, *, no: str | Button, game: BoardVersion | int = 0, argument: str = ""
) -> Message:
    """Ask a question with two buttons: one continues, the other changes nothing.

    `no` is the label of the other one, or a button in its place.
    """
    keep = no if isinstance(no, Button) else Button.to(Action.KEEP, language, game=game, label=no)
    buttons = (
        Button.to(action, language, game=game, argument=argument, emoji="", style=discord.ButtonStyle.danger),
        keep,
    )
    return Message(text=text, rows=(buttons,))


def draft(page: Message, post: Button, language: Language) -> Message:
    """Show a page to its author alone, who decides whether it is posted."""
    not_now = Button.to(Action.KEEP, language, label=language.text("Not now"))
    return replace(page, rows=((post, not_now),), mentioned=())


def give_up_question(at_stake: AtStakeError, language: Language) -> Message:
    """Ask whether to give up a ranked attempt."""
    attempt = at_stake.attempt
    home = home_text(attempt.game.variant, attempt.game.home, language)
    asked = language.error(at_stake)
    if attempt.game.home > home_as_dealt(attempt.game.variant.name, attempt.game.options):  # else it has no rank
        counts = language.text("It will count with {home}.", home=home)
        asked = f"{asked} {counts}"
    return question(
        asked,
        Action.GIVE_UP,
        language,
        game=attempt.board,
        argument=SURE,
        no=language.text("Keep playing"),
    )
