"""What is marked on a table: the cards that the last step moved, and those that a hint or a question refers to."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from typing import NamedTuple

from engine import DRAW, STOCK, WASTE, Card, Discard, Game, Hidden, Kind, Move, Place, Position, Status, View, pile


class Spot(NamedTuple):
    """A card on the table, or an empty place.

    `number` counts the cards at a place from 0; an empty place, the stock and the foundations have number 0.
    """

    place: Place
    number: int = 0


class Mark(StrEnum):
    MOVED = "moved"
    HINT = "hint"
    """A hint or a question refers to it."""


@dataclass(frozen=True)
class Marks:
    """The spots to mark on a table."""

    moved: frozenset[Spot] = frozenset()
    hinted: frozenset[Spot] = frozenset()

    def at(self, place: Place, number: int = 0) -> Mark | None:
        spot = (place, number)  # equal to a Spot, and faster to create
        if spot in self.hinted:
            return Mark.HINT
        return Mark.MOVED if spot in self.moved else None


NO_MARKS = Marks()


def marks_of(game: Game, hinted: Iterable[Move] = ()) -> Marks:
    """Mark the cards and targets of the `hinted` legal moves or, without any, the changes of the game's last step.

    Once no move is left, the places that have become empty are not marked.
    """
    spots: frozenset[Spot] = frozenset().union(*(_move_spots(game.position, move) for move in hinted))
    if spots or not game.last_step:
        return Marks(hinted=spots)
    before, _, _ = game.last_step[0]
    view = game.view()
    moved = changes(before.view(), view)
    if game.status in (Status.WON, Status.LOST):
        moved = frozenset(spot for spot in moved if view.at(spot.place))
    return Marks(moved)


def changes(before: View, after: View) -> frozenset[Spot]:
    """The spots that show a different card than before, and the places that have become empty, but for the waste.

    This compares what the player sees, so it cannot depend on a hidden card.
    """
    spots = set()
    for place in after.places():
        earlier = before.at(place)
        later = after.at(place)
        spots |= {Spot(place, index) for index in _new_cards(earlier, later)}
        if earlier and not later and place != WASTE:
            spots.add(Spot(place))
    return frozenset(spots)


def _new_cards(before: Sequence[Card | Hidden], after: Sequence[Card | Hidden]) -> range:
    """The indices of the new cards, which lie on the cards that stayed."""
    stayed = takewhile(operator.truth, map(operator.eq, before, after))
    return range(sum(stayed), len(after))


def _move_spots(position: Position, move: Move) -> frozenset[Spot]:
    """The cards that a legal move picks up, and the card or empty place on which it puts them."""
    view = position.view()
    if isinstance(move, Discard):
        return frozenset(Spot(pile(number)) for number in move.piles)
    taken = {Spot(STOCK)}
    if move.source != STOCK:
        lying = len(view.at(move.source))
        taken = {Spot(move.source, index) for index in range(lying - move.cards, lying)}
    if move == DRAW:
        return frozenset(taken)
    if move.target.kind is Kind.PILE:
        return frozenset(taken | {Spot(move.target, max(0, len(view.at(move.target)) - 1))})
    reached = changes(view, position.play(move).view())
    return frozenset(taken | {spot for spot in reached if spot.place.kind is move.target.kind})
