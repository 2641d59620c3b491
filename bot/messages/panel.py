"""A permanent message in a channel, with buttons for what people do most."""

from __future__ import annotations

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.message import Button, Message

PANEL = "panel"
"""The argument of the panel's button that offers all games to the person who presses it."""


def panel(language: Language) -> Message:
    text = language.text
    deals = text("New deals every day, for everyone.")
    privacy = text("Only you can see what you open here.")
    play = Button.to(Action.GAMES, language, argument=PANEL, label=text("Play"), emoji="▶️").styled(
        discord.ButtonStyle.success
    )
    today = Button.to(Action.DAILIES, language, label=text("Today"))
    games = Button.to(Action.SHELF, language)
    buttons = (play, today, games, Button.to(Action.RANKS, language))
    return Message.page(text("Solitaire, anyone?"), f"{deals}\n-# {privacy}", action_rows=(buttons,))
