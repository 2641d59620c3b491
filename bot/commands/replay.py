"""Replays: a game drawn from its deal to its last move."""

from __future__ import annotations

from bot.commands.boards import is_private
from bot.commands.context import Context
from bot.commands.press import presses
from bot.messages.actions import Action
from bot.messages.contests import game_title
from bot.messages.labels import effort_text
from bot.messages.message import Message, Picture
from bot.messages.player_names import player_name
from bot.model.game import UserGame
from engine import Game, Status

_PLACEHOLDER_SECONDS = 1.0
"""How long to wait for a replay before sending a placeholder; most take less."""


@presses(Action.REPLAY)
async def replay(context: Context) -> None:
    """Show a replay of the board's game or, after a command, of the current one."""
    games = context.services.games
    board = context.board
    if board is None:
        current = await games.current(context.turn)
    else:
        current = await games.owned(context.turn, board.game_id)
    is_playing = current.game.status is Status.PLAYING  # others see a game in progress only if its player shares it
    await send_replay(context, current, current.game, private=is_playing or is_private(context, current))


async def send_replay(context: Context, current: UserGame, game: Game, *, private: bool) -> None:
    """Send a replay of `game`, which the user has played or could have played."""
    language = context.language
    is_own = game is current.game
    moves = effort_text(
        game.variant.name,
        current.effort if is_own else len(game.moves),
        language,
        is_ranked=is_own and current.is_ranked,
    )
    description = " · ".join(filter(None, (game_title(current, language), moves)))
    caption = description if private else f"{player_name(context.user_name, language)} · {description}"
    placeholder = Message("\n".join((caption, language.text("Making your replay …"))))
    work = context.services.pictures.replay(context.user_id, game, four_colour=context.preferences.four_colour)
    gif = await context.wait_for(work, placeholder, private=private, seconds=_PLACEHOLDER_SECONDS)
    await context.send(Message(caption, picture=Picture("replay.gif", gif, description)), private=private)
