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


@app_commands.command(description="Post the new dailies every day at midnight UTC")
@app_commands.describe(channel="Where to post (leave empty to stop)")
@handles_errors
async def announce(context: Context, channel: app_commands.AppCommandChannel | None = None) -> None:
    """Choose where dailies are announced."""
    # Servers may let others see the command, so Discord's own check of permissions is not enough.
    if context.server_id is None or not context.interaction.permissions.manage_guild:
        raise PatienceError("You need the Manage Server permission for that.")
    text, announcements = context.language.text, context.services.announcement_store
    if channel is None:
        was_on = await announcements.remove(context.server_id)
        said = text("Daily posts are off.") if was_on else text("Daily posts were already off.")
    elif channel.type not in _TEXT_CHANNELS:
        raise PatienceError("I can't post in that kind of channel. Choose a text channel.")
    else:
        language = nearest_language(str(context.interaction.guild_locale or context.interaction.locale))
        announcement = Announcement(context.server_id, channel.id, language)
        await announcements.put(announcement, context.services.dailies.today())
        said = text(
            "Done! I'll post the dailies in {channel} every day at midnight UTC, starting tomorrow.",
            channel=channel.mention,
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
    announcements = context.services.announcement_store
    problem = await announcements.problem(context.server_id)
    if problem is None:
        return
    channel_id, reason = problem
    text = context.language.text
    reasons = {
        Problem.NO_CHANNEL: text("The dailies channel was deleted, so I've stopped posting."),
        Problem.NO_PERMISSION: text(
            "I can't post in <#{channel}> any more, so I've stopped posting the dailies. I need these "
            "permissions there: View Channel, Read Message History, Send Messages, Embed Links.",
            channel=channel_id,
        ),
    }
    again = text("Use `/solitaire-admin announce` to turn it back on.")
    await context.whisper(Message(f"{reasons[reason]} {again}"))
    await announcements.forget_problem(context.server_id, channel_id)
