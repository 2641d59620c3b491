"""Answer presses of a button, or of a select with the chosen value."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.commands.boards import redraw_live_board, show_board
from bot.commands.context import Context
from bot.commands.rendering import custom_ids
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.drawing import MenuPage
from bot.model.errors import OldBoardError, StaleBoardError
from bot.services import StoreError
from engine import PatienceError

log = logging.getLogger(__name__)

Value = TypeVar("Value")
Answer = Callable[[Context], Awaitable[None]]

PRESSES: dict[Action, Answer] = {}
"""The function of each action; if the action has words, typing one of them calls it, too."""


def presses(action: Action) -> Callable[[Answer], Answer]:
    """Register a function that answers presses of an action's buttons and selects."""

    def register(answer: Answer) -> Answer:
        assert action not in PRESSES, "an action has one function"
        PRESSES[action] = answer
        return answer

    return register


def parse_component(parse: Callable[..., Value], *texts: str) -> Value:
    """Parse a component's text. Raises OldBoardError if it is invalid, because another version of the bot drew it."""
    try:
        return parse(*texts)
    except ValueError:
        raise OldBoardError from None


async def answer_press(context: Context) -> None:
    """Do what a button or a select says, and answer with the outcome.

    The custom id contains everything, so that buttons work after a restart. discord.py's own items would look for the
    component in the pressed message, where a quicker press may have replaced it.
    """
    if context.pressed is None:
        await context.report_failure(OldBoardError())
        return
    try:
        try:
            await PRESSES[context.pressed.action](context)
            if not context.has_edited:
                await _close_menu(context)
        except StaleBoardError:
            # Most often this is the second of two quick presses: show the outcome of the first, and change nothing.
            await show_board(context, await context.services.games.current(context.turn))
    except Exception as error:  # noqa: BLE001 - reported to the user and logged
        await context.report_failure(error)


async def _close_menu(context: Context) -> None:
    """Close the menu of the pressed board, if open, after the press has opened a page in another message."""
    closing = next(filter(_closes_menu, custom_ids(context.pressed_message)), None)
    if closing is None:
        return
    context.turn.forget()  # the player may have played on while the page was sent
    try:
        board = await context.bot.live_boards.find(context.turn)
        current = await context.services.games.find(context.turn)
        is_drawn_since = board is None or board.drawn_by >= context.id
        if current is not None and current.id == closing.game_id and not is_drawn_since:
            await redraw_live_board(context, current)
    except (StoreError, PatienceError) as error:
        # The user already has the page that they asked for.
        log.warning("could not close the menu: %s", error)


def _closes_menu(custom_id: CustomId) -> bool:
    return custom_id.action is Action.MENU and custom_id.argument == MenuPage.CLOSED
