"""What a board costs: milliseconds of CPU to draw one with its controls.

Run `python bench/board.py`; the boards are those of random games, always the same: the opening, the one with the most
cards in its piles, and the one with the most moves to list. Text and emoji are the whole message, drawn after a move
was played, when the legal moves have been found already (`known`), or without (`new`). The picture is the drawing of
the table alone, which comes on top of a message. Each number is the least of many, as other work on the machine only
adds.
"""

from __future__ import annotations

import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

sys.path[0] = str(Path(__file__).parents[1])  # as a script this file's folder would be searched in place of the project

import discord  # noqa: E402

from bot.language import find_language  # noqa: E402
from bot.messages.board import draw_board  # noqa: E402 - needs the line above
from bot.messages.style import EmojiDeck, Style  # noqa: E402
from bot.messages.table import is_spread  # noqa: E402
from bot.model.preferences import Preferences, View  # noqa: E402
from bot.pictures.emoji import emoji_files, emoji_name  # noqa: E402
from bot.pictures.table import draw_table  # noqa: E402
from engine import VARIANTS, Game  # noqa: E402
from tests.engine.random_games import walk  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

GAMES = 5
MOVES = 200
ROUNDS = 200
_ID = 10**18
FACES = EmojiDeck(
    {
        key: discord.PartialEmoji(name=emoji_name(key, png), id=_ID + at)
        for at, (key, png) in enumerate(emoji_files().items())
    },
    four_colour=True,
)


def style(view: View) -> Style:
    """How boards are drawn."""
    return Style(find_language("de"), Preferences(view=view, four_colour=True), FACES)


def random_games(variant: str) -> list[Game]:
    """Games at each of their points."""
    return [game.copy() for deal in range(GAMES) for game in walk(variant, deal, moves=MOVES)]


def largest(boards: list[Game]) -> Game:
    """The board with most cards in its piles, long piles counting for more."""
    return max(boards, key=lambda game: sum(len(pile) ** 2 for pile in game.position.view().piles))


def busiest(boards: list[Game]) -> Game:
    """The board with most moves."""
    return max(boards, key=lambda game: len(game.legal_moves()))


def as_loaded(game: Game) -> Game:
    """The game before anyone has asked for its legal moves."""
    if not game.steps:
        return Game.new(game.variant.name, game.deal)
    twin = game.copy()
    twin.undo()
    twin.redo()
    return twin


def milliseconds(draw: Callable[[Game], object], game: Game, *, known: bool) -> float:
    """The CPU time of drawing a board that is drawn for the first time; everything else is warm."""
    times = []
    for _ in range(ROUNDS):
        board = as_loaded(game)
        if known:
            board.legal_moves()
        start = time.thread_time()
        draw(board)
        times.append(time.thread_time() - start)
    return min(times) * 1000


def press(view: View, game: Game) -> object:
    """Draw the board as a press does."""
    return draw_board(game, style(view), game_id=_ID, version=99, player="alice")


def picture(game: Game) -> object:
    """Draw the table as a picture."""
    return draw_table(game.position.view(), spread=is_spread(game), four_colour=True)


def costs(game: Game) -> str:
    """The numbers of one board."""
    messages = [
        milliseconds(partial(press, view), game, known=known)
        for view in (View.TEXT, View.EMOJI)
        for known in (True, False)
    ]
    return f"{''.join(f'{number:>8.2f}' for number in messages)}{milliseconds(picture, game, known=True):>9.1f}"


def main() -> None:
    """Print the table."""
    print(f"{'':<29} {'text':>7}{'':>9}{'emoji':>7}{'':>8}{'picture':>9}")
    print(f"{'game':<20} {'board':<8} {'known':>7}{'new':>8}{'known':>8}{'new':>8}")
    for variant in VARIANTS:
        boards = random_games(variant)
        for name, game in (("opening", boards[0]), ("largest", largest(boards)), ("busiest", busiest(boards))):
            print(f"{variant:<20} {name:<8}{costs(game)}")


if __name__ == "__main__":
    main()
