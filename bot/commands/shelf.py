"""The shelf: showing what waits there, resuming it and giving it up."""

from __future__ import annotations

import logging

import discord
from aiohttp import ClientError
from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.live_boards import LeftGame
from bot.commands.press import parse_component
from bot.commands.rendering import edit_arguments
from bot.messages.board import draw_left_board
from bot.messages.custom_id import Action
from bot.messages.message import Message
from bot.messages.pages import SURE, give_up_question
from bot.messages.parsing import parse_id
from bot.messages.shelf_page import HERE, shelf_page
from bot.model.errors import AtStakeError, StaleBoardError, UnreadableGameError
from bot.model.game import UserGame
from engine import Status

log = logging.getLogger(__name__)


@app_commands.command(description="Your unfinished games: resume one or give it up")
@handles_errors
async def games(context: Context) -> None:
    """Show the games on the shelf."""
    await show_shelf(context)


async def show_shelf(context: Context) -> None:
    """Show the games on the shelf."""
    await context.whisper(await _shelf_page(context))


async def press_shelf(context: Context) -> None:
    """Open the shelf, or choose a game on it."""
    if not context.press.chosen:
        await show_shelf(context)
        return
    await context.edit(await _shelf_page(context, chosen=parse_component(parse_id, context.press.chosen)))


async def press_resume(context: Context) -> None:
    """Take a game from the shelf, and show its board instead of the message that was pressed, or in a new one."""
    if context.press.argument == HERE:
        await show_instead(context, *await resume(context, context.press.board.game_id))
    else:
        await show_resumed(context, context.press.board.game_id)


async def show_resumed(context: Context, game_id: int) -> None:
    """Take a game from the shelf unless it is on the table already, and show its board in a new message."""
    resumed, left = await resume(context, game_id)
    await context.show_new_board(resumed, left=left)


async def resume(context: Context, game_id: int) -> tuple[UserGame, LeftGame | None]:
    """Take a game from the shelf; return it and the game that the user left for it, if any."""
    before = await find_table(context)
    resumed = await context.services.shelf.resume(context.user_id, game_id, context.id)
    return resumed, left_game(context, before, resumed)


async def press_drop(context: Context) -> None:
    """Give up a game on the shelf; ask first if it is a ranked attempt, and again if that question is outdated."""
    is_answer = context.press.argument == SURE
    is_sure = is_answer and not context.answers_old_question
    try:
        await context.services.shelf.give_up(context.user_id, context.press.board, context.id, is_sure=is_sure)
    except AtStakeError as at_stake:
        question = give_up_question(at_stake, Action.DROP, context.language)
        await (context.ask_again(question) if is_answer else context.edit(question))
        return
    except StaleBoardError:
        log.info("the shelf has changed since")
    context.services.endings.forget(context.user_id)
    await context.edit(await _shelf_page(context))


async def _shelf_page(context: Context, *, chosen: int = 0) -> Message:
    return shelf_page(await context.services.shelf.of(context.user_id), context.language, chosen=chosen)


async def find_table(context: Context) -> UserGame | None:
    """The game on the user's table, if it can be read."""
    try:
        return await context.services.games.find(context.user_id)
    except UnreadableGameError:
        return None


def left_game(context: Context, before: UserGame | None, after: UserGame) -> LeftGame | None:
    """The game that lay on the table `before` and was left for the one `after`, if it was being played."""
    if before is None or before.id == after.id or before.game.status is not Status.PLAYING:
        return None
    if not before.is_kept(context.services.clock()):
        return LeftGame(before.id, None)
    farewell = draw_left_board(before, context.language, player=context.interaction.user.display_name)
    return LeftGame(before.id, edit_arguments(farewell))


async def show_instead(context: Context, game: UserGame, left: LeftGame | None) -> None:
    """Replace the message that was pressed with the user's board, public or private as that board has to be."""
    message = context.interaction.message
    assert message is not None, "a press is on a message"
    if message.flags.ephemeral == context.is_private(game):
        await context.show_board(game, left=left)
        return
    await context.defer()
    await context.show_new_board(game, left=left)
    try:
        await context.interaction.delete_original_response()
    except discord.NotFound:
        pass  # a refusal, which the new board has already deleted
    except (discord.HTTPException, ClientError, OSError) as error:
        log.warning("the message that was pressed stays: %s", error)
