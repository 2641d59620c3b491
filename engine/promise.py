"""Which legal moves to offer a player, the most promising first."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from engine.building import BuildingPosition
from engine.cards import Card
from engine.moves import DRAW, FOUNDATION, Move, Transfer
from engine.position import Position


class Promise(IntEnum):
    """What a move promises at first sight, the best first."""

    HOME = 0
    JOIN_IN_SUIT = 1
    UNCOVERING_JOIN = 2
    """Joins cards of different suits, but turns over a hidden card or empties a pile."""
    JOIN = 3
    UNCOVERING = 4
    """Turns over a hidden card."""
    OTHER = 5
    SIDEWAYS = 6
    """Takes cards off a card that is as good a place for them as the one they go to, or a better one."""


def listed_moves(position: Position, legal: Iterable[Move]) -> list[Move]:
    """Return the moves that differ in their effect, ordered by promise.

    If moves differ only in which of several equal spaces they fill, only the one that fills the first is listed.
    """
    if not isinstance(position, BuildingPosition):
        return list(legal)
    spaces = distinct_spaces(position)
    distinct = (
        move
        for move in legal
        if not isinstance(move, Transfer)
        or move.target <= 0
        or position.piles[move.target - 1]
        or move.target in spaces
    )
    return sorted(distinct, key=lambda move: promise(position, move))


def nothing_gains(position: Position, listed: Iterable[Move]) -> bool:
    """Check whether, besides drawing or dealing, no listed move gains anything by itself."""
    return all(promise(position, move) is Promise.SIDEWAYS for move in listed if move != DRAW)


def distinct_spaces(position: BuildingPosition) -> list[int]:
    """Return the numbers of the spaces that the rules tell apart: the first of each kind.

    All spaces are equal, unless the rest of the stock will be dealt onto the first few piles only.
    """
    first: dict[bool, int] = {}
    for number, pile in enumerate(position.piles, 1):
        if not pile:
            gets_card = not position.rules.has_waste and number <= len(position.stock)
            first.setdefault(gets_card, number)
    return list(first.values())


def promise(position: Position, move: Move) -> Promise:
    """Return what a legal move promises."""
    if not isinstance(move, Transfer) or move.target == FOUNDATION:
        return Promise.HOME
    if move == DRAW or move.source <= 0:
        return Promise.OTHER if position.target_card(move) is None else _join(position, move, uncovers=False)
    assert isinstance(position, BuildingPosition), "only building games move cards between piles"
    pile, hidden = position.piles[move.source - 1], position.face_down[move.source - 1]
    left = len(pile) - move.cards
    onto = position.target_card(move)
    if left > hidden and _rank_fits(position, pile[-move.cards], pile[left - 1]):
        improves = onto is not None and _continues_run(position, pile[-move.cards], onto)
        if not improves or _continues_run(position, pile[-move.cards], pile[left - 1]):
            return Promise.SIDEWAYS
    uncovers = left in (0, hidden)
    if onto is None:
        return Promise.UNCOVERING if uncovers else Promise.OTHER
    return _join(position, move, uncovers=uncovers)


def _join(position: Position, move: Transfer, *, uncovers: bool) -> Promise:
    """Return how promising it is to put cards on another card."""
    assert isinstance(position, BuildingPosition), "only building games join cards"
    card, onto = position.moved_cards(move)[0], position.target_card(move)
    assert isinstance(card, Card), "no card goes from the stock onto another"
    assert onto is not None, "a join has a card to go onto"
    if _continues_run(position, card, onto):
        return Promise.JOIN_IN_SUIT
    return Promise.UNCOVERING_JOIN if uncovers else Promise.JOIN


def _rank_fits(position: BuildingPosition, card: Card, onto: Card) -> bool:
    return position.rules.accepted_keys[onto] == position.rules.build_keys[card]


def _continues_run(position: BuildingPosition, card: Card, onto: Card) -> bool:
    return position.rules.next_in_run[onto] == card
