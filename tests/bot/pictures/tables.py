"""Positions as random play meets them, for pictures."""

from __future__ import annotations

from functools import cache
from random import Random

from engine import DRAW, VARIANTS, Game, View

GAMES = list(VARIANTS)


def is_spread(game: str) -> bool:
    return game == "tens"


@cache
def views(game: str, deal: int = 1, moves: int = 150) -> tuple[View, ...]:
    """What a player sees from the deal on, drawing only now and then so that piles grow."""
    choose = Random(deal)
    played = Game.new(game, deal)
    seen = [played.position.view()]
    for _ in range(moves):
        legal = played.legal_moves()
        if not legal:
            break
        building = [move for move in legal if move != DRAW]
        played.play(choose.choice(building if building and choose.random() < 0.75 else legal))
        seen.append(played.position.view())
    return tuple(seen)


def largest(game: str) -> View:
    """The view with the most cards in the tableau, long piles counting for more."""
    return max(
        (view for deal in range(1, 6) for view in views(game, deal)),
        key=lambda view: sum(len(pile) ** 2 for pile in view.piles),
    )
