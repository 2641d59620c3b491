"""Which legal moves to offer a player, the most promising first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from engine.moves import DRAW, Discard, Move, Promise, Transfer
from engine.position import Position


def listed_moves(position: Position, legal: Iterable[Move]) -> list[Move]:
    """Return the moves that differ in their effect, the most promising first.

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
    return sorted(distinct, key=partial(_merit, position))


def moves_of(place: int, listed: Iterable[Move]) -> list[Move]:
    """Return the listed moves that take a card from a pile or the waste."""
    return [move for move in listed if place in (move.piles if isinstance(move, Discard) else (move.source,))]


def best_moves(position: Position, moves: Sequence[Move]) -> list[Move]:
    """Return the first of these listed moves or, if another move of its cards is equally good, all moves of its cards.

    If a card fits two cards of other suits, the cards below these decide which move helps: in winning lines, either is
    right half of the time. `python -m bench.presses` measures this.
    """
    if not moves:
        return []
    first = moves[0]
    places = [move for move in moves if position.moved_cards(move) == position.moved_cards(first)]
    equal = [move for move in places if _merit(position, move) == _merit(position, first)]
    return places if len(equal) > 1 else [first]


def nothing_gains(position: Position, listed: Iterable[Move]) -> bool:
    """Check whether, besides drawing or dealing, no listed move gains anything by itself."""
    return all(position.promise(move) is Promise.SIDEWAYS for move in listed if move != DRAW)


def _merit(position: Position, move: Move) -> tuple[Promise, int, bool, bool]:
    """Return a sort key: by promise, then by number of cards, then own suit before other suits before spaces."""
    cards = move.cards if isinstance(move, Transfer) else 1
    return position.promise(move), -cards, not position.joins_suit(move), position.target_card(move) is None
