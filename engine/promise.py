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
    """Return the first of these moves, which are in their listed order, or a choice if others may be as good.

    The choice includes every place for the first move's cards.
    """
    if not moves:
        return []
    first, *others = moves
    rivals = [move for move in others if _is_rival(position, move, first)]
    if not rivals:
        return [first]
    return [move for move in moves if move in rivals or position.moved_cards(move) == position.moved_cards(first)]


def nothing_gains(position: Position, listed: Iterable[Move]) -> bool:
    """Check whether, besides drawing or dealing, no listed move gains anything by itself."""
    return all(position.promise(move) is Promise.SIDEWAYS for move in listed if move != DRAW)


def _is_rival(position: Position, move: Move, first: Move) -> bool:
    """Check whether a move onto a card may be as good as the first one.

    If cards fit two cards of other suits, the better place depends on the cards below those: in winning lines, either
    is right half of the time. If a run can go to a space and a part of it on a card, winning lines move the run, but
    players cannot tell which of the two a press plays. docs/performance.md gives the figures.
    """
    if position.target_card(move) is None:
        return False
    fills_space = position.target_card(first) is None and position.promise(first) is not Promise.HOME
    return fills_space or _looks(position, move) == _looks(position, first)


def _merit(position: Position, move: Move) -> tuple[object, ...]:
    """Return a sort key, the best first: by promise, number of cards, and own suit before other suits before spaces."""
    promise, is_off_suit = _looks(position, move)
    cards = move.cards if isinstance(move, Transfer) else 1
    return promise, -cards, is_off_suit, position.target_card(move) is None


def _looks(position: Position, move: Move) -> tuple[Promise, bool]:
    """Return how good a move looks at first sight; less is better."""
    return position.promise(move), not position.joins_suit(move)
