"""Moves and their text: what `str(move)` prints, `parse_move` reads back."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, NamedTuple

from engine.cards import plain
from engine.errors import InvalidMoveError

# A place is a pile's number, from 1, or one of these.
WASTE: Final = 0
STOCK: Final = -1
FOUNDATION: Final = -2

_LETTERS = {WASTE: "w", STOCK: "s", FOUNDATION: "f"}


class Transfer(NamedTuple):
    """`cards` cards from one place to another.

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
    """The top cards of these piles, lowest pile first, out of play.

    >>> str(Discard((2, 7)))
    '2+7'
    """

    piles: tuple[int, ...]

    def __str__(self) -> str:
        return "+".join(map(str, self.piles))


Move = Transfer | Discard

DRAW: Final = Transfer(STOCK, WASTE)
"""Turn the stock: one card to the waste, or a deal onto the tableau in the games without a waste."""


@cache
def transfer(source: int, target: int, cards: int = 1) -> Transfer:
    """The one shared Transfer of these values: finding it is cheaper than making another."""
    return Transfer(source, target, cards)


@cache
def discard(*piles: int) -> Discard:
    """The one shared Discard of these piles, which come in rising order."""
    return Discard(piles)


def shared_move(move: Move) -> Move:
    """The one shared move that is equal to this one, which is legal somewhere: there are not many of those."""
    return transfer(*move) if isinstance(move, Transfer) else discard(*move.piles)


_NUMBER = r"0*[1-9][0-9]{0,2}"
_PLACE = rf"(?:p(?:ile)?\s*)?{_NUMBER}|w(?:aste)?|s(?:tock)?|f(?:oundations?)?|home"
_TRANSFER = re.compile(
    rf"(?P<source>{_PLACE})\s*(?:-+>?|=*>|→|to)\s*(?P<target>{_PLACE})(?:\s*[*x×]\s*(?P<count>{_NUMBER}))?"
)
_DISCARD = re.compile(rf"{_NUMBER}(?:\s*[+,&]\s*{_NUMBER})+")
_DRAW = frozenset({"d", "draw", "deal", "s>w", "stock>waste"})


def parse_move(text: str) -> Move:
    """Read a move, leniently: spaces, case, `waste>5`, `w-5`, `7+2`.

    Raises InvalidMoveError where the text is no move of any game.

    >>> str(parse_move(" Waste -> 5 ")), str(parse_move("7 + 2"))
    ('w>5', '2+7')
    """
    words = plain(text)
    if words in _DRAW:
        return DRAW
    if len(words) <= 80:
        if match := _TRANSFER.fullmatch(words):
            return Transfer(_place(match["source"]), _place(match["target"]), int(match["count"] or 1))
        if _DISCARD.fullmatch(words):
            piles = sorted(int(number) for number in re.findall(_NUMBER, words))
            if len(set(piles)) == len(piles):
                return Discard(tuple(piles))
    shown = text.strip() if len(text.strip()) <= 40 else f"{text.strip()[:40]}…"
    raise InvalidMoveError(
        "“{text}” is no move. Moves look like 3>5, 3>5*4, 3>f, w>5, w>f, s>5, draw or 2+7.", text=shown
    )


def _place(text: str) -> int:
    for place, letter in _LETTERS.items():
        if text.startswith(letter):
            return place
    return FOUNDATION if text == "home" else int(re.sub(r"\D", "", text))
