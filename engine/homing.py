"""Bringing cards home that nobody will miss."""

from __future__ import annotations

from engine.building import BuildingPosition
from engine.cards import CARDS, Card
from engine.moves import FOUNDATION, Move, Transfer
from engine.position import Position


def homing(position: Position) -> tuple[Move, ...]:
    """The moves, in order, by which every card goes home that safely can, those too that others set free.

    A card is *safe* to bring home when no card still in play could ever need to lie on it: each that could be put
    on it in the tableau is home already, or would go home at once, were it free, and is safe itself. Games without
    foundations have no such moves.
    """
    moves: list[Move] = []
    if isinstance(position, BuildingPosition):
        while (move := _safe_move(position)) is not None:
            moves.append(move)
            position = position.play(move)
    return tuple(moves)


def _safe_move(position: BuildingPosition) -> Move | None:
    """A move that brings a safe card home, from a pile before the waste."""
    for move in position.legal_moves():
        if isinstance(move, Transfer) and move.target == FOUNDATION:
            card = position.moved_cards(move)[0]
            assert isinstance(card, Card), "no card goes home from the stock"
            if _is_safe(position, card):
                return move
    return None


def _is_safe(position: BuildingPosition, card: Card) -> bool:
    rules = position.rules
    for lower in CARDS:
        if rules.seats[lower] != rules.offers[card]:
            continue
        first = lower.suit * rules.decks
        shortest = min(position.foundations[first : first + rules.decks])
        place = rules.foundation_order[first].index(lower)
        # Beyond its place on the shortest foundation, all copies of a card are home; just there, the others can go.
        # Asked about in turn are only the four cards next on their suits' shortest foundations, each one rank below
        # the one before: no circle of thirteen ranks can close.
        if shortest < place or (shortest == place and not _is_safe(position, lower)):
            return False
    return True
