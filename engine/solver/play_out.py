"""Play games of pure luck to their end, which is exact: no order of removals gets further than another.

A set stays removable until its cards are removed, the next stock cards are the same whichever piles they fill, and
cards of equal rank are interchangeable.
"""

from __future__ import annotations

from collections.abc import Callable

from engine.moves import Move
from engine.position import Position
from engine.searchable import play_out_applies as applies_to
from engine.solution import Solution, Verdict

__all__ = ["applies_to", "search"]


def search(position: Position, budget: int, is_cancelled: Callable[[], bool]) -> Solution:  # noqa: ARG001
    """Play any moves to the end."""
    moves: list[Move] = []
    while legal := position.legal_moves():
        moves.append(legal[0])
        position = position.play(legal[0])
    verdict = Verdict.WON if position.cards_home == position.pack else Verdict.IMPOSSIBLE
    return Solution(verdict, tuple(moves), len(moves) + 1)
