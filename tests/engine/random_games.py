"""Random games for tests and benchmarks, the same in every run."""

from collections.abc import Iterator, Mapping
from random import Random

from engine import DRAW, Game


def walk(name: str, deal: int, *, moves: int = 150, options: Mapping[str, str] | None = None) -> Iterator[Game]:
    """Yield a game at its deal and after each move; draws are rare, so that piles grow."""
    dice = Random(deal)
    game = Game.new(name, deal, options)
    yield game
    for _ in range(moves):
        legal = game.legal_moves()
        if not legal:
            break
        others = [move for move in legal if move != DRAW]
        game.play(dice.choice(others if others and dice.random() < 0.75 else legal))
        yield game
