"""Positions, and what a player may see of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from itertools import accumulate
from typing import Self

from engine.cards import BACK, Card, Hidden
from engine.moves import Move
from engine.places import CELLS, FOUNDATIONS, PILES, WASTE, Kind, Place
from engine.rules import Rules


class Turn(Enum):
    """What turning the stock does."""

    DRAW = "draw"
    """Turns cards to the waste."""
    DEAL = "deal"
    """Deals a card onto each pile."""
    TURN_OVER = "turn over"
    """Turns the waste over: it becomes the stock again."""


@dataclass(frozen=True)
class View:
    """What the player sees. It contains no hidden cards, so nothing drawn from it can reveal one."""

    piles: tuple[tuple[Card | Hidden, ...], ...]
    foundations: tuple[tuple[Card, Card | None], ...]
    """The card that each foundation starts with, and its top card."""
    waste: tuple[Card, ...] | None
    """The waste, its top card last; None in games without one."""
    stock: int | None
    """Cards left in it; None in games without one."""
    cards_home: int
    """On a foundation or discarded."""
    pack: int
    """The number of cards in the game."""
    cells: tuple[Card | None, ...] = ()
    fanned: int = 1
    """How many of the last cards of the waste lie side by side: as many as a draw turns."""
    is_spread: bool = False
    """Whether no pile ever holds more than one card."""

    @property
    def fan(self) -> tuple[Card, ...]:
        """The last cards of the waste, which lie side by side; only the last one can be played."""
        return (self.waste or ())[-self.fanned :]

    def peek(self) -> View:
        """The same table with only the last card of each pile face up."""
        piles = tuple((*(BACK for _ in pile[:-1]), *pile[-1:]) for pile in self.piles)
        return replace(self, piles=piles)

    def places(self) -> Iterator[Place]:
        """The places of all cards that the player sees."""
        yield from FOUNDATIONS[1 : len(self.foundations) + 1]
        if self.waste is not None:
            yield WASTE
        yield from CELLS[1 : len(self.cells) + 1]
        yield from PILES[1 : len(self.piles) + 1]

    def at(self, place: Place) -> tuple[Card | Hidden, ...]:
        """The cards at a place, the top card last; of a foundation, only that one. Raises LookupError for others."""
        match place:
            case (Kind.PILE, number) if 0 < number <= len(self.piles):
                return self.piles[number - 1]
            case (Kind.CELL, number) if 0 < number <= len(self.cells):
                return only(self.cells[number - 1])
            case (Kind.FOUNDATION, number) if 0 < number <= len(self.foundations):
                return only(self.foundations[number - 1][1])
            case (Kind.WASTE, 0) if self.waste is not None:
                return self.waste
        raise LookupError(f"no cards can be seen at {place!r}")


def only(card: Card | None) -> tuple[Card, ...]:
    """The cards of a place that holds one at most."""
    return () if card is None else (card,)


class Position(ABC):
    """An immutable state of a game; a move leads to another position.

    A position contains the hidden cards; `view` leaves them out. In every game, no move is legal once it is won or
    lost. It is lost when no card can ever move again, even if the stock could be turned for ever.
    """

    __slots__ = ()

    rules: Rules
    stock: tuple[Card, ...]
    """The cards of the stock, the next one first."""

    @property
    @abstractmethod
    def cards_home(self) -> int:
        """Cards that have left play: on a foundation or discarded."""

    @property
    @abstractmethod
    def pack(self) -> int:
        """The number of cards in the game."""

    @property
    @abstractmethod
    def hides_cards(self) -> bool:
        """Whether any card is in the stock or face down."""

    @property
    @abstractmethod
    def turn(self) -> Turn | None:
        """What turning the stock does; None in games in which the player never turns it."""

    @property
    def is_stock_spent(self) -> bool:
        """Whether the stock has nothing left to turn. If it has, it may still be closed: then DRAW is not legal."""
        return self.turn is None or (not self.stock and self.turn is not Turn.TURN_OVER)

    @abstractmethod
    def top_cards(self) -> dict[Place, Card | None]:
        """The top card of each place that moves can take cards from, but for foundations; None if it is empty."""

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """Return every legal move once: first those that bring a card home, last the turn of the stock."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """Return the position after a legal move. The result of an illegal move is undefined."""

    @abstractmethod
    def moved_cards(self, move: Move) -> tuple[Card | Hidden, ...]:
        """Return the cards that a legal move takes up; a stock card is hidden."""

    @abstractmethod
    def target_card(self, move: Move) -> Card | None:
        """Return the card that a legal move builds on, or None if there is none, as in a space."""

    @abstractmethod
    def distinct_spaces(self) -> list[Place]:
        """Return the spaces that the rules tell apart: the first of each kind."""

    @abstractmethod
    def cards_needing(self, card: Card) -> list[Card]:
        """Return each card in play that could still need this one to build on; none if it is safe at home."""

    @abstractmethod
    def view(self) -> View:
        """What the player sees."""

    def path(self, *moves: Move) -> tuple[Position, ...]:
        """Return this position and those after each move; every move must be legal in its turn."""
        return tuple(accumulate(moves, lambda position, move: position.play(move), initial=self))
