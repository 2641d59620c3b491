"""Sharing a result, without spoilers."""

from __future__ import annotations

from datetime import date

from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.daily_options import DAILY_CHOICES, parse_daily
from bot.commands.press import parse_component
from bot.messages.ending import keepsake_picture, share_page
from bot.model.errors import UnfinishedAttemptError
from bot.model.game import UserGame
from bot.model.statistics import Ending
from engine import PatienceError, Status


@app_commands.command(description="Share your daily result, without spoilers")
@app_commands.describe(game="Game (default: your latest)")
@app_commands.choices(game=DAILY_CHOICES)
@handles_errors
async def share(context: Context, game: str | None = None) -> None:
    """Show everyone the result of the user's newest ranked attempt, or the newest at one game."""
    context.check_seen()
    results = await context.services.leaderboards.results(context.user_id)
    result = next((result for result in reversed(results) if game in (None, result.variant)), None)
    if result is None:
        raise PatienceError("You don't have a result to share yet. Finish a daily first: `/solitaire daily`.")
    await _share_result(context, result.variant, result.day)


async def press_share(context: Context) -> None:
    """Show everyone the result of an attempt."""
    await _share_result(context, *parse_component(parse_daily, context.press.argument))


async def _share_result(context: Context, variant: str, day: date) -> None:
    attempt = await context.services.games.attempt(context.turn, day, variant)
    if attempt is None or not attempt.is_final:
        raise UnfinishedAttemptError
    await share_ended(context, attempt, await counted_ending(context, attempt))


async def share_ended(context: Context, ended: UserGame, ending: Ending) -> None:
    """Show everyone how a game ended, with a picture of a win. Raises UnseenError."""
    context.check_seen()
    picture = None
    if ended.game.status is Status.WON:
        picture = keepsake_picture(ended, await context.draw_keepsake(ended, ending), context.language)
    page = share_page(ended, ending, context.language, player=context.user_name, picture=picture)
    await context.post(page)


async def counted_ending(context: Context, attempt: UserGame) -> Ending:
    """What an attempt that is over came to. Raises PatienceError if it does not count."""
    ending = await context.services.endings.of(context.turn, attempt, context.server_id)
    if ending.attempt is None:
        raise PatienceError("This attempt expired, so it doesn't count.")
    return ending
