"""Draw the board of a user's game, and show it to them."""

from __future__ import annotations

import dataclasses
import functools
import logging
from collections.abc import Sequence
from typing import Any

import discord

from bot.commands.context import Context
from bot.commands.live_boards import BoardPlace
from bot.commands.rendering import custom_ids, edit_arguments
from bot.commands.request_errors import LostAnswerIgnored
from bot.messages.board import draw_board
from bot.messages.drawing import NO_OVERLAY, Drawing, Overlay
from bot.messages.ending import keepsake
from bot.messages.message import Message
from bot.messages.player_names import display_name
from bot.model.game import FIRST_STEPS, UserGame
from bot.model.long_games import off_loop
from bot.model.marks import marks_of
from bot.model.preferences import BoardView
from bot.model.statistics import Ending
from bot.pictures.keepsake import Keepsake
from bot.services import StoreError
from engine import Game, Move, Status

log = logging.getLogger(__name__)

_INVALID_FORM_BODY = 50035


async def show_board(context: Context, game: UserGame, overlay: Overlay = NO_OVERLAY) -> None:
    """Show the user's board: in the pressed message, or in a new one after a command or on a layout."""
    await _show(context, game, overlay, in_place=context.board is not None and not context.is_on_layout)


async def show_new_board(context: Context, game: UserGame) -> None:
    await _show(context, game, NO_OVERLAY, in_place=False)


async def _show(context: Context, game: UserGame, overlay: Overlay, *, in_place: bool) -> None:
    bot = context.bot
    try:
        message_id, place = await _send(context, game, overlay, in_place=in_place)
    except discord.HTTPException as error:
        # Discord rejects a whole message because of one deleted emoji, and sometimes because of one that was uploaded
        # just before (https://github.com/discord/discord-api-docs/issues/7128).
        if error.code != _INVALID_FORM_BODY or context.style.deck is None:
            raise
        log.warning("Discord rejected a board with emoji: %s", error)
        bot.drop_emoji()
        context.style = dataclasses.replace(context.style, deck=None)
        message_id, place = await _send(context, game, overlay, in_place=in_place)
    await bot.live_boards.track(context.interaction, message_id, game.id, place, context.language, context.left)
    await bot.refusals.clear(context.interaction, shown=message_id)


async def _send(context: Context, game: UserGame, overlay: Overlay, *, in_place: bool) -> tuple[int, BoardPlace]:
    if in_place and _may_become(context, game):
        pressed = context.pressed_message
        place = place_of(context)
        message = await board_message(context, game, place, overlay)
        with LostAnswerIgnored():  # a command may have retired the pressed board since the press
            await context.edit_pressed(message)
            return pressed.id, place
    private = is_private(context, game)
    place = place_of(context)
    board = context.personal(await board_message(context, game, place, overlay))
    return await context.send(board, private=private), place


def _may_become(context: Context, game: UserGame) -> bool:
    """Whether the pressed message may become the board of this game.

    Others must never see the deal of a contest, whichever game the player has begun since the press. A quicker press
    may have replaced the pressed button, so a message that shows this game, which is the user's own, is accepted, too.
    """
    if context.is_pressed_private:
        return True
    is_own = any(each.game_id == game.id for each in custom_ids(context.pressed_message))
    return not game.is_contest and (is_own or context.has_pressed_component)


def place_of(context: Context) -> BoardPlace:
    return BoardPlace(display_name(context.interaction.user), context.server_id)


def is_private(context: Context, game: UserGame) -> bool:
    """Whether only the user may see this game's board: they prefer it, or others still play the deal for a rank."""
    return context.preferences.private_board or game.is_contest


async def redraw_live_board(context: Context, game: UserGame) -> None:
    """Redraw the user's live board in its message, if Discord allows it."""

    async def draw(known: BoardPlace | None) -> dict[str, Any]:
        await context.load_preferences()  # they may have changed since the interaction began
        place = known or place_of(context)
        return edit_arguments(context.personal(await board_message(context, game, place)))

    await context.bot.live_boards.edit(context.turn, game.id, draw)


async def board_message(
    context: Context, game: UserGame, place: BoardPlace, overlay: Overlay = NO_OVERLAY, *, for_others: bool = False
) -> Message:
    """The board of the user's game, drawn for this place.

    `for_others` leaves out what concerns only the player: their best result, their shelf, advice, and the guide to a
    first board.
    """
    is_winnable = await _is_winnable(context, game)
    ending = None if for_others else await _find_ending(context, game, place.server_id)
    if game.game.status is not Status.WON:
        picture = await table_picture(context, game.game, overlay.marked_moves)
    elif ending is not None:
        picture = await context.services.pictures.keepsake(await described_game(context, game, ending))
    else:
        picture = None
    return draw_board(
        Drawing(
            game,
            context.style,
            player=place.player,
            now=context.services.clock(),
            overlay=overlay,
            ending=ending,
            is_winnable=is_winnable,
            picture=picture,
            for_others=for_others,
            pressed=None if context.pressed is None else context.pressed.action,
        )
    )


async def _find_ending(context: Context, game: UserGame, server_id: int | None) -> Ending | None:
    """Summarise a game beside earlier ones at its beginning and end; None in between, and if the database fails."""
    endings = context.services.endings
    try:
        if game.game.status is not Status.PLAYING:
            return await endings.for_board(context.turn, game, server_id)
        return await endings.so_far(context.turn, game) if len(game.game.steps) < FIRST_STEPS else None
    except StoreError as error:
        log.warning("could not read what the board's user has done before: %s", error)
        return None


async def _is_winnable(context: Context, game: UserGame) -> bool | None:
    """Whether the deal of a contest is proven winnable; None for another game, and if the database fails."""
    try:
        return await context.services.games.is_winnable(context.turn, game)
    except StoreError as error:
        # The move is committed, so the user gets their board all the same.
        log.warning("could not read whether the board's deal can be won: %s", error)
        return None


async def described_game(context: Context, ended: UserGame, ending: Ending) -> Keepsake:
    describe = functools.partial(keepsake, ended, ending, four_colour=context.preferences.four_colour)
    return await off_loop(len(ended.game.moves), describe)


async def table_picture(context: Context, game: Game, marked_moves: Sequence[Move] = ()) -> bytes | None:
    """The table as a picture, with marks for the last step and these legal moves, if the user wants pictures."""
    if context.style.view is not BoardView.PICTURE:
        return None
    return await context.services.pictures.table(
        game.view(), game.variant.felt, four_colour=context.preferences.four_colour, marks=marks_of(game, marked_moves)
    )
