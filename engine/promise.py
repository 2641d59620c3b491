"""Rank legal moves by how promising they look, and choose which to offer a player."""

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
        if not fills_space(position, move) or (isinstance(move, Transfer) and move.target in spaces)
    )
    return sorted(distinct, key=partial(_merit, position))


def moves_of(place: int, listed: Iterable[Move]) -> list[Move]:
    """`place` is a pile or the waste."""
    return [move for move in listed if place in (move.piles if isinstance(move, Discard) else (move.source,))]


def fills_space(position: Position, move: Move) -> bool:
    return isinstance(move, Transfer) and move.target > 0 and position.target_card(move) is None


def best_moves(position: Position, moves: Sequence[Move]) -> list[Move]:
    """Return the best of these moves, which are in listed order; several if others may be as good as the first.

    If there are several, they include every place for the first move's cards.
    """
    if not moves:
        return []
    first, *others = moves
    rivals = [move for move in others if _is_rival(position, move, first)]
    if not rivals:
        return [first]
    return [move for move in moves if move in rivals or position.moved_cards(move) == position.moved_cards(first)]


def nothing_gains(position: Position, listed: Iterable[Move]) -> bool:
    """Check whether no listed move but a draw or deal gains anything by itself."""
    return all(position.promise(move) >= Promise.SIDEWAYS for move in listed if move != DRAW)


def _is_rival(position: Position, move: Move, first: Move) -> bool:
    """Check whether a move onto a card may be as good as the first one.

    If cards fit two cards of other suits, the better place depends on the cards below those: in winning lines, either
    is right half of the time. If the first move gains nothing or fills a space, it is the one that winning lines play,
    but players cannot tell it from moving only a part of the run. docs/performance.md gives the figures.
    """
    if position.target_card(move) is None:
        return False
    gains_nothing = position.promise(first) >= Promise.SIDEWAYS
    return gains_nothing or fills_space(position, first) or _looks(position, move) == _looks(position, first)


def _merit(position: Position, move: Move) -> tuple[object, ...]:
    """Sort by promise, number of cards, and own suit before other suits before spaces."""
    promise, is_off_suit = _looks(position, move)
    cards = move.cards if isinstance(move, Transfer) else 1
    return promise, -cards, is_off_suit, position.target_card(move) is None


def _looks(position: Position, move: Move) -> tuple[Promise, bool]:
    """Less is better."""
    return position.promise(move), not position.joins_suit(move)
