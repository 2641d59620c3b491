"""Moves and their texts: `parse_move` reads what `str(move)` prints."""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache
from typing import Final, NamedTuple

from engine.cards import normalize
from engine.errors import InvalidMoveError

# A place is the number of a pile, from 1, or one of these.
WASTE: Final = 0
STOCK: Final = -1
FOUNDATION: Final = -2

_LETTERS = {WASTE: "w", STOCK: "s", FOUNDATION: "f"}


class Transfer(NamedTuple):
    """Moves `cards` cards from one place to another.

    >>> str(Transfer(3, 5)), str(Transfer(3, 5, 4)), str(Transfer(WASTE, FOUNDATION)), str(DRAW)
    ('3>5', '3>5*4', 'w>f', 'draw')
    """

    source: int
    target: int
    cards: int = 1

    def __str__(self) -> str:
        if self == DRAW:
            return "draw"
        places = f"{_LETTERS.get(self.source, self.source)}>{_LETTERS.get(self.target, self.target)}"
        return places if self.cards == 1 else f"{places}*{self.cards}"


class Discard(NamedTuple):
    """Discards the top cards of these piles, lowest pile first.

    >>> str(Discard((2, 7)))
    '2+7'
    """

    piles: tuple[int, ...]

    def __str__(self) -> str:
        return "+".join(map(str, self.piles))


Move = Transfer | Discard

DRAW: Final = Transfer(STOCK, WASTE)
"""Draws a card to the waste, or deals a row onto the tableau in games without a waste."""


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
    """Takes cards off a card that suits them as well as their target, or better."""
    SPLITTING = 7
    """Takes a part of a run, in a game in which runs move as one even to spaces."""


@cache
def transfer(source: int, target: int, cards: int = 1) -> Transfer:
    """Interned: cheaper than a new Transfer."""
    return Transfer(source, target, cards)


@cache
def discard(*piles: int) -> Discard:
    """Interned. `piles` must be in ascending order."""
    return Discard(piles)


DASHES: Final = "\\-‐‑‒–—―−"
"""Dashes between places, as in `3-5`, escaped for a set in a regular expression."""

ARROW: Final = rf"[{DASHES}=\s]*[>→⇒⇨⟶⟹➔➙➜➝➞➡›»▶▸]"
"""A pattern for the arrows between places, as in `3>5` and `3 --> 5`."""

_NUMBER = r"0*[1-9][0-9]{0,2}"
_PLACE = rf"(?:p(?:ile)?\s*)?{_NUMBER}|w(?:aste)?|s(?:tock)?|f(?:oundations?)?|home"
_TO = rf"\s*(?:{ARROW}|[{DASHES}]+|to)\s*"
_SPACE_TO = r"\s+(?![ws])"  # "7 s" is more likely a card
_TRANSFER = re.compile(
    rf"(?P<source>{_PLACE})(?:{_TO}|{_SPACE_TO})(?P<target>{_PLACE})(?:\s*[*x×]\s*(?P<count>{_NUMBER}))?"
)
_AND = r"\s*[+,、&]\s*"
_DISCARD = re.compile(rf"{_NUMBER}(?:{_AND}{_NUMBER})+")
_LOOSE_DISCARD = re.compile(rf"{_NUMBER}(?:(?:{_AND}|\s*[{DASHES}]\s*|\s+){_NUMBER})+")
_TWO_DIGITS = re.compile(r"([1-9])([1-9])")
_BETWEEN = re.compile(rf"\s*(?:{ARROW}|[{DASHES}=+,、&]+|\bto\b)\s*|\s+(?![*x×])")
_DRAW = frozenset({"d", "draw", "deal", "s>w", "stock>waste"})


def parse_move(text: str, *, discards: bool = False, piles: int = 0) -> Move:
    """Parse a move leniently: spaces, dashes, case, `waste>5`, `w-5`, `3 5` and `7+2` are all accepted.

    In a game that `discards`, numbers separated by spaces or dashes name a set. In a game with this many `piles`, two
    digits name two piles, as in `35`, unless they are the number of one. Raises InvalidMoveError if the text is not a
    move in any game.

    >>> str(parse_move(" Waste -> 5 ")), str(parse_move("7 + 2")), str(parse_move("7 2", discards=True))
    ('w>5', '2+7', '2+7')
    """
    words = normalize(text)
    if words in _DRAW:
        return DRAW
    if len(words) <= 80:
        if (match := _TWO_DIGITS.fullmatch(words)) and _are_two(words, piles):
            words = f"{match[1]} {match[2]}"
        if (_LOOSE_DISCARD if discards else _DISCARD).fullmatch(words):
            numbers = sorted(int(number) for number in re.findall(_NUMBER, words))
            if len(set(numbers)) == len(numbers):
                return Discard(tuple(numbers))
        if match := _TRANSFER.fullmatch(words):
            return Transfer(_place(match["source"]), _place(match["target"]), int(match["count"] or 1))
    shown = text.strip() if len(text.strip()) <= 40 else f"{text.strip()[:40]}…"
    raise InvalidMoveError(
        "“{text}” isn't a move. Type 3>5 to move a card from pile 3 to pile 5. Other moves: 3>5*4, 3>f, w>5, w>f, s>5, "
        "draw, 2+7.",
        text=shown,
    )


def write_beginning(text: str, *, discards: bool) -> str:
    """Write the beginning of a move in the notation of `str`.

    >>> write_beginning("3 – ", discards=False), write_beginning("2 7", discards=True)
    ('3>', '2+7')
    """
    return _BETWEEN.sub("+" if discards else ">", text).replace(" ", "")


def _are_two(digits: str, piles: int) -> bool:
    """Check whether two digits name two piles instead of one."""
    return max(map(int, digits)) <= piles < int(digits)


def _place(text: str) -> int:
    for place, letter in _LETTERS.items():
        if text.startswith(letter):
            return place
    return FOUNDATION if text == "home" else int(re.sub(r"\D", "", text))
