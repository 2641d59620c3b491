"""Leaderboards of the dailies."""

from __future__ import annotations

from dataclasses import replace

from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.options import DAILY_CHOICES, complete_day, parse_day
from bot.commands.press import parse_component, presses
from bot.messages.actions import Action
from bot.messages.leaderboard_page import LeaderboardView, leaderboard_page
from bot.messages.message import Message
from bot.model.daily.ranking import Leaderboard, LeaderboardKind, first_day
from engine import PatienceError

_KINDS = [
    app_commands.Choice(name="Today", value=LeaderboardKind.DAY),
    app_commands.Choice(name="This week", value=LeaderboardKind.WEEK),
    app_commands.Choice(name="All time", value=LeaderboardKind.ALL_TIME),
    app_commands.Choice(name="Streaks", value=LeaderboardKind.STREAKS),
]
_WHERE = [
    app_commands.Choice(name="This server", value="here"),
    app_commands.Choice(name="The world", value="world"),
]


@app_commands.command(description="Who did best in the dailies", extras={"cost": Action.RANKS.cost})
@app_commands.describe(
    board="Leaderboard (default: today's)",
    game="Game (default: all)",
    where="This server or the world",
    date="Any day of that week, e.g. 2026-11-21 (default: today)",
)
@app_commands.choices(board=_KINDS, game=DAILY_CHOICES, where=_WHERE)
@handles_errors
async def leaderboard(
    context: Context,
    board: str = LeaderboardKind.DAY,
    game: str | None = None,
    where: str | None = None,
    date: str | None = None,
) -> None:
    if game is not None and board != LeaderboardKind.DAY:
        raise PatienceError("Only a day has a leaderboard for each game. Leave out `game:` or `board:`.")
    day = parse_day(context, date)
    is_world = where == "world" if where is not None else context.server_id is None
    await context.whisper(
        await _leaderboard_page(context, LeaderboardView(LeaderboardKind(board), day, game, is_world))
    )


@presses(Action.RANKS)
async def press_ranks(context: Context) -> None:
    """Turn the page of a leaderboard, or open one privately from another message; without an argument, today's.

    Outside servers, it is the world's.
    """
    if context.argument:
        view = parse_component(LeaderboardView.parse, context.argument, context.chosen)
    else:
        view = LeaderboardView(LeaderboardKind.DAY, context.services.dailies.today(), None, is_world=False)
    if context.server_id is None:
        view = replace(view, is_world=True)
    page = await _leaderboard_page(context, view)
    if context.pressed_board.game_id or not context.argument:
        await context.whisper(page)
    else:
        await context.edit(page)


async def _leaderboard_page(context: Context, view: LeaderboardView) -> Message:
    """Raises PatienceError for a server's leaderboard outside servers, and for a day or week of the future."""
    server_id = None if view.is_world else context.server_id
    if not view.is_world and server_id is None:
        raise PatienceError("This isn't a server. Choose “The world”.")
    start = first_day(view.kind, view.day)
    if start is not None:
        context.services.dailies.check_has_come(start)
    reader = context.turn.player
    today = context.services.dailies.today()
    shown = Leaderboard(view.kind, start, view.variant, server_id)
    page = await context.services.leaderboards.page(context.turn, shown, view.number)
    games = await context.services.dailies.find(context.turn, view.day)
    return leaderboard_page(view, page, context.language, reader=reader, today=today, games=games)


leaderboard.autocomplete("date")(complete_day)
