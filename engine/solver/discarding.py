"""Discarding games, decided exactly: the order of removals cannot change how far a deal goes.

A set stays removable until its cards are removed, and what comes up next does not depend on which pile it fills. Of
equal ranks any card will do. So playing whatever can be played tells all.
"""

from __future__ import annotations

from engine.discarding import DiscardingPosition
from engine.moves import Move
from engine.solver.solution import Solution
from engine.verdict import Verdict


def solve_discarding(position: DiscardingPosition) -> Solution:
    """Play a position to its end."""
    moves: list[Move] = []
    while legal := position.legal_moves():
        moves.append(legal[0])
        position = position.play(legal[0])
    verdict = Verdict.WON if position.home == position.pack else Verdict.IMPOSSIBLE
    return Solution(verdict, tuple(moves), len(moves) + 1)
