"""Moves and their texts: `parse_move` reads what `str(move)` prints."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from engine.cards import normalize
from engine.errors import InvalidMoveError
from engine.places import FOUNDATION, NUMBER, PILES, PLACE, STOCK, TARGET, WASTE, Place, parse_place


class Transfer(NamedTuple):
    """Moves `cards` cards from one place to another.

    >>> str(shift(3, 5)), str(shift(3, 5, 4)), str(transfer(WASTE, FOUNDATION)), str(DRAW)
    ('3>5', '3>5*4', 'w>f', 'draw')
    """

    source: Place
    target: Place
    cards: int = 1

    def __str__(self) -> str:
        if self == DRAW:
            return "draw"
        places = f"{self.source}>{self.target}"
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
"""Turns the stock: `Position.turn` says what that does."""


@cache
def transfer(source: Place, target: Place, cards: int = 1) -> Transfer:
    """Interned: cheaper than a new Transfer."""
    return Transfer(source, target, cards)


@cache
def shift(source: int, target: int, cards: int = 1) -> Transfer:
    """Interned, from pile to pile: the numbers are cheaper to look up than places."""
    return transfer(PILES[source], PILES[target], cards)


@cache
def bring_home(number: int) -> Transfer:
    """Interned, from a pile to its foundation."""
    return transfer(PILES[number], FOUNDATION)


def goes_home(move: Move) -> bool:
    """Whether it brings a card to a foundation."""
    return isinstance(move, Transfer) and move.target == FOUNDATION


@cache
def discard(*piles: int) -> Discard:
    """Interned. `piles` must be in ascending order."""
    return Discard(piles)


DASHES: Final = "\\-‐‑‒–—―−"
"""Dashes between places, as in `3-5`, escaped for a set in a regular expression."""

ARROW: Final = rf"[{DASHES}=\s]*[>→⇒⇨⟶⟹➔➙➜➝➞➡›»▶▸]"
"""A pattern for the arrows between places, as in `3>5` and `3 --> 5`."""

_TO = rf"\s*(?:{ARROW}|[{DASHES}]+|to)\s*"
_SPACE_TO = r"\s+(?![wsc])"  # "7 s" is more likely a card
_TRANSFER = re.compile(
    rf"(?P<source>{PLACE})(?:{_TO}|{_SPACE_TO})(?P<target>{TARGET})(?:\s*[*x×]\s*(?P<count>{NUMBER}))?"
)
_AND = r"\s*[+,、&]\s*"
_DISCARD = re.compile(rf"{NUMBER}(?:{_AND}{NUMBER})+")
_LOOSE_DISCARD = re.compile(rf"{NUMBER}(?:(?:{_AND}|\s*[{DASHES}]\s*|\s+){NUMBER})+")
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
            numbers = sorted(int(number) for number in re.findall(NUMBER, words))
            if len(set(numbers)) == len(numbers):
                return Discard(tuple(numbers))
        if match := _TRANSFER.fullmatch(words):
            return Transfer(parse_place(match["source"]), parse_place(match["target"]), int(match["count"] or 1))
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
