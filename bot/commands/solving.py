"""Hints, and the analysis of a finished game."""

from __future__ import annotations

from bot.commands.context import Context
from bot.messages.controls import Overlay
from bot.messages.message import Message
from bot.messages.solutions import analysis_page
from bot.model.errors import StaleBoardError

_PLACEHOLDER_SECONDS = 0.3
"""How long a command waits for a hint before it sends a placeholder."""


async def show_hint(context: Context) -> None:
    """Show the board with a hint."""
    current = await context.services.games.current(context.user_id)
    work = context.services.solving.hint(context.user_id, context.id)
    hinted, solution = await context.wait_for(
        work, _thinking(context), private=context.is_private(current), seconds=_PLACEHOLDER_SECONDS
    )
    await context.show_board(hinted, Overlay(hint=solution))


async def press_hint(context: Context) -> None:
    """Add a hint to the board."""
    await context.services.games.current(context.user_id, board=context.board)
    await context.defer()  # first, as a hint costs a ranked attempt moves even if Discord takes no answer
    hinted, solution = await context.services.solving.hint(context.user_id, context.id, board=context.board)
    await context.show_board(hinted, Overlay(hint=solution))


async def press_analyse(context: Context) -> None:
    """Say how long the game could still be won."""
    await context.services.games.current(context.user_id, board=context.board)
    try:
        await show_analysis(context)
    except StaleBoardError as error:
        # The game changed during the analysis, when the press was already answered with a message of its own.
        await context.report_failure(error)


async def show_analysis(context: Context) -> None:
    """Say how long the user's finished game could still be won."""
    finished = await context.services.solving.finished(context.user_id)
    work = context.services.solving.analysis(finished, context.id)
    analysis = await context.wait_for(work, _thinking(context), private=True)
    await context.whisper(analysis_page(finished.game, analysis, context.style, day=finished.day))


def _thinking(context: Context) -> Message:
    return Message(context.language.text("Thinking …"))
