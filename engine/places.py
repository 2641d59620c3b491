"""Places on a table, and their texts in moves and custom ids."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import Final, NamedTuple

from engine.cards import Suit


class Kind(IntEnum):
    FOUNDATION = 0
    STOCK = 1
    WASTE = 2
    CELL = 3
    """Holds one card."""
    PILE = 4


_LETTERS = {Kind.FOUNDATION: "f", Kind.STOCK: "s", Kind.WASTE: "w", Kind.CELL: "c", Kind.PILE: ""}


class Place(NamedTuple):
    """A place: its kind, and its number among those of its kind, from 1.

    Number 0 is the only one of its kind (the stock, the waste) or, as the target of a move, the one that takes the card
    (a foundation, a cell).

    >>> [str(place) for place in (pile(3), WASTE, STOCK, FOUNDATION, FOUNDATIONS[3], CELL, CELLS[2])]
    ['3', 'w', 's', 'f', 'fh', 'c', 'c2']
    """

    kind: Kind
    number: int = 0

    def __str__(self) -> str:
        if self.kind is Kind.FOUNDATION and self.number:
            return f"f{_SUIT_LETTERS[(self.number - 1) % len(_SUIT_LETTERS)]}"
        return f"{_LETTERS[self.kind]}{self.number or ''}"


STOCK: Final = Place(Kind.STOCK)
WASTE: Final = Place(Kind.WASTE)
FOUNDATION: Final = Place(Kind.FOUNDATION)
"""The foundation that takes a card: the fuller one, if two of its suit do."""
CELL: Final = Place(Kind.CELL)
"""The first empty cell: cells are equal."""

NUMBER: Final = r"0*[1-9][0-9]{0,2}"
"""A pattern for the numbers of piles that may be typed."""

PILES: Final = tuple(Place(Kind.PILE, number) for number in range(1000))
CELLS: Final = tuple(Place(Kind.CELL, number) for number in range(10))
FOUNDATIONS: Final = tuple(Place(Kind.FOUNDATION, number) for number in range(9))
"""Interned, by their numbers. In a game with one deck, the foundations are in the order of the suits."""

_SUIT_LETTERS = "".join(suit.name[0].lower() for suit in Suit)
_FOUNDATION_OF = {sign: FOUNDATIONS[suit + 1] for suit in Suit for sign in (suit.name[0].lower(), str(suit))}

TARGET: Final = rf"(?:p(?:ile)?\s*)?{NUMBER}|w(?:aste)?|s(?:tock)?|f(?:oundations?)?|home|c(?:ells?)?"
"""A pattern for the targets of moves; which foundation or cell takes a card is no choice."""
PLACE: Final = rf"{TARGET}|f[{_SUIT_LETTERS}♣♦♥♠]|c(?:ells?)?\s*[1-9]"
"""A pattern for the places that `parse_place` reads."""
_PLACE = re.compile(PLACE)


def pile(number: int) -> Place:
    return PILES[number]


def parse_place(text: str) -> Place:
    """Parse the text of a place leniently: `w`, `waste`, `3`, `pile 3`, `c2`, `f♥`. Raises ValueError.

    >>> parse_place("waste") == WASTE, parse_place("pile 03") == pile(3), parse_place("f♥") == FOUNDATIONS[3]
    (True, True, True)
    """
    if not _PLACE.fullmatch(text):
        raise ValueError(f"{text!r} is not a place")
    if digits := re.sub(r"\D", "", text):
        return CELLS[int(digits)] if text.startswith("c") else PILES[int(digits)]
    if text.startswith("f"):
        return _FOUNDATION_OF.get(text[1:], FOUNDATION)
    return {"w": WASTE, "s": STOCK, "c": CELL, "h": FOUNDATION}[text[0]]
