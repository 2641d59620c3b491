"""Sharing a result, without spoilers."""

from __future__ import annotations

import dataclasses
from datetime import date

from discord import app_commands

from bot.commands.boards import board_message, place_of, win_picture
from bot.commands.context import Context, handles_errors
from bot.commands.daily_options import DAILY_CHOICES, parse_daily
from bot.commands.press import parse_component, presses
from bot.messages.actions import Action
from bot.messages.custom_id import write_new
from bot.messages.daily import shared_result
from bot.messages.ending import challenge_button, keepsake_picture, share_page, shared_game
from bot.messages.message import Button
from bot.model.daily.contest import DailySummary, daily_id
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
    results = await context.services.leaderboards.results(context.turn)
    result = next((result for result in reversed(results) if game in (None, result.variant)), None)
    if result is None:
        raise PatienceError("You don't have a result to share yet. Finish a daily first: `/solitaire daily`.")
    await _share_result(context, result.variant, result.day)


@presses(Action.SHARE)
async def press_share(context: Context) -> None:
    """Show everyone how a game ended, or the table of one that is being played; of a daily, only its result."""
    if context.argument:
        await _share_result(context, *parse_component(parse_daily, context.argument))
        return
    current = await context.services.games.current(context.turn, board=context.board)
    if current.is_contest:
        raise UnfinishedAttemptError
    if current.game.status is Status.PLAYING:
        await _share_table(context, current)
    else:
        ending = await context.services.endings.of(context.turn, current, context.server_id)
        await _share_ended(context, current, ending, *shared_game(current, ending, context.language))


async def _share_table(context: Context, current: UserGame) -> None:
    """Show everyone the table of a game that is being played, and offer them its deal."""
    board = await board_message(context, current, place_of(context, private=False), for_others=True)
    deal = Button.to(Action.DEAL, context.language, game=current.id, argument=write_new(current.again))
    challenge = () if current.is_deal_impossible else (challenge_button(current, context.language),)
    await context.post(dataclasses.replace(board, rows=((deal, *challenge),)))


async def _share_result(context: Context, variant: str, day: date) -> None:
    attempt = await context.services.games.attempt(context.turn, daily_id(day, variant))
    if attempt is None or not attempt.is_final:
        raise UnfinishedAttemptError
    summary = await counted_summary(context, attempt)
    ending = Ending(summary.score.seconds, summary=summary)
    await _share_ended(context, attempt, ending, *shared_result(summary, context.language))


async def _share_ended(context: Context, ended: UserGame, ending: Ending, result: str, play: Button) -> None:
    """Show everyone how a game ended, with a picture of a win. Raises UnseenError."""
    context.check_seen()
    picture = None
    if ended.game.status is Status.WON:
        picture = keepsake_picture(ended, await win_picture(context, ended, ending), context.language)
    page = share_page(ended, result, play, context.language, player=context.user_name, picture=picture)
    await context.post(page)


async def counted_summary(context: Context, attempt: UserGame) -> DailySummary:
    """What an attempt at a daily has achieved. Raises PatienceError if it does not count."""
    assert attempt.contest is not None, "it is at a daily"
    summary = await context.services.dailies.summary(context.turn, attempt.contest, attempt, context.server_id)
    if summary is None:
        raise PatienceError("This attempt expired, so it doesn't count.")
    return summary
