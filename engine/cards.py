"""Cards: ranks, suits and the pack."""

from __future__ import annotations

import unicodedata
from enum import Enum, IntEnum
from typing import Self


class Suit(IntEnum):
    """In the order of a new pack."""

    CLUBS = 0
    DIAMONDS = 1
    HEARTS = 2
    SPADES = 3

    def __str__(self) -> str:
        return "♣♦♥♠"[self]

    @property
    def word(self) -> str:
        """The suit in running text.

        >>> Suit.HEARTS.word
        'hearts'
        """
        return self.name.lower()

    @property
    def is_red(self) -> bool:
        return self in (Suit.DIAMONDS, Suit.HEARTS)


class Rank(IntEnum):
    """Ace low."""

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

    @property
    def word(self) -> str:
        """The rank in running text.

        >>> Rank.QUEEN.word, Rank.TEN.word
        ('queen', '10')
        """
        return {1: "ace", 11: "jack", 12: "queen", 13: "king"}.get(self, str(int(self)))


class Card(int):
    """A card, as an int: its index in `CARDS`, from 0 (A♣) to 51 (K♠).

    The two equal cards of a double pack are the same value.

    >>> str(parse_card("10h")), parse_card("A♣") == CARDS[0]
    ('10♥', True)
    """

    rank: Rank
    suit: Suit
    _text: str

    def __new__(cls, index: int) -> Self:
        card = super().__new__(cls, index)
        card.suit = Suit(index // 13)
        card.rank = Rank(index % 13 + 1)
        card._text = f"{card.rank}{card.suit}"
        return card

    @property
    def in_other_colour(self) -> Card:
        """A card of the same rank: clubs become diamonds, and hearts spades."""
        return card_of(self.rank, Suit(self.suit ^ 1))

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"<{self}>"

    def __format__(self, spec: str) -> str:
        return format(self._text, spec)

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (int(self),)


CARDS: tuple[Card, ...] = tuple(Card(index) for index in range(52))
"""A new pack: clubs, diamonds, hearts and spades, each from Ace to King."""

_CARD_TEXTS = {str(card).casefold(): card for card in CARDS} | {
    f"{card.rank}{letter}".casefold(): card for card in CARDS for letter in card.suit.name[0]
}


def normalize(text: str) -> str:
    """Strip and case-fold typed text, and turn full-width letters and the digits of any script into ordinary ones.

    Drop the variation selectors that keyboards add to suits.

    >>> normalize(" Ｗ＞٧ ")
    'w>7'
    """
    plain = unicodedata.normalize("NFKC", text).replace("\ufe0e", "").replace("\ufe0f", "")
    return "".join(str(unicodedata.decimal(sign, sign)) for sign in plain).strip().casefold()


def card_of(rank: Rank, suit: Suit) -> Card:
    return CARDS[suit * 13 + rank - 1]


def parse_card(text: str) -> Card:
    """Parse a card: a rank (A, 2 … 10, J, Q, K) and a suit (♣♦♥♠ or C, D, H, S), in either case.

    Raises ValueError if the text is not a card.
    """
    try:
        return _CARD_TEXTS[normalize(text)]
    except KeyError:
        raise ValueError(f"{text!r} is not a card") from None


def rank_below(rank: Rank, *, wraps: bool) -> Rank | None:
    """Return the next lower rank. Below an Ace, that is a King if the order `wraps`, and None otherwise."""
    if rank is Rank.ACE:
        return Rank.KING if wraps else None
    return Rank(rank - 1)


class Hidden(Enum):
    """The back of a card, in place of a hidden card in everything a player sees."""

    BACK = "▒"

    def __str__(self) -> str:
        return self.value


BACK = Hidden.BACK
