"""Views of random games, for pictures."""

from __future__ import annotations

from functools import cache

from engine import VARIANTS, View
from tests.engine.random_games import walk

GAMES = list(VARIANTS)


@cache
def views(game: str, deal: int = 1, moves: int = 150) -> tuple[View, ...]:
    """The views of a random game, from the deal on; draws are rare, so that piles grow."""
    return tuple(played.position.view() for played in walk(game, deal, moves=moves))


def largest(game: str) -> View:
    """The view with the largest tableau; long piles count for more."""
    return max(
        (view for deal in range(1, 6) for view in views(game, deal)),
        key=lambda view: sum(len(pile) ** 2 for pile in view.piles),
    )
