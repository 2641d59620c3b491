"""Solutions: whether a position can be won, and how.

This module is not in `engine.solver`, whose import takes a second with Numba.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from engine.moves import Move
from engine.position import Position


class Verdict(StrEnum):
    """Whether a position can be won, as far as that is proven."""

    WON = "won"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Solution:
    """A verdict, and the best line of play that was found.

    The moves of a position that can be won win it, which anyone can check by playing them. Those of an impossible one
    end with the last card that they bring home, so there are none if no card can go home any more. Without a verdict
    they lead to the position with the most cards home, the most promising one of these, and there are none if nothing
    was found that leads any further.
    """

    verdict: Verdict = Verdict.UNKNOWN
    moves: tuple[Move, ...] = ()
    positions_searched: int = field(default=0, compare=False)
    """The work that was done."""


def lost(position: Position, moves: tuple[Move, ...], positions_searched: int = 0) -> Solution:
    """The solution of a lost position: these moves up to the last one that brings a card home."""
    home = [reached.home for reached in position.path(*moves)]
    return Solution(Verdict.IMPOSSIBLE, moves[: home.index(home[-1])], positions_searched)
