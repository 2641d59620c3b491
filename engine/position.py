"""Positions, and what a player may see of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from engine.cards import Card, Hidden
from engine.errors import PatienceError
from engine.moves import Move


@dataclass(frozen=True)
class View:
    """What the player sees. It contains no hidden cards, so nothing drawn from it can reveal one."""

    piles: tuple[tuple[Card | Hidden, ...], ...]
    foundations: tuple[tuple[Card, Card | None], ...]
    """The card that each foundation starts with, and its top card."""
    waste: tuple[Card, ...] | None
    """The waste, its top card last; None in games without one."""
    stock: int
    """The number of cards in the stock."""
    home: int
    """The number of cards home: on a foundation or discarded."""
    pack: int
    """The number of cards in the game."""


class Position(ABC):
    """An immutable moment of a game; a move leads to another position.

    A position contains the hidden cards; `view` leaves them out.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def home(self) -> int:
        """The number of cards that have left play for good."""

    @property
    @abstractmethod
    def pack(self) -> int:
        """The number of cards in the game."""

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """Return every legal move once: first those that bring a card home, last the draw."""

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
    def warning(self, move: Move) -> PatienceError | None:
        """Return a warning if a legal move makes the game unwinnable in a way that the player cannot see."""

    @abstractmethod
    def view(self) -> View:
        """Return what the player sees."""

    def path(self, *moves: Move) -> tuple[Position, ...]:
        """Return this position and the one after each move; every move must be legal in its turn."""
        return tuple(accumulate(moves, lambda position, move: position.play(move), initial=self))
