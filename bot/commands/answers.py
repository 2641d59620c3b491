"""Answering an interaction with a message."""

from __future__ import annotations

from typing import Any

import discord

from bot.board.board import draw_board
from bot.board.message import Message
from bot.services.games import CurrentGame


def board_of(current: CurrentGame, interaction: discord.Interaction) -> Message:
    """The board of the game of whoever caused the interaction."""
    return draw_board(current.game, game_id=current.id, version=current.version, player=interaction.user.display_name)


async def show(interaction: discord.Interaction, message: Message) -> None:
    """Answer with a message that all can see."""
    await _send(interaction, message, ephemeral=False)


async def whisper(interaction: discord.Interaction, message: Message) -> None:
    """Answer with a message for this user alone."""
    await _send(interaction, message, ephemeral=True)


async def redraw(interaction: discord.Interaction, message: Message) -> None:
    """Answer the press of a button by changing the message that it is on."""
    await interaction.response.edit_message(content=message.text, embed=message.embed, view=_view(message))


async def _send(interaction: discord.Interaction, message: Message, *, ephemeral: bool) -> None:
    parts: dict[str, Any] = {"content": message.text, "embed": message.embed, "view": _view(message)}
    given = {name: part for name, part in parts.items() if part is not None}
    if interaction.response.is_done():
        await interaction.followup.send(**given, ephemeral=ephemeral)
    else:
        await interaction.response.send_message(**given, ephemeral=ephemeral)


def _view(message: Message) -> discord.ui.View | None:
    if not message.buttons:
        return None
    view = discord.ui.View(timeout=None)
    for button in message.buttons:
        view.add_item(
            discord.ui.Button(
                custom_id=button.custom_id,
                label=button.label,
                emoji=button.emoji,
                style=button.style,
                disabled=button.disabled,
            )
        )
    # Presses are answered by their custom ids. A view that is not stopped discord.py keeps in memory for ever.
    view.stop()
    return view
