"""Count the emoji tables that keep their columns: `python -m bench.columns`.

A table too long for an embed has a line for each pile instead, which is harder to read. The tables are drawn after each
move of casual games, including late ones with long piles.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import discord

from bench.casual import casual_move
from bot.language import find_language
from bot.messages.style import EmojiDeck, Style
from bot.messages.table import draw_table
from bot.model.marks import marks_of
from bot.model.preferences import BoardView, Preferences
from bot.pictures.emoji import emoji_files, shown_name
from engine import VARIANTS, Game, Status

GAMES = 30
MOVES = 300
"""Moves after which a game is abandoned: in some positions cards can move back and forth forever."""

DECK = EmojiDeck(
    {key: discord.PartialEmoji(name=shown_name(key), id=10**18 + at) for at, key in enumerate(emoji_files())},
    four_colour=True,
)
STYLE = Style(find_language("en"), Preferences(BoardView.EMOJI, four_colour=True), DECK)


def games_of(variant: str) -> Iterator[Game]:
    """Yield casual games after each move, the same in every run."""
    dice = Random(variant)
    for deal in range(GAMES):
        game = Game.new(variant, deal)
        while game.status is Status.PLAYING and len(game.moves) < MOVES:
            yield game
            game.play(casual_move(game.legal_moves(), dice))


def has_columns(game: Game) -> bool:
    """Whether a game's emoji table shows its piles side by side."""
    table = draw_table(game.view(), STYLE, marks=marks_of(game))
    return f"{DECK.number(1)}{DECK.number(2)}" in table


def main() -> None:
    """Print the share of tables in columns for each game."""
    print(f"{'game':<20} {'tables':>6} {'columns':>8}")
    for variant in VARIANTS:
        tables = list(map(has_columns, games_of(variant)))
        print(f"{variant:<20} {len(tables):>6} {sum(tables) / len(tables):>8.0%}")


if __name__ == "__main__":
    main()
