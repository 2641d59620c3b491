"""Solutions: whether a position can be won, and how.

This module is not in `engine.solver`, whose import takes a second with Numba.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.moves import Move
from engine.position import Position


class Verdict(StrEnum):
    """Whether a position is proven to be winnable, or to be lost."""

    WON = "won"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solution:
    """A verdict, and the best line of play that was found.

    If the position is WON, playing the moves wins. If it is IMPOSSIBLE, they end with the last card that they bring
    home; there are none if no card can go home any more. If the verdict is UNKNOWN, they lead to the most promising of
    the positions with the most cards home; there are none if the search found no progress.
    """

    verdict: Verdict = Verdict.UNKNOWN
    moves: tuple[Move, ...] = ()
    positions_searched: int = field(default=0, compare=False)
    """The number of positions that the search visited."""


def lost(position: Position, moves: tuple[Move, ...], positions_searched: int = 0) -> Solution:
    """Return the solution of a lost position: these moves up to the last one that brings a card home."""
    counts = [reached.cards_home for reached in position.path(*moves)]
    return Solution(Verdict.IMPOSSIBLE, moves[: counts.index(counts[-1])], positions_searched)
