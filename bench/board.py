"""Measures the CPU time of drawing a board with its controls: `python -m bench.board`.

For each game it draws the same three boards of random games: the opening, the one with the longest piles and the one
with the most legal moves. Text and emoji are whole messages, with the legal moves already *known* from playing a move
or still to be found (*new*); the picture is the table alone. Each time is the lowest of many, since other work on the
machine only adds to it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial

import discord

from bot.language import find_language
from bot.messages.board import draw_board
from bot.messages.style import EmojiDeck, Style
from bot.model.game import UserGame
from bot.model.preferences import BoardView, Preferences
from bot.pictures.emoji import emoji_files, shown_name
from bot.pictures.table import draw_table
from engine import VARIANTS, Game
from tests.engine.random_games import walk

GAMES = 5
MOVES = 200
ROUNDS = 200
_ID = 10**18
DECK = EmojiDeck(
    {key: discord.PartialEmoji(name=shown_name(key), id=_ID + at) for at, key in enumerate(emoji_files())},
    four_colour=True,
)


def style(view: BoardView) -> Style:
    """Return the style of boards in this view."""
    return Style(find_language("de"), Preferences(view=view, four_colour=True), DECK)


def random_boards(variant: str) -> list[Game]:
    """Return random games after each of their moves."""
    return [game.copy() for deal in range(GAMES) for game in walk(variant, deal, moves=MOVES)]


def largest(boards: list[Game]) -> Game:
    """Pick the board with the longest piles."""
    return max(boards, key=lambda game: sum(len(pile) ** 2 for pile in game.position.view().piles))


def busiest(boards: list[Game]) -> Game:
    """Pick the board with the most legal moves."""
    return max(boards, key=lambda game: len(game.legal_moves()))


def uncached(game: Game) -> Game:
    """Copy a game without its cached legal moves and view."""
    if not game.steps:
        return Game.new(game.variant.name, game.deal)
    copy = game.copy()
    copy.undo()
    copy.redo()
    return copy


def milliseconds(draw: Callable[[Game], object], game: Game, *, known: bool) -> float:
    """Measure the CPU time of drawing a board for the first time, with every other cache warm."""
    times = []
    for _ in range(ROUNDS):
        board = uncached(game)
        if known:
            board.legal_moves()
        start = time.thread_time()
        draw(board)
        times.append(time.thread_time() - start)
    return min(times) * 1000


def message(view: BoardView, game: Game) -> object:
    """Draw the message of a board."""
    return draw_board(UserGame(_ID, 1, 99, game, 0, 0), style(view), player="alice", now=0)


def picture(game: Game) -> object:
    """Draw the picture of a table."""
    return draw_table(game.position.view(), four_colour=True)


def table_cells(game: Game) -> str:
    """Measure one board, and format its row of the table."""
    messages = [
        milliseconds(partial(message, view), game, known=known)
        for view in (BoardView.TEXT, BoardView.EMOJI)
        for known in (True, False)
    ]
    return f"{''.join(f'{number:>8.2f}' for number in messages)}{milliseconds(picture, game, known=True):>9.1f}"


def main() -> None:
    """Print the table, in milliseconds."""
    print(f"{'':<29} {'text':>7}{'':>9}{'emoji':>7}{'':>8}{'picture':>9}")
    print(f"{'game':<20} {'board':<8} {'known':>7}{'new':>8}{'known':>8}{'new':>8}")
    for variant in VARIANTS:
        boards = random_boards(variant)
        for name, game in (("opening", boards[0]), ("largest", largest(boards)), ("busiest", busiest(boards))):
            print(f"{variant:<20} {name:<8}{table_cells(game)}")


if __name__ == "__main__":
    main()
