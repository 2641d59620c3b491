"""The shelf: show, resume and give up the games on it."""

from __future__ import annotations

import logging

from discord import app_commands

from bot.commands.boards import is_private, redraw_live_board, show_board, show_new_board
from bot.commands.context import Context, handles_errors
from bot.commands.press import parse_component, presses
from bot.messages.actions import Action
from bot.messages.layout import Layout
from bot.messages.shelf_page import HERE, PAGE, drop_question, parse_board, shelf_page
from bot.model.errors import StaleBoardError, UnreadableGameError
from bot.model.game import NewGame, UserGame
from bot.model.shelf import ShelvedGame
from bot.services import StoreError
from engine import GameOverError, Status

log = logging.getLogger(__name__)


@app_commands.command(description="Your unfinished games: resume one or give it up")
@handles_errors
async def games(context: Context) -> None:
    await context.whisper(await _shelf_page(context))


@presses(Action.SHELF)
async def open_shelf(context: Context) -> None:
    """Open the shelf in private, or return to it from a question or from an older page of it."""
    page = await _shelf_page(context)
    await (context.edit(page) if context.argument == PAGE or context.chosen else context.whisper(page))


@presses(Action.RESUME)
async def press_resume(context: Context) -> None:
    """Resume a game on the shelf, and show its board in the pressed message or in a new one.

    If the game is over, correct the pressed message first, then report it.
    """
    game_id = context.pressed_board.game_id
    argument = context.argument
    try:
        if argument in (HERE, PAGE):
            await show_instead(context, await resume(context, game_id))
        else:
            await show_resumed(context, game_id)
    except GameOverError:
        if argument == PAGE:
            await context.edit(await _shelf_page(context))
        elif argument != HERE:
            await _redraw_without_way_back(context)
        raise


async def show_resumed(context: Context, game_id: int) -> None:
    """Take a game from the shelf unless it is already on the table, and show its board in a new message."""
    await show_new_board(context, await resume(context, game_id))


async def resume(context: Context, game_id: int) -> UserGame:
    before = await find_table(context)
    resumed = await context.services.shelf.resume(context.turn, game_id)
    note_left_game(context, before, resumed)
    return resumed


@presses(Action.DROP)
async def press_drop(context: Context) -> None:
    """Give up a game on the shelf, after asking."""
    shelved = await find_chosen(context)
    if shelved is not None and await asks_to_drop(context, shelved):
        return
    given_up = None
    if shelved is not None:
        try:
            await context.services.shelf.give_up(context.turn, shelved.board)
            given_up = shelved
        except StaleBoardError:
            log.info("the shelf has changed since")
    context.services.endings.forget(context.user_id)
    await context.edit(await _shelf_page(context, given_up=given_up))
    if given_up is not None:
        await _redraw_without_way_back(context)


async def find_chosen(context: Context) -> ShelvedGame | None:
    """The shelved game chosen in a select or named by the pressed button; None if it has left the shelf."""
    board = parse_component(parse_board, context.chosen) if context.chosen else context.pressed_board
    return next((each for each in await context.services.shelf.of(context.turn) if each.board == board), None)


async def asks_to_drop(context: Context, shelved: ShelvedGame, new: NewGame | None = None) -> bool:
    """Ask whether to give up the chosen game for `new`, unless the press answers that; return whether it asked."""
    if context.chosen:
        await context.edit(drop_question(shelved, context.language, now=context.services.clock(), new=new))
    return bool(context.chosen)


async def _redraw_without_way_back(context: Context) -> None:
    """Redraw the live board if it may lead back to a game that has left the shelf."""
    try:
        current = await find_table(context)
        if current is not None and not (current.is_begun and current.game.status is Status.PLAYING):
            await redraw_live_board(context, current)
    except StoreError as error:
        log.warning("the live board leads to a game that is over: %s", error)


async def _shelf_page(context: Context, *, given_up: ShelvedGame | None = None) -> Layout:
    shelf = await context.services.shelf.of(context.turn)
    current = await find_table(context)
    playing = current if current is not None and current.game.status is Status.PLAYING else None
    now = context.services.clock()
    return shelf_page(shelf, context.language, now=now, playing=playing, given_up=given_up)


async def find_table(context: Context) -> UserGame | None:
    """The game on the user's table; None if it is unreadable."""
    try:
        return await context.services.games.find(context.turn)
    except UnreadableGameError:
        return None


def note_left_game(context: Context, before: UserGame | None, after: UserGame) -> None:
    """Note that the user left the game `before` for the game `after`, if it was still in progress."""
    if before is not None and before.id != after.id and before.game.status is Status.PLAYING:
        context.left = before.id


async def show_instead(context: Context, game: UserGame) -> None:
    """Replace the pressed message with the user's board, public or private as that board must be."""
    is_ephemeral = context.pressed_message.flags.ephemeral
    if is_ephemeral == is_private(context, game) and not context.is_on_layout:
        await show_board(context, game)
        return
    await context.defer()
    await show_new_board(context, game)
    await context.delete_pressed()
