"""How often positions could be won that a hint leaves undecided, as `python -m bench.estimates` measured it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bot.model.daily.deals import METHODS
from engine import Game

LONGER = 100
"""How many times longer than for a hint the positions were searched."""

QUARTERS = 4
"""The parts of a game: how much of the stock has been turned."""

MEASURED: Mapping[str, tuple[int, tuple[tuple[int, int], ...]]] = {
    "dimes": (3, ((13, 6), (10, 4), (1, 0), (0, 0))),
    "diplomat": (3, ((13, 12), (10, 6), (13, 7), (10, 1))),
    "grounds-for-divorce": (3, ((10, 10), (10, 10), (1, 0), (0, 0))),
}
"""For each game, the version of the solver that measured it, and for each quarter the number of undecided positions
that were searched longer, and how many of them were won.

A simulated casual player reached them, each in the middle of its quarter. What one version of the solver leaves
undecided says nothing about another, so only what the present one measured is used.
"""

LEAST_SEARCHED = 10
"""Fewer positions than this give no estimate."""


@dataclass(frozen=True)
class Estimate:
    """How many positions were `searched` longer, and how many of them were `won`; the others remain open."""

    searched: int
    won: int


def estimate(game: Game) -> Estimate | None:
    """What became of positions that looked like this; None if too few were measured, or by another solver."""
    title = " ".join([game.variant.name, *(f"{option}={value}" for option, value in game.options.items())])
    method, (solver, quarters) = METHODS.get(game.variant.name), MEASURED.get(title, (0, ()))
    if method is None or method.solver != solver:
        return None
    dealt = Game.new(game.variant.name, game.deal, game.options).view().stock
    turned = dealt - game.view().stock
    found = Estimate(*quarters[min(turned * QUARTERS // dealt, QUARTERS - 1)])
    return found if found.searched >= LEAST_SEARCHED else None
