"""Solutions: whether a position can be won, and how.

This module is not in `engine.solver`, whose import takes a second with Numba.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.moves import Move
from engine.position import Position


class Verdict(StrEnum):
    """Whether a position is proven winnable, or lost."""

    WON = "won"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solution:
    """A verdict, and the best line of play found.

    If the position is WON, playing the moves wins. If it is IMPOSSIBLE, they end with the last card brought home; there
    are none if no more cards can go home. If the verdict is UNKNOWN, they lead to the most promising of the positions
    with the most cards home; there are none if the search found no progress.
    """

    verdict: Verdict = Verdict.UNKNOWN
    moves: tuple[Move, ...] = ()
    positions_searched: int = field(default=0, compare=False)


def lost(position: Position, moves: tuple[Move, ...], positions_searched: int = 0) -> Solution:
    """The line ends with the last of these moves that brings a card home."""
    counts = [reached.cards_home for reached in position.path(*moves)]
    return Solution(Verdict.IMPOSSIBLE, moves[: counts.index(counts[-1])], positions_searched)
