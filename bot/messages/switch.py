"""Buttons that switch something on or off."""

from __future__ import annotations

import discord

from bot.messages.custom_id import CustomId
from bot.messages.message import Button


def switch(custom_id: CustomId, label: str, *, on: bool) -> Button:
    """A button that shows whether something is on, and switches it."""
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    return Button(str(custom_id), label, "✅" if on else "⬜", style)
