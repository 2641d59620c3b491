"""A position, as every game has one, and what a player may see of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from engine.cards import Card, Hidden, Suit
from engine.errors import PatienceError
from engine.moves import Move


@dataclass(frozen=True)
class View:
    """What the player sees: hidden cards are not in here, so what is drawn from a view cannot show one."""

    piles: tuple[tuple[Card | Hidden, ...], ...]
    foundations: tuple[tuple[Suit, Card | None], ...]
    """Each foundation's suit and top card."""
    waste: tuple[Card, ...] | None
    """The waste, its top card last; None in games without one."""
    stock: int
    """How many cards the stock holds."""
    home: int
    """Cards home: on a foundation or discarded."""
    pack: int
    """How many cards the game is played with."""


class Position(ABC):
    """One moment of a game. Never changed: a move leads to another position.

    A position knows the hidden cards; what a player may see is its `view`.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def home(self) -> int:
        """How many cards have left play for good."""

    @property
    @abstractmethod
    def pack(self) -> int:
        """How many cards the game is played with."""

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """Every move that the rules allow, each once: those that bring a card home first, the stock last."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """The position after a legal move. What an illegal one leads to is not defined."""

    @abstractmethod
    def moved_cards(self, move: Move) -> tuple[Card | Hidden, ...]:
        """The cards that a legal move takes up; a card of the stock is hidden."""

    @abstractmethod
    def target_card(self, move: Move) -> Card | None:
        """The card onto which a legal move puts another; None where there is none, as in a space."""

    @abstractmethod
    def warning(self, move: Move) -> PatienceError | None:
        """What a player should know before this legal move, where it spoils the game without showing it."""

    @abstractmethod
    def view(self) -> View:
        """What the player sees."""

    def path(self, *moves: Move) -> tuple[Position, ...]:
        """This position, and those to which these moves lead from it; each has to be legal in its turn."""
        return tuple(accumulate(moves, lambda position, move: position.play(move), initial=self))
