"""Replays: a game drawn from its deal to its last move."""

from __future__ import annotations

from functools import partial

from bot.commands.boards import is_private
from bot.commands.context import Context
from bot.commands.drafts import show_draft
from bot.commands.press import presses
from bot.messages.actions import Action
from bot.messages.contests import game_title
from bot.messages.labels import effort_text
from bot.messages.message import Message, Picture
from bot.messages.player_names import player_name
from bot.model.errors import OldBoardError
from bot.model.game import BoardVersion, UserGame
from engine import Game, Status

PLACEHOLDER_SECONDS = 1.0
"""How long to wait for a replay before sending a placeholder; most take less."""


@presses(Action.REPLAY)
async def replay(context: Context) -> None:
    """Show a private replay of the board's game or, after a command, of the current one.

    The user may post it if the game is over and others can see its board.
    """
    games = context.services.games
    board = context.board
    current = await (games.current(context.turn) if board is None else games.owned(context.turn, board.game_id))
    shown = await _shown(context, current, current.game)
    if _may_be_posted(context, current):
        await show_draft(context, shown, partial(_publish, board=current.board))
    else:
        await context.send(shown, private=True)


async def send_replay(context: Context, current: UserGame, game: Game) -> None:
    """Send a private replay of `game`, which the user has played or could have played."""
    await context.send(await _shown(context, current, game), private=True)


def _may_be_posted(context: Context, current: UserGame) -> bool:
    is_playing = current.game.status is Status.PLAYING
    return not (is_playing or is_private(context, current) or context.is_alone)


async def _publish(context: Context, board: BoardVersion) -> None:
    """Draw a replay again and post it: an animation takes about a megabyte, too much to keep for every draft.

    Raises OldBoardError if the game has changed, or others may not see it.
    """
    current = await context.services.games.owned(context.turn, board.game_id)
    if current.board != board or not _may_be_posted(context, current):
        raise OldBoardError
    name = player_name(context.user_name, context.language)
    caption = f"{name} · {_caption(context, current, current.game)}"
    await context.post(_message(caption, await _animation(context, current.game)))


async def _shown(context: Context, current: UserGame, game: Game) -> Message:
    """Draw a private replay; show a placeholder if that takes long."""
    caption = _caption(context, current, game)
    placeholder = Message("\n".join((caption, context.language.text("Making your replay …"))))
    work = _animation(context, game)
    gif = await context.wait_for(work, placeholder, private=True, seconds=PLACEHOLDER_SECONDS)
    return _message(caption, gif)


def _message(caption: str, gif: bytes) -> Message:
    return Message(caption, picture=Picture("replay.gif", gif, caption))


async def _animation(context: Context, game: Game) -> bytes:
    pictures = context.services.pictures
    return await pictures.replay(context.user_id, game, four_colour=context.preferences.four_colour)


def _caption(context: Context, current: UserGame, game: Game) -> str:
    """Name the game and its deal, and count its moves."""
    language = context.language
    is_own = game is current.game
    moves = effort_text(
        game.variant.name,
        current.effort if is_own else len(game.moves),
        language,
        is_ranked=is_own and current.is_ranked,
    )
    return " · ".join(filter(None, (game_title(current, language), moves)))
