"""Which function answers which command, button and select."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord
from discord import app_commands

from bot.commands import (
    announcements,
    challenge,
    daily,
    fairness,
    leaderboard,
    pages,
    play,
    privacy,
    settings,
    sharing,
    shelf,
    solving,
    start,
)
from bot.commands.context import Context
from bot.commands.press import Press, parse_component
from bot.messages.custom_id import Action, CustomId
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
        pages.rules,
        pages.stats,
        settings.settings,
        pages.help_,
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

_PRESSES: Mapping[Action, Callable[[Context], Awaitable[None]]] = {
    Action.MOVE: play.press_move,
    Action.SOURCE: play.press_source,
    Action.DRAW: play.draw_card,
    Action.PLAY: play.press_play_anyway,
    Action.HOME: play.bring_home,
    Action.FINISH: play.finish_game,
    Action.UNDO: play.undo_move,
    Action.REDO: play.redo_move,
    Action.GIVE_UP: play.press_give_up,
    Action.MENU: play.press_menu,
    Action.SHARE: play.press_share,
    Action.HINT: solving.press_hint,
    Action.ANALYSE: solving.press_analyse,
    Action.LINE: solving.press_line,
    Action.BACK: solving.press_back,
    Action.HELP: pages.press_help,
    Action.RULES: pages.press_rules,
    Action.REPLAY: pages.press_replay,
    Action.STATISTICS: pages.press_statistics,
    Action.SETTINGS: settings.show_settings,
    Action.SET: settings.press_set,
    Action.REMIND: settings.press_remind,
    Action.VIEW: settings.press_view,
    Action.GAMES: start.offer_games,
    Action.NEW: start.press_new,
    Action.DEAL: start.press_deal,
    Action.START: start.press_start,
    Action.SHELF: shelf.press_shelf,
    Action.RESUME: shelf.press_resume,
    Action.DROP: shelf.press_drop,
    Action.KEEP: start.press_keep,
    Action.DAILY: daily.press_daily,
    Action.CHALLENGE: challenge.press_challenge,
    Action.ENTER: challenge.press_enter,
    Action.JOIN: challenge.press_join,
    Action.DECLINE: challenge.press_decline,
    Action.REMATCH: challenge.press_rematch,
    Action.FAIR: fairness.press_fair,
    Action.DAILIES: daily.press_dailies,
    Action.ANNOUNCE: announcements.press_announce,
    Action.RANKS: leaderboard.press_ranks,
    Action.HIDE: privacy.press_hide,
    Action.EXPORT: privacy.press_export,
    Action.DELETE: privacy.press_delete,
    Action.FORGET: privacy.press_forget,
}


async def answer_press(context: Context, custom_id: str, chosen: str) -> None:
    """Do what a button or a select says, and answer with the outcome; `chosen` is a select's value.

    Everything is in the custom id, so that buttons work after a restart. discord.py's own items would look for the
    component in the message that was pressed, where a quicker press may have replaced it.
    """
    try:
        context.press = Press(parse_component(CustomId.parse, custom_id), chosen)
        try:
            await _PRESSES[context.press.component.action](context)
        except StaleBoardError:
            # Most often this is the second of two quick presses: show the outcome of the first, and change nothing.
            await context.show_board(await context.services.games.current(context.turn))
    except Exception as error:  # noqa: BLE001 - reported to the user and logged
        await context.report_failure(error)
