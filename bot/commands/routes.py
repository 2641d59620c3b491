"""Which function answers which command, button and select."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands import (
    announcements,
    challenge,
    daily,
    fairness,
    leaderboard,
    play,
    privacy,
    replay,  # noqa: F401 - it has presses alone
    rules,
    settings,
    sharing,
    shelf,
    solving,  # noqa: F401 - it has presses alone
    start,
    statistics,
)
from bot.commands.context import Context
from bot.commands.help import help_
from bot.commands.press import PRESSES, Press, parse_component
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.model.errors import StaleBoardError


def _group(
    name: str, description: str, *commands: app_commands.Command[Any, ..., Any], **options: Any
) -> app_commands.Group:
    group = app_commands.Group(name=name, description=description, **options)
    for command in commands:
        group.add_command(command)
    return group


GROUPS = (
    _group(
        "solitaire",
        "Play solitaire",
        start.start,
        daily.daily,
        challenge.challenge,
        leaderboard.leaderboard,
        sharing.share,
        fairness.fair,
        play.move,
        play.show,
        shelf.games,
        rules.rules,
        statistics.stats,
        settings.settings,
        help_,
        privacy.privacy,
        allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
    ),
    _group(
        "solitaire-admin",
        "Solitaire in this server",
        announcements.announce,
        guild_only=True,
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        default_permissions=discord.Permissions(manage_guild=True),
    ),
)
"""All commands, in the order in which `/solitaire help` lists them."""

assert PRESSES.keys() == set(Action), "every action has a function"


async def answer_press(context: Context, custom_id: str, chosen: str) -> None:
    """Do what a button or a select says, and answer with the outcome; `chosen` is a select's value.

    Everything is in the custom id, so that buttons work after a restart. discord.py's own items would look for the
    component in the message that was pressed, where a quicker press may have replaced it.
    """
    try:
        context.press = Press(parse_component(CustomId.parse, custom_id), chosen)
        try:
            await PRESSES[context.press.component.action](context)
        except StaleBoardError:
            # Most often this is the second of two quick presses: show the outcome of the first, and change nothing.
            await context.show_board(await context.services.games.current(context.turn))
    except Exception as error:  # noqa: BLE001 - reported to the user and logged
        await context.report_failure(error)
