"""The buttons of boards and questions. What one does is in its custom id, so they all work after a restart."""

from __future__ import annotations

import discord

from bot.board.custom_id import Action, CustomId
from bot.board.message import notice
from bot.commands import play
from bot.commands.answers import board_of, redraw, show
from bot.commands.failures import answer_failure
from bot.services.errors import Board, OldBoardError, StaleBoardError
from bot.services.games import CurrentGame, Games, NewGame
from engine import PatienceError


async def press(interaction: discord.Interaction, pressed: CustomId, games: Games) -> None:
    """Do what a button says, and answer whatever comes of it.

    discord.py's own items look for the button in the message that the press came with. There it may be gone already:
    a quicker press has redrawn the board, and this one has to be answered all the same.
    """
    try:
        try:
            await _do(interaction, pressed, games)
        except StaleBoardError:
            # Most often a second, quicker press: show what the first one has led to, and change nothing.
            await _redraw(interaction, await games.current(interaction.user.id))
    except Exception as error:  # noqa: BLE001 - told to the player and logged there
        await answer_failure(interaction, error)


async def _do(interaction: discord.Interaction, pressed: CustomId, games: Games) -> None:
    user_id, board = interaction.user.id, Board(pressed.game_id, pressed.version)
    match pressed.action:
        case Action.DRAW:
            await _redraw(interaction, await games.play(user_id, "draw", interaction.id, board=board))
        case Action.UNDO:
            await _redraw(interaction, await games.undo(user_id, interaction.id, board=board))
        case Action.REDO:
            await _redraw(interaction, await games.redo(user_id, interaction.id, board=board))
        case Action.NEW:
            game = (await games.owned(user_id, pressed.game_id)).game
            await play.start(interaction, games, NewGame(game.variant.name, None, game.options))
        case Action.PLAY | Action.START:
            await _say_yes(interaction, pressed, games)
        case Action.KEEP:
            await redraw(interaction, notice("Nothing has changed."))


async def _redraw(interaction: discord.Interaction, current: CurrentGame) -> None:
    await redraw(interaction, board_of(current, interaction))


async def _say_yes(interaction: discord.Interaction, pressed: CustomId, games: Games) -> None:
    """Do what a question asked about, put what came of it in the question's place, and show the board to all."""
    user_id, board = interaction.user.id, Board(pressed.game_id, pressed.version)
    try:
        if pressed.action is Action.PLAY:
            current = await games.play(user_id, pressed.argument, interaction.id, board=board, warned=True)
        else:
            current = await games.start(user_id, play.read_new(pressed.argument), interaction.id, replacing=board)
    except (StaleBoardError, OldBoardError):
        gone_on = (
            "Your game has gone on since this was asked, so nothing was done. `/solitaire show` brings up your board."
        )
        await redraw(interaction, notice(gone_on))
    except PatienceError as error:
        await redraw(interaction, notice(str(error)))
    else:
        await redraw(interaction, notice("Done: your board is below."))
        await show(interaction, board_of(current, interaction))
