"""How promising moves look, and which to offer a player.

A move's *promise* is how it looks at first sight, from the cards that it moves, leaves and joins. It says nothing about
what follows; the solver does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import partial

from engine.building import BuildingPosition
from engine.cards import Card
from engine.moves import DRAW, Discard, Move, Transfer
from engine.places import Kind, Place, pile
from engine.position import Position
from engine.rules import Spaces, Together


class Promise(IntEnum):
    """How promising a move looks, best first."""

    HOME = 0
    JOIN_IN_SUIT = 1
    UNCOVERING_JOIN = 2
    """Joins cards of different suits, but turns over a hidden card or empties a pile."""
    JOIN = 3
    UNCOVERING = 4
    """Turns over a hidden card."""
    OTHER = 5
    SIDEWAYS = 6
    """Takes cards off a card that suits them as well as their target, or better; or puts a card into a cell."""
    SPLITTING = 7
    """Splits cards that move together, even if the target is a space that cannot take them all."""
    TAKING_BACK = 8
    """Takes a card back from its foundation."""


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
    return sorted(distinct, key=partial(_order, position))


def moves_of(place: Place, listed: Iterable[Move]) -> list[Move]:
    """List the moves that take cards from a place."""
    return [move for move in listed if place in sources_of(move)]


def sources_of(move: Move) -> tuple[Place, ...]:
    return tuple(map(pile, move.piles)) if isinstance(move, Discard) else (move.source,)


def fills_space(position: Position, move: Move) -> bool:
    return isinstance(move, Transfer) and move.target.kind is Kind.PILE and position.target_card(move) is None


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


def only_sideways(position: Position, listed: Iterable[Move]) -> bool:
    """Check whether every listed move, apart from turning the stock, is SIDEWAYS or worse."""
    return all(promise(position, move) >= Promise.SIDEWAYS for move in listed if move != DRAW)


def _is_rival(position: Position, move: Move, first: Move) -> bool:
    """Check whether a move onto a card, or into a cell instead of a space, may be as good as the first one.

    If cards fit two cards of other suits, the better place depends on the cards below those: in winning lines, either
    is right half of the time. If the first move leads sideways or fills a space, it is the one that winning lines play,
    but players cannot tell it from moving only a part of the run. docs/performance.md gives the figures.
    """
    if position.target_card(move) is None:
        return fills_space(position, first) and not fills_space(position, move)
    is_sideways = promise(position, first) >= Promise.SIDEWAYS
    return is_sideways or fills_space(position, first) or _promise(position, move) == _promise(position, first)


def _order(position: Position, move: Move) -> tuple[object, ...]:
    """Sort by promise, number of cards, and own suit before other suits before spaces before cells."""
    promise, is_off_suit = _promise(position, move)
    cards = move.cards if isinstance(move, Transfer) else 1
    is_to_cell = isinstance(move, Transfer) and move.target.kind is Kind.CELL
    return promise, -cards, is_off_suit, position.target_card(move) is None, is_to_cell


def _promise(position: Position, move: Move) -> tuple[Promise, bool]:
    """The promise of a move, and whether it joins no card of its suit; less is better."""
    return promise(position, move), not joins_suit(position, move)


def joins_suit(position: Position, move: Move) -> bool:
    """Check whether a legal move puts a card on the next higher card of its suit."""
    onto = position.target_card(move)
    if onto is None or not isinstance(position, BuildingPosition):
        return False
    return position.rules.next_in_run[onto] == position.moved_cards(move)[0]


def promise(position: Position, move: Move) -> Promise:
    """Rate a legal move."""
    if not isinstance(position, BuildingPosition) or not isinstance(move, Transfer):
        return Promise.HOME
    match move.source.kind, move.target.kind:
        case _, Kind.FOUNDATION:
            return Promise.HOME
        case _, Kind.CELL:
            return Promise.SIDEWAYS
        case Kind.FOUNDATION, _:
            return Promise.TAKING_BACK
        case Kind.PILE, _:
            return _promise_from_pile(position, move)
    return Promise.OTHER if position.target_card(move) is None else _join(position, move, uncovers=False)


def _promise_from_pile(position: BuildingPosition, move: Transfer) -> Promise:
    rules = position.rules
    onto = position.target_card(move)
    cards = position.at(move.source)
    hidden = position.face_down[move.source.number - 1]
    left = len(cards) - move.cards
    if left > hidden and _is_sideways(position, cards[left], cards[left - 1], onto):
        moves_runs = rules.together in (Together.RUN, Together.SEQUENCE)
        counts_as_splitting = moves_runs and (onto is None or rules.spaces is Spaces.ANY)
        splits = counts_as_splitting and position.move_together(cards[left - 1], cards[left])
        return Promise.SPLITTING if splits else Promise.SIDEWAYS
    uncovers = left in (0, hidden)
    if onto is None:
        return Promise.UNCOVERING if uncovers else Promise.OTHER
    return _join(position, move, uncovers=uncovers)


def _is_sideways(position: BuildingPosition, card: Card, under: Card, onto: Card | None) -> bool:
    """Check whether the card under another one suits it as well as its target, or better."""
    rules = position.rules
    if rules.accepted_keys[under] != rules.build_keys[card]:
        return False
    improves = onto is not None and rules.next_in_run[onto] == card
    return not improves or rules.next_in_run[under] == card


def _join(position: BuildingPosition, move: Transfer, *, uncovers: bool) -> Promise:
    if joins_suit(position, move):
        return Promise.JOIN_IN_SUIT
    return Promise.UNCOVERING_JOIN if uncovers else Promise.JOIN
