"""What solving a position came to."""

from __future__ import annotations

from dataclasses import dataclass

from engine.moves import Move
from engine.verdict import Verdict


@dataclass(frozen=True)
class Solution:
    """A verdict, and the best line of moves that was found.

    Of a position that can be won the moves win it: they are the proof, which anyone can play. Else they lead to the
    most promising of the positions where most cards are home; there are none where that is the position itself.
    `positions_searched` is the work that was done: how many positions the search has looked at.
    """

    verdict: Verdict
    moves: tuple[Move, ...]
    positions_searched: int
