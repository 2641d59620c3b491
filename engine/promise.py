"""Which legal moves to offer a player, the most promising first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.moves import DRAW, Discard, Move, Promise, Transfer
from engine.position import Position

_JOINS = frozenset({Promise.JOIN_IN_SUIT, Promise.UNCOVERING_JOIN, Promise.JOIN})


def listed_moves(position: Position, legal: Iterable[Move]) -> list[Move]:
    """Return the moves that differ in their effect, ordered by promise, and among equals by most cards first.

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
    return sorted(distinct, key=lambda move: (position.promise(move), -_cards(move)))


def moves_of(place: int, listed: Iterable[Move]) -> list[Move]:
    """Return the listed moves that take a card from a pile or the waste."""
    return [move for move in listed if place in (move.piles if isinstance(move, Discard) else (move.source,))]


def best_moves(position: Position, moves: Sequence[Move]) -> list[Move]:
    """Return the first of these moves, which are in their listed order, or all those that may be equally good.

    Two joins of equal promise put the same cards on different piles, and which one helps depends on the cards below
    them: in lines that win, either is right half of the time. `python -m bench.presses` measures this.
    """
    if not moves:
        return []
    promise = position.promise(moves[0])
    if promise not in _JOINS:
        return [moves[0]]
    return [move for move in moves if position.promise(move) is promise]


def nothing_gains(position: Position, listed: Iterable[Move]) -> bool:
    """Check whether, besides drawing or dealing, no listed move gains anything by itself."""
    return all(position.promise(move) is Promise.SIDEWAYS for move in listed if move != DRAW)


def _cards(move: Move) -> int:
    return move.cards if isinstance(move, Transfer) else 1
