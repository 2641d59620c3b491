"""All commands, and all functions that answer presses."""

from __future__ import annotations

from typing import Any

import discord
from discord import app_commands

from bot.commands import (
    announcements,
    challenge,
    daily,
    drafts,  # noqa: F401 - it has presses alone
    fairness,
    hidden_players,
    leaderboard,
    panel,
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
from bot.commands.help import help_
from bot.commands.press import PRESSES
from bot.messages.actions import Action

_EVERYWHERE: dict[str, Any] = {
    "allowed_installs": app_commands.AppInstallationType(guild=True, user=True),
    "allowed_contexts": app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
}


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
        **_EVERYWHERE,
    ),
    _group(
        "solitaire-admin",
        "Solitaire in this server",
        announcements.announce,
        panel.panel,
        hidden_players.hide,
        guild_only=True,
        allowed_contexts=app_commands.AppCommandContext(guild=True),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
        default_permissions=discord.Permissions(manage_guild=True),
    ),
)
"""All slash commands, in the order of `/solitaire help`."""

MENU = app_commands.ContextMenu(name="Challenge to patience", callback=challenge.ask_for_game, **_EVERYWHERE)
"""The entry under *Apps* in Discord's menu of a person."""

COMMANDS = (*GROUPS, MENU)
"""Everything that the bot registers with Discord."""

assert PRESSES.keys() == set(Action), "every action has a function"
