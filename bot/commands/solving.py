"""Hints, and the analysis of a game."""

from __future__ import annotations

import contextlib

from bot.commands.boards import is_private, show_board, table_picture
from bot.commands.context import Context
from bot.commands.press import parse_component, presses
from bot.commands.replay import send_replay
from bot.commands.shelf import show_instead
from bot.messages.actions import Action
from bot.messages.custom_id import LAST_VERSION, parse_number
from bot.messages.drawing import CLOSE, Overlay
from bot.messages.message import Message
from bot.messages.solutions import analysis_page, shows_line
from bot.model.errors import StaleBoardError
from bot.model.game import UserGame
from bot.model.long_games import off_loop
from bot.model.solutions import Analysis
from engine import Game

_PLACEHOLDER_SECONDS = 0.3
"""How long a command waits for a hint before sending a placeholder."""


@presses(Action.HINT)
async def show_hint(context: Context) -> None:
    solving = context.services.solving
    board = context.board
    current = await context.services.games.current(context.turn, board=board)
    if context.argument == CLOSE:
        await show_board(context, current)
        return
    if board is not None:
        await context.defer()  # a hint costs moves even if Discord rejects the answer
        hinted, solution = await solving.hint(context.turn, board=board)
    else:
        hinted, solution = await context.wait_for(
            solving.hint(context.turn),
            _thinking(context),
            private=is_private(context, current),
            seconds=_PLACEHOLDER_SECONDS,
        )
    await show_board(context, hinted, Overlay(hint=solution))


@presses(Action.ANALYSE)
async def analyse(context: Context) -> None:
    """Show up to which move the game could be won."""
    with contextlib.suppress(StaleBoardError):
        await context.services.games.current(context.turn, board=context.board)
    solving = context.services.solving
    try:
        current = await solving.analysable(context.turn)
        work = solving.analysis(context.turn, current)
        analysis = await context.wait_for(work, _thinking(context), private=True)
        await context.whisper(await _analysis_page(context, current, analysis))
    except StaleBoardError as error:
        # The game changed during the analysis, when the press had already been answered with a message of its own.
        await context.report_failure(error)


@presses(Action.LINE)
async def press_line(context: Context) -> None:
    """Send an animation of the game up to its turning point, and of the winning line from there."""
    solving = context.services.solving
    current = await solving.analysable(context.turn)
    if current.board != context.board:
        await context.report_failure(StaleBoardError())
        return
    analysis = solving.known_analysis(current)
    if analysis is None:
        await context.defer(thinking=True)
        analysis = await solving.analysis(context.turn, current)
    if shows_line(current, analysis):
        await send_replay(context, current, await _along_way(current, analysis, len(analysis.way)))
    else:
        await context.whisper(await _analysis_page(context, current, analysis))


@presses(Action.BACK)
async def press_back(context: Context) -> None:
    """Go back to the last move after which the game could still be won, and show that board."""
    moves = parse_component(_parse_moves, context.argument)
    try:
        current = await context.services.games.go_back(context.turn, moves, board=context.board)
    except StaleBoardError as error:
        await context.report_failure(error)  # the board does not belong in place of the analysis
    else:
        await show_instead(context, current)


async def _analysis_page(context: Context, current: UserGame, analysis: Analysis) -> Message:
    shown = await _along_way(current, analysis, 0)
    picture = await table_picture(context, shown) if shows_line(current, analysis) else None
    return analysis_page(current, analysis, context.style, shown=shown, picture=picture)


async def _along_way(current: UserGame, analysis: Analysis, step: int) -> Game:
    return await off_loop(len(current.game.moves), analysis.along_way, current.game, step)


def _parse_moves(argument: str) -> int:
    """A number of moves. Raises ValueError for other text."""
    return parse_number(argument, LAST_VERSION)


def _thinking(context: Context) -> Message:
    return Message(context.language.text("Thinking …"))
