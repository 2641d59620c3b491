"""Buttons that switch something on and off."""

from __future__ import annotations

import discord

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.message import Button


def switch(action: Action, argument: str, language: Language, *, on: bool, label: str | None = None) -> Button:
    """A button that shows whether something is on, and switches it."""
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    return Button.to(action, language, argument=argument, label=label, emoji="✅" if on else "⬜", style=style)
