"""Positions, and what a player may see of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import accumulate
from typing import Self

from engine.cards import Card, Hidden
from engine.errors import PatienceError
from engine.moves import Move, Promise
from engine.rules import Rules


@dataclass(frozen=True)
class View:
    """What the player sees. It contains no hidden cards, so nothing drawn from it can reveal one."""

    piles: tuple[tuple[Card | Hidden, ...], ...]
    foundations: tuple[tuple[Card, Card | None], ...]
    """The card that each foundation starts with, and its top card."""
    waste: tuple[Card, ...] | None
    """The waste, its top card last; None in games without one."""
    stock: int
    """Cards left in it."""
    cards_home: int
    """On a foundation or discarded."""
    pack: int
    """The number of cards in the game."""
    is_spread: bool = False
    """Whether no pile ever holds more than one card."""


class Position(ABC):
    """An immutable state of a game; a move leads to another position.

    A position contains the hidden cards; `view` leaves them out. The methods with a body here suit games that never put
    one card on another; other games override them.
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
    def hides_cards(self) -> bool:
        """Whether any card is in the stock or face down."""
        return bool(self.stock)

    @abstractmethod
    def top_cards(self) -> dict[int, Card | None]:
        """Return the top card of each pile, and of the waste if there is one, by place; None if it is empty."""

    @abstractmethod
    def legal_moves(self) -> list[Move]:
        """Return every legal move once: first those that bring a card home, last the draw."""

    @abstractmethod
    def play(self, move: Move) -> Self:
        """Return the position after a legal move. The result of an illegal move is undefined."""

    @abstractmethod
    def moved_cards(self, move: Move) -> tuple[Card | Hidden, ...]:
        """Return the cards that a legal move takes up; a stock card is hidden."""

    def target_card(self, move: Move) -> Card | None:  # noqa: ARG002
        """Return the card that a legal move builds on, or None if there is none, as in a space."""
        return None

    def joins_suit(self, move: Move) -> bool:  # noqa: ARG002
        """Check whether a legal move puts a card on the next higher card of its suit."""
        return False

    def distinct_spaces(self) -> list[int]:
        """Return the spaces that the rules tell apart: the first of each kind."""
        return []

    def promise(self, move: Move) -> Promise:  # noqa: ARG002
        """Rate a legal move at first sight."""
        return Promise.HOME

    def cards_needing(self, card: Card) -> list[Card]:  # noqa: ARG002
        """Return the cards in play that could still need this one to build on; none if it is safe at home."""
        return []

    def makes_progress(self, move: Move) -> bool:  # noqa: ARG002
        """Check whether a legal move needs no thought once no card is hidden."""
        return True

    def warning(self, move: Move) -> PatienceError | None:  # noqa: ARG002
        """Return a warning if a legal move makes the game unwinnable in a way that the player cannot see."""
        return None

    @abstractmethod
    def view(self) -> View:
        """What the player sees."""

    def path(self, *moves: Move) -> tuple[Position, ...]:
        """Return this position and those after each move; every move must be legal in its turn."""
        return tuple(accumulate(moves, lambda position, move: position.play(move), initial=self))
