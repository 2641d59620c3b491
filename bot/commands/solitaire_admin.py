"""`/solitaire-admin`: what those who manage a server decide."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.answers import style_of
from bot.commands.failures import answers_failures
from bot.commands.sending import whisper
from bot.language import nearest_language
from bot.messages.message import Message
from bot.model.errors import NoTextChannelError, NotManagerError
from bot.services import Services
from bot.store import Announcement, Problem

NAME = "solitaire-admin"
DESCRIPTION = "Patience in this server"

_WRITTEN_IN = (discord.ChannelType.text, discord.ChannelType.news)


@app_commands.guild_only()
@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.default_permissions(manage_guild=True)
class AdminCommands(app_commands.Group):
    """The group. Servers may let others see it, so whether someone may manage the server is looked at each time."""

    def __init__(self, services: Services) -> None:
        super().__init__(name=NAME, description=DESCRIPTION)
        self._services = services

    @app_commands.command(description="Announce each day's dailies at midnight (UTC)")
    @app_commands.describe(channel="In which channel (nowhere any more, if you leave it out)")
    @answers_failures
    async def announce(
        self,
        interaction: discord.Interaction,
        channel: app_commands.AppCommandChannel | None = None,
    ) -> None:
        """Choose where dailies are announced."""
        if interaction.guild_id is None or not interaction.permissions.manage_guild:
            raise NotManagerError
        text = style_of(interaction).language.text
        announcements = self._services.announcements
        if channel is None:
            was_on = await announcements.remove(interaction.guild_id)
            said = (
                text("The dailies are no longer announced here.") if was_on else text("No dailies are announced here.")
            )
        elif channel.type not in _WRITTEN_IN:
            raise NoTextChannelError
        else:
            language = nearest_language(str(interaction.guild_locale or interaction.locale))
            announcement = Announcement(interaction.guild_id, channel.id, language)
            await announcements.put(announcement, self._services.dailies.today())
            said = text(
                "From tomorrow on the dailies are announced in {channel}, at midnight (UTC).", channel=channel.mention
            )
        await whisper(interaction, Message(said))


async def tell_problem(interaction: discord.Interaction, services: Services) -> None:
    """Tell someone who manages the server why announcements were switched off, if they were; once."""
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        return
    problem = await services.announcements.problem(interaction.guild_id)
    if problem is None:
        return
    channel_id, reason = problem
    text = style_of(interaction).language.text
    reasons = {
        Problem.NO_CHANNEL: text("The channel for the dailies is gone, so they are no longer announced."),
        Problem.NO_PERMISSION: text(
            "I may not write in <#{channel}>, so the dailies are no longer announced. I need to see it and its "
            "history, send messages and embed links there.",
            channel=channel_id,
        ),
    }
    again = text("`/solitaire-admin announce` switches it on again.")
    await whisper(interaction, Message(f"{reasons[reason]} {again}"))
    await services.announcements.forget_problem(interaction.guild_id, channel_id)
