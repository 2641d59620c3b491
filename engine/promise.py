"""Which legal moves to offer a player, the most promising first."""

from __future__ import annotations

from collections.abc import Iterable

from engine.moves import DRAW, Move, Promise, Transfer
from engine.position import Position


def listed_moves(position: Position, legal: Iterable[Move]) -> list[Move]:
    """Return the moves that differ in their effect, ordered by promise.

    If moves differ only in which of several equal spaces they fill, only the one that fills the first is listed.
    """
    spaces = position.distinct_spaces()
    distinct = (
        move
        for move in legal
        if not isinstance(move, Transfer)
        or move.target <= 0
        or move.target in spaces
        or position.target_card(move) is not None
    )
    return sorted(distinct, key=position.promise)


def nothing_gains(position: Position, listed: Iterable[Move]) -> bool:
    """Check whether, besides drawing or dealing, no listed move gains anything by itself."""
    return all(position.promise(move) is Promise.SIDEWAYS for move in listed if move != DRAW)
