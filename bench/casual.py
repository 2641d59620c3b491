"""Positions that a casual player reaches, the same in every run.

She moves at random, so that the positions are of all kinds. The careful beginner who grades deals is in
`tools.grading.beginner`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from engine import DRAW, FOUNDATION, Game, Move, Position, Status, Transfer

STAGES = (0.25, 0.5, 0.75)
"""Shares of the stock that have been turned."""

_FIRST_DEAL = 10**7
_DEALS = 10**6
_LONGEST_GAME = 600
"""Moves after which a game is abandoned: in some positions cards can move back and forth forever."""


def casual_positions(variant: str, options: Mapping[str, str], stage: float, count: int) -> Iterator[Position]:
    """Yield positions of unfinished games, each as soon as this share of the stock has been turned."""
    dice = Random(f"{variant} {sorted(options.items())} {stage}")
    while count:
        game = Game.new(variant, _FIRST_DEAL + dice.randrange(_DEALS), options)
        left = len(game.position.stock) * (1 - stage)
        moves = 0
        while game.status is Status.PLAYING and len(game.position.stock) > left and moves < _LONGEST_GAME:
            game.play(casual_move(game.legal_moves(), dice))
            moves += 1
        if game.status is Status.PLAYING and len(game.position.stock) <= left:
            count -= 1
            yield game.position


def casual_move(legal: list[Move], dice: Random) -> Move:
    """Bring a card home if possible. Otherwise draw half of the time, or make any move to a pile."""
    home = [move for move in legal if isinstance(move, Transfer) and move.target == FOUNDATION]
    if home:
        return dice.choice(home)
    to_piles = [move for move in legal if move != DRAW]
    if to_piles and (DRAW not in legal or dice.random() < 0.5):
        return dice.choice(to_piles)
    return DRAW
