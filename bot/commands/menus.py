"""Play the deal of a message, from the message's menu."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

import discord

from bot.commands.challenge import enter_elsewhere
from bot.commands.context import Context, handles_errors
from bot.commands.daily import press_daily
from bot.commands.press import Answer
from bot.commands.rendering import custom_ids
from bot.commands.start import press_deal
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId, parse_new
from engine import PatienceError

_PLAY: Mapping[Action, Answer] = {
    Action.DEAL: press_deal,
    Action.DAILY: press_daily,
    Action.ENTER: enter_elsewhere,
}
"""The buttons that name a deal, and the functions that play it."""


@handles_errors
async def play_deal(context: Context, message: discord.Message) -> None:
    """Play the deal that the buttons of a message name, as if the first of them had been pressed."""
    bot = context.interaction.client.user
    if bot is None or message.author.id != bot.id:
        raise PatienceError("That message isn't mine. Choose one in which I posted a game or a result.")
    named = next(filter(_names_deal, custom_ids(message)), None)
    if named is None:
        raise PatienceError("There's no deal to play in that message. Choose one in which someone shared a game.")
    context.argument = named.argument
    await _PLAY[named.action](context)


def _names_deal(custom_id: CustomId) -> bool:
    """Whether a button plays a particular deal, not just any deal of a game."""
    if custom_id.action is not Action.DEAL:
        return custom_id.action in _PLAY
    with suppress(ValueError):
        new = parse_new(custom_id.argument)
        return new.deal is not None or new.contest is not None
    return False
