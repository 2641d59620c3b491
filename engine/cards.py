"""Cards, their ranks and suits, and the pack."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Self


class Suit(IntEnum):
    """The four suits, in the order of a new pack."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return "♣♦♥♠"[self]


class Rank(IntEnum):
    """The thirteen ranks, Ace low."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    def __str__(self) -> str:
        return {1: "A", 11: "J", 12: "Q", 13: "K"}.get(self, str(int(self)))


class Card(int):
    """One card: an int from 0 (A♣) to 51 (K♠), its place in a new pack.

    The two equal cards of a double pack are the same value. The 52 cards live in `CARDS`.

    >>> str(parse_card("10h")), parse_card("A♣") == CARDS[0]
    ('10♥', True)
    """

    rank: Rank
    suit: Suit
    _text: str

    def __new__(cls, index: int) -> Self:
        """The card at this place in a new pack."""
        card = super().__new__(cls, index)
        card.suit = Suit(index // 13)
        card.rank = Rank(index % 13 + 1)
        card._text = f"{card.rank}{card.suit}"
        return card

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{self}>"

    def __format__(self, spec: str) -> str:
        return format(self._text, spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


CARDS: tuple[Card, ...] = tuple(Card(index) for index in range(52))
"""A new pack: clubs, diamonds, hearts, spades, each from Ace to King."""

_CARD_TEXTS = {str(card).casefold(): card for card in CARDS} | {
    f"{card.rank}{letter}".casefold(): card for card in CARDS for letter in card.suit.name[0]
}


def plain(text: str) -> str:
    """What someone typed, for comparing: in lower case, without the marks by which keyboards make emoji of suits."""
    return text.replace("\ufe0e", "").replace("\ufe0f", "").strip().casefold()


def card_of(rank: Rank, suit: Suit) -> Card:
    """The card of this rank and suit."""
    return CARDS[suit * 13 + rank - 1]


def parse_card(text: str) -> Card:
    """Read a card: rank A, 2 … 10, J, Q, K, then ♣♦♥♠ or C, D, H, S in either case.

    Raises ValueError where the text is no card.
    """
    try:
        return _CARD_TEXTS[plain(text)]
    except KeyError:
        raise ValueError(f"{text!r} is no card") from None


def rank_below(rank: Rank, *, wraps: bool) -> Rank | None:
    """The next lower rank; below an Ace comes a King where the order `wraps`, else nothing."""
    if rank is Rank.ACE:
        return Rank.KING if wraps else None
    return Rank(rank - 1)


class Hidden(Enum):
    """Stands for a face-down card wherever a player looks."""

    BACK = "▒"

    def __str__(self) -> str:
        return self.value


BACK = Hidden.BACK
