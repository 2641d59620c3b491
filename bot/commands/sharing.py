"""Share a result, without spoilers."""

from __future__ import annotations

import dataclasses
from datetime import date

from discord import app_commands

from bot.commands.boards import board_message, described_game, place_of
from bot.commands.context import Context, handles_errors
from bot.commands.drafts import show_draft
from bot.commands.options import DAILY_CHOICES, parse_daily
from bot.commands.press import parse_component, presses
from bot.messages.actions import Action
from bot.messages.custom_id import write_new
from bot.messages.ending import challenge_button
from bot.messages.message import Button, Message
from bot.messages.share_page import daily_share, game_share
from bot.model.daily.contest import DailySummary, daily_id
from bot.model.errors import OldBoardError, UnfinishedAttemptError
from bot.model.game import UserGame
from engine import PatienceError, Status


@app_commands.command(description="Share your daily result, without spoilers")
@app_commands.describe(game="Game (default: your latest)")
@app_commands.choices(game=DAILY_CHOICES)
@handles_errors
async def share(context: Context, game: str | None = None) -> None:
    """Show the post for the newest ranked attempt, or for the newest at one game, to the user alone."""
    context.check_seen()
    results = await context.services.leaderboards.results(context.turn)
    result = next((result for result in reversed(results) if game in (None, result.variant)), None)
    if result is None:
        raise PatienceError("You don't have a result to share yet. Finish a daily first: `/solitaire daily`.")
    await _show(context, *await _share_result(context, result.variant, result.day))


@presses(Action.SHARE)
async def press_share(context: Context) -> None:
    context.check_seen()
    if context.argument:
        await _show(context, *await _share_result(context, *parse_component(parse_daily, context.argument)))
    else:
        await _show(context, *await _share_game(context))


async def _show(context: Context, game: UserGame, page: Message) -> None:
    async def publish(context: Context) -> None:
        await context.services.games.owned(context.turn, game.id)  # it may have been deleted since
        await context.post(page)

    await show_draft(context, page, publish)


async def _share_game(context: Context) -> tuple[UserGame, Message]:
    """The result of the board's game, which may be an earlier one, or the table of a game in progress."""
    games = context.services.games
    try:
        current = await games.current(context.turn, board=context.board)
    except OldBoardError:
        current = await games.owned(context.turn, context.pressed_board.game_id)
    if current.is_contest:
        raise UnfinishedAttemptError
    if current.game.status is Status.PLAYING:
        return current, await _table_page(context, current)
    ending = await context.services.endings.of(context.turn, current, context.server_id)
    win = None
    if current.game.status is Status.WON:
        described = await described_game(context, current, ending)
        win = await context.services.pictures.keepsake(described)
    return current, game_share(current, ending, context.language, player=context.user_name, win=win)


async def _table_page(context: Context, current: UserGame) -> Message:
    """The table of a game in progress, with an offer of its deal."""
    board = await board_message(context, current, place_of(context), for_others=True)
    deal = Button.to(Action.DEAL, context.language, game=current.id, argument=write_new(current.again))
    challenge = () if current.is_deal_impossible else (challenge_button(current, context.language),)
    return dataclasses.replace(board, action_rows=((deal, *challenge),))


async def _share_result(context: Context, variant: str, day: date) -> tuple[UserGame, Message]:
    """The result of an attempt at a daily, and nothing of its table."""
    attempt = await context.services.games.attempt(context.turn, daily_id(day, variant))
    if attempt is None or not attempt.is_final:
        raise UnfinishedAttemptError
    summary = await counted_summary(context, attempt)
    return attempt, daily_share(attempt, summary, context.style, player=context.user_name)


async def counted_summary(context: Context, attempt: UserGame) -> DailySummary:
    """The result of an attempt at a daily. Raises PatienceError if it does not count."""
    assert attempt.contest is not None, "it is at a daily"
    summary = await context.services.dailies.summary(context.turn, attempt.contest, attempt, context.server_id)
    if summary is None:
        raise PatienceError("This attempt expired, so it doesn't count.")
    return summary
