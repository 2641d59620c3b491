"""Random games, always the same ones, for tests and benches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine import DRAW, Game


def walk(name: str, deal: int, *, moves: int = 150, options: Mapping[str, str] | None = None) -> Iterator[Game]:
    """A game at each of its points, the deal first; the stock is seldom drawn from, so that piles grow."""
    choose = Random(deal)
    game = Game.new(name, deal, options)
    yield game
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        building = [move for move in legal if move != DRAW]
        game.play(choose.choice(building if building and choose.random() < 0.75 else legal))
        yield game
