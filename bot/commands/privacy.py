"""What is kept of a user: told, given to them, and deleted."""

from __future__ import annotations

import discord

from bot.commands.answers import Answers, style_of
from bot.commands.sending import edit, whisper
from bot.messages.custom_id import Action, CustomId
from bot.messages.message import File, Message
from bot.messages.pages import privacy_page, question
from bot.monitoring.metrics import timed
from bot.services import Services


async def show_privacy(interaction: discord.Interaction) -> None:
    """What is kept and why, and what can be done about it."""
    style = style_of(interaction)
    await whisper(interaction, privacy_page(style.language, is_hidden=style.preferences.hidden_player))


async def hide(interaction: discord.Interaction, services: Services, *, is_hidden: bool) -> None:
    """Hide the user's name on leaderboards, or show it."""
    preferences = await services.preferences.change(interaction.user.id, interaction.id, hidden_player=is_hidden)
    await edit(interaction, privacy_page(style_of(interaction).language, is_hidden=preferences.hidden_player))


async def export(interaction: discord.Interaction, services: Services, answers: Answers) -> None:
    """A file of everything that is kept, for the user alone."""
    with timed("answering"):
        await interaction.response.defer(ephemeral=True, thinking=True)
    await answers.live_boards.note(interaction.user.id)
    exported = await services.privacy.export(interaction.user.id)
    text = style_of(interaction).language.text("This is everything that is kept about you.")
    await whisper(interaction, Message(text, file=File(exported.name, exported.content)))


async def ask_to_delete(interaction: discord.Interaction) -> None:
    """Ask whether everything shall be deleted."""
    text = style_of(interaction).language.text
    asked = text(
        "Delete everything: your game, your statistics, your settings, and your places on all leaderboards? "
        "It cannot be taken back."
    )
    yes = (text("Delete everything"), CustomId(Action.FORGET))
    await whisper(interaction, question(asked, yes=yes, no=text("Keep it")))


async def delete(interaction: discord.Interaction, services: Services, answers: Answers) -> None:
    """Delete everything that is kept of the user, which may take longer than Discord waits."""
    with timed("answering"):
        await interaction.response.defer()
    board = await answers.live_boards.find(interaction.user.id)
    await services.privacy.delete(interaction.user.id)
    answers.live_boards.forget(interaction.user.id)
    text = style_of(interaction).language.text("Everything that was kept about you is deleted.")
    await edit(interaction, Message(text))
    if board is not None:
        await answers.live_boards.remove(interaction, board, style_of(interaction).language)
