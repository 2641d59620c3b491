"""The channel in which a server announces the dailies, and why announcements were switched off."""

from __future__ import annotations

import logging
from dataclasses import replace

import discord
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.options import complete_time_zone
from bot.commands.press import presses
from bot.commands.request_errors import REQUEST_ERRORS
from bot.commands.servers import managed_server, naming_permissions
from bot.language import Language, nearest_language
from bot.messages.actions import Action
from bot.messages.announcement import HERE, STOP, announced_text, announcements_page
from bot.messages.message import Message
from bot.model.announcement import USUAL_HOUR, Announcement, Problem
from bot.model.errors import OldBoardError
from bot.model.local_hour import HOURS, LocalHour, find_time_zone
from bot.services import StoreError
from engine import PatienceError

log = logging.getLogger(__name__)

_TEXT_CHANNELS = (discord.ChannelType.text, discord.ChannelType.news)


class _TextChannel(app_commands.Transformer):
    """A channel in which Discord lets bots post; Discord offers no other kind."""

    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.channel

    @property
    def channel_types(self) -> list[discord.ChannelType]:
        return list(_TEXT_CHANNELS)

    async def transform(
        self, _: discord.Interaction, value: app_commands.AppCommandChannel, /
    ) -> app_commands.AppCommandChannel:
        return value


@app_commands.command(description="Post the day's dailies every day, at an hour of your choice")
@app_commands.describe(
    channel="Where to post (default: show the current setting)",
    hour="The hour of the post, from 0 to 23 (default: 9)",
    time_zone="Time zone of that hour, e.g. Europe/Berlin (default: UTC)",
)
@handles_errors
async def announce(
    context: Context,
    channel: app_commands.Transform[app_commands.AppCommandChannel, _TextChannel] | None = None,
    hour: app_commands.Range[int, 0, HOURS - 1] | None = None,
    time_zone: str | None = None,
) -> None:
    """Choose the channel and hour of announcements; without options, show them, and ask."""
    server_id = managed_server(context)
    zone = None if time_zone is None else find_time_zone(time_zone)
    current = await context.services.announcements.of(context.turn, server_id)
    if channel is not None:
        await context.whisper(
            await _announce_in(context, server_id, channel.id, channel.type, _hour(current, hour, zone))
        )
    elif hour is None and zone is None:
        await context.whisper(announcements_page(current, context.interaction.channel_id or 0, context.language))
    elif current is None:
        raise PatienceError("Choose a channel, too: I don't post the dailies in this server yet.")
    else:
        await context.whisper(await _switch_on(context, replace(current, hour=_hour(current, hour, zone))))


def _hour(current: Announcement | None, hour: int | None, time_zone: str | None) -> LocalHour:
    """The chosen hour; any part that was not chosen keeps its current or default value."""
    before = USUAL_HOUR if current is None else current.hour
    return LocalHour(before.hour if hour is None else hour, time_zone or before.time_zone)


announce.autocomplete("time_zone")(complete_time_zone)


@presses(Action.ANNOUNCE)
async def press_announce(context: Context) -> None:
    server_id = managed_server(context)
    channel = context.interaction.channel
    if context.argument == HERE and channel is not None:
        current = await context.services.announcements.of(context.turn, server_id)
        hour = _hour(current, None, None)
        await context.edit(await _announce_in(context, server_id, channel.id, channel.type, hour))
    elif context.argument == STOP:
        await context.services.announcements.stop(context.turn, server_id)
        await context.edit(Message(_off_text(context.language)))
    else:
        raise OldBoardError


async def _announce_in(
    context: Context, server_id: int, channel_id: int, kind: discord.ChannelType, hour: LocalHour
) -> Message:
    """Raises PatienceError for a channel that cannot take announcements."""
    if kind not in _TEXT_CHANNELS:
        raise PatienceError("I can't post in that kind of channel. Choose a text channel.")
    channel = context.interaction.client.get_partial_messageable(channel_id, guild_id=context.server_id)
    try:
        with naming_permissions(channel_id):
            await channel.typing()  # fails without the permission to post
    except REQUEST_ERRORS as error:
        log.warning("could not check whether the bot can post in a channel: %s", error)
    language = nearest_language(str(context.interaction.guild_locale or context.interaction.locale))
    return await _switch_on(context, Announcement(server_id, channel_id, language, hour))


async def _switch_on(context: Context, announcement: Announcement) -> Message:
    announcements = context.services.announcements
    await announcements.switch_on(context.turn, announcement)
    current = await announcements.of(context.turn, announcement.server_id)
    if current is None:  # the same command, delivered again after announcements were stopped
        return Message(_off_text(context.language))
    return Message(announced_text(current, context.language))


def _how_to_announce(language: Language) -> str:
    return language.text("Use `/solitaire-admin announce` to start again.")


def _off_text(language: Language) -> str:
    off = language.text("Daily posts are off.")
    return f"{off} {_how_to_announce(language)}"


async def report_problem(context: Context) -> None:
    """Explain once, to a manager of the server, why announcements were switched off; a failure is only logged."""
    if context.server_id is None or not context.interaction.permissions.manage_guild:
        return
    announcements = context.services.announcements
    try:
        problem = await announcements.problem(context.turn, context.server_id)
        if problem is not None:
            channel_id, reason = problem
            await context.whisper(Message(_problem_text(channel_id, reason, context.language)))
            await announcements.forget_problem(context.turn, context.server_id, channel_id)
    except (StoreError, *REQUEST_ERRORS) as error:
        log.warning("could not say why announcements were switched off: %s", error)


def _problem_text(channel_id: int, problem: Problem, language: Language) -> str:
    said = language.text("The dailies channel was deleted, so I've stopped posting.")
    if problem is Problem.NO_PERMISSION:
        said = language.text(
            "I can't post in <#{channel}> any more, so I've stopped posting the dailies. I need these "
            "permissions there: View Channel, Send Messages, Embed Links.",
            channel=channel_id,
        )
    return f"{said} {_how_to_announce(language)}"
