"""Where a server announces the dailies, and why announcements were switched off."""

from __future__ import annotations

import logging

import discord
from aiohttp import ClientError
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.language import nearest_language
from bot.messages.message import Message
from bot.store import Announcement, Problem, StoreError
from engine import PatienceError

log = logging.getLogger(__name__)

_TEXT_CHANNELS = (discord.ChannelType.text, discord.ChannelType.news)


@app_commands.command(description="Announce each day's dailies at midnight (UTC)")
@app_commands.describe(channel="In which channel (nowhere any more, if you leave it out)")
@handles_errors
async def announce(context: Context, channel: app_commands.AppCommandChannel | None = None) -> None:
    """Choose where dailies are announced."""
    # Servers may let others see the command, so Discord's own check of permissions is not enough.
    if context.server_id is None or not context.interaction.permissions.manage_guild:
        raise PatienceError("Only those who may manage this server can do that.")
    text, announcements = context.language.text, context.services.announcements
    if channel is None:
        was_on = await announcements.remove(context.server_id)
        said = text("The dailies are no longer announced here.") if was_on else text("No dailies are announced here.")
    elif channel.type not in _TEXT_CHANNELS:
        raise PatienceError("Nothing can be announced in a channel of that kind. Choose a text channel.")
    else:
        language = nearest_language(str(context.interaction.guild_locale or context.interaction.locale))
        announcement = Announcement(context.server_id, channel.id, language)
        await announcements.put(announcement, context.services.dailies.today())
        said = text(
            "From tomorrow on the dailies are announced in {channel}, at midnight (UTC).", channel=channel.mention
        )
    await context.whisper(Message(said))


async def report_problem(context: Context) -> None:
    """Tell someone who manages the server why announcements were switched off, once; a failure is only logged."""
    try:
        await _report_problem(context)
    except (StoreError, discord.HTTPException, ClientError, OSError) as error:
        log.warning("could not say why announcements were switched off: %s", error)


async def _report_problem(context: Context) -> None:
    if context.server_id is None or not context.interaction.permissions.manage_guild:
        return
    announcements = context.services.announcements
    problem = await announcements.problem(context.server_id)
    if problem is None:
        return
    channel_id, reason = problem
    text = context.language.text
    reasons = {
        Problem.NO_CHANNEL: text("The channel for the dailies is gone, so they are no longer announced."),
        Problem.NO_PERMISSION: text(
            "I may not write in <#{channel}>, so the dailies are no longer announced. I need to see it and its "
            "history, send messages and embed links there.",
            channel=channel_id,
        ),
    }
    again = text("`/solitaire-admin announce` switches it on again.")
    await context.whisper(Message(f"{reasons[reason]} {again}"))
    await announcements.forget_problem(context.server_id, channel_id)
