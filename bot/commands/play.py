"""Play a game: moves, undo and redo, finishing and giving up, by commands and by buttons."""

from __future__ import annotations

from collections.abc import Sequence

from discord import app_commands

from bot.commands.boards import show_board
from bot.commands.completion import completes
from bot.commands.context import Context, handles_errors
from bot.commands.press import PRESSES, parse_component, presses
from bot.messages.actions import Action
from bot.messages.drawing import CLOSE, MenuPage, Overlay
from bot.messages.labels import move_label, with_text_suits
from bot.messages.message import MOST_CHOICES
from bot.messages.move_list import ALL, moves_from
from bot.messages.question import SURE
from bot.messages.taps import asks, parse_place, tapped_moves
from bot.messages.typed_moves import matching_moves, matching_words, read_typed_move, typed_action
from bot.model.errors import StaleBoardError, UnconfirmedError, WarnedError
from bot.model.game import UserGame
from engine import ClosedStockError, Game, Move, draws
from engine.steps import StepReader, read_step


@app_commands.command(description="Play a move")
@app_commands.describe(move="Type a card or pile and pick a move, or write one: 3>5, w>f, 2+7, undo")
@handles_errors
async def move(context: Context, move: str) -> None:
    action = typed_action(move, context.language)
    if action is None:
        await _play(context, move, reader=lambda game, text: (read_typed_move(game, text, language=context.language),))
    else:
        await PRESSES[action](context)


@move.autocomplete("move")
@completes
async def _complete_move(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    current = await context.services.games.find(context.turn)
    if current is None:
        return []
    position = current.game.position
    language = context.language
    offered = matching_words(typed, current.game.variant.rules, language)
    offered |= {
        str(legal): with_text_suits(move_label(position, legal, language))
        for legal in matching_moves(current.game, typed, language)
    }
    return [app_commands.Choice(name=name, value=value) for value, name in list(offered.items())[:MOST_CHOICES]]


@app_commands.command(description="Show your board again, here")
@handles_errors
async def show(context: Context) -> None:
    await show_board(context, await context.services.games.current(context.turn))


@presses(Action.MOVE)
async def press_move(context: Context) -> None:
    await _play(context, context.chosen or context.argument)


@presses(Action.TAP)
async def press_tap(context: Context) -> None:
    """Play the most promising move from a place, or ask if several moves may be equally good."""
    current = await context.services.games.current(context.turn, board=context.board)
    game = current.game
    moves = tapped_moves(game.position, parse_component(parse_place, context.argument), game.listed_moves())
    if not moves:
        raise StaleBoardError
    if asks(game.position, moves):
        await _ask(context, current, moves)
    else:
        await _play(context, str(moves[0]))


@presses(Action.SOURCE)
async def press_source(context: Context) -> None:
    """Show where the cards of a source can go, play its only move, or return to all sources."""
    current = await context.services.games.current(context.turn, board=context.board)
    source = context.chosen
    moves = tuple(moves_from(current.game, source))
    if moves or source == ALL:
        await _ask(context, current, moves)
    else:
        await _play(context, source)


async def _ask(context: Context, current: UserGame, moves: Sequence[Move]) -> None:
    """Ask which of these moves to play; explain how to leave the user's first question."""
    is_first = bool(moves) and not context.preferences.was_asked
    if is_first:
        context.apply_preferences(await context.services.preferences.change(context.turn, "was_asked", "on"))
    await show_board(context, current, Overlay(narrowed=tuple(moves), is_first_question=is_first))


@presses(Action.DRAW)
async def draw_card(context: Context) -> None:
    """Draw until a card has somewhere to go, or deal from the stock; if it is closed, the pressed board explains why.

    A typed draw turns one card.
    """
    draws_one = context.board is None or context.preferences.draw_one
    try:
        await _play(context, "draw", reader=read_step if draws_one else _draw_on)
    except ClosedStockError as closed:
        board = context.board
        if board is None:
            raise
        current = await context.services.games.current(context.turn, board=board)
        await show_board(context, current, Overlay(closed_stock=closed))


@presses(Action.PLAY)
async def press_play_anyway(context: Context) -> None:
    await _play(context, context.argument, warned=True)


def _draw_on(game: Game, move: str) -> tuple[Move, ...]:
    game.find_move(move)
    return draws(game.position)


async def _play(context: Context, move: str, *, reader: StepReader = read_step, warned: bool = False) -> None:
    """Play a step and show the board, or ask first if the move spoils the game."""
    games = context.services.games
    try:
        played = await games.play(
            context.turn,
            move,
            board=context.board,
            reader=reader,
            warned=warned,
            auto_home=context.preferences.auto_home,
        )
    except WarnedError as warning:
        current = await games.current(context.turn, board=warning.board)
        await show_board(context, current, Overlay(warned_move=warning.move))
    else:
        await show_board(context, played)


@presses(Action.HOME)
async def bring_home(context: Context) -> None:
    await show_board(context, await context.services.games.bring_home(context.turn, board=context.board))


@presses(Action.FINISH)
async def finish_game(context: Context) -> None:
    await show_board(context, await context.services.games.finish(context.turn, board=context.board))


@presses(Action.UNDO)
async def undo_move(context: Context) -> None:
    """Undo the last step or, beside a question, only leave the question."""
    games = context.services.games
    change = games.current if context.argument == CLOSE else games.undo
    await show_board(context, await change(context.turn, board=context.board))


@presses(Action.REDO)
async def redo_move(context: Context) -> None:
    await show_board(context, await context.services.games.redo(context.turn, board=context.board))


@presses(Action.GIVE_UP)
async def give_up(context: Context) -> None:
    """End the game, or ask first if that would end a ranked attempt or may be a slip."""
    is_sure = context.argument == SURE
    try:
        ended = await context.services.games.give_up(context.turn, board=context.board, is_sure=is_sure)
    except UnconfirmedError as unconfirmed:
        await show_board(context, unconfirmed.current, Overlay(gives_up=True))
    else:
        await show_board(context, ended)


@presses(Action.MENU)
async def press_menu(context: Context) -> None:
    page = parse_component(MenuPage, context.argument)
    current = await context.services.games.current(context.turn, board=context.board)
    await show_board(context, current, Overlay(menu=page))
