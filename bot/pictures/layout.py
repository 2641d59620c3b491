"""Where on the table everything lies, in pixels.

Foundations stand in a row above the piles; stock and waste have the column at the right. A picture is four by three,
because Discord fits it into 400 by 300 pixels; it grows to a square before cards overlap so much that they get hard
to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from bot.pictures.cards import Size
from engine import BACK, Card, Hidden, View

CARD = Size(80, 108)
"""Eleven columns of such cards, shown 300 pixels wide, have ranks 8 pixels high."""

GAP = 8
NUMBER_HEIGHT = 22
"""The height of the numbers of piles; an equal half of it is left free above and below."""

LOOSE = 44
"""How much of an open card the next one leaves in sight where there is room."""
LEGIBLE = 32
"""How much of it stays in sight as long as the picture can grow."""
TIGHTEST = 16
"""How much of it stays in sight even in a pile too long for a square."""
HIDDEN = 14
"""How much of a hidden card the next one leaves in sight."""
WASTE_IN_SIGHT = 3
"""How many cards of the waste are in sight."""

_SPREAD_COLUMNS = 7


class Place(NamedTuple):
    """The top left corner of a card."""

    x: int
    y: int


@dataclass(frozen=True)
class Layout:
    """Where everything lies in a picture of this size."""

    size: tuple[int, int]
    foundations: tuple[Place, ...]
    stock: Place
    waste: Place
    piles: tuple[Place, ...]
    steps: tuple[int, ...]
    """How far down each pile's next card lies upon an open card."""


def lay_out(views: Sequence[View], *, spread: bool) -> Layout:
    """One layout for all these views of one game, so that nothing jumps when they follow one another."""
    return _spread(views[0]) if spread else _stacked(views)


def _spread(view: View) -> Layout:
    """Piles of one card in rows; the stock comes after the last."""
    row = 2 * NUMBER_HEIGHT + CARD.height
    cells = [
        Place(_column(number % _SPREAD_COLUMNS), 2 * NUMBER_HEIGHT + number // _SPREAD_COLUMNS * row)
        for number in range(len(view.piles) + 1)
    ]
    return Layout(
        size=(_column(_SPREAD_COLUMNS), cells[-1].y + CARD.height + NUMBER_HEIGHT),
        foundations=(),
        stock=cells[-1],
        waste=cells[-1],
        piles=tuple(cells[:-1]),
        steps=(LOOSE,) * len(view.piles),
    )


def _stacked(views: Sequence[View]) -> Layout:
    """Piles whose cards overlap downwards, as far as the tallest must."""
    piles, foundations = len(views[0].piles), len(views[0].foundations)
    columns = max(piles, foundations)
    width = _column(columns + 1)
    top = 2 * NUMBER_HEIGHT + (GAP + CARD.height if foundations else 0)
    room = width - GAP - CARD.height - top
    usual_room = room - width // 4
    steps = tuple(min(_step(view.piles[number], usual_room, room) for view in views) for number in range(piles))
    deepest = max(_depth(pile, step) for view in views for pile, step in zip(view.piles, steps, strict=True))
    waste = Place(_column(columns), GAP + CARD.height + 2 * NUMBER_HEIGHT)
    waste_end = waste.y + (WASTE_IN_SIGHT - 1) * LOOSE + CARD.height + NUMBER_HEIGHT
    return Layout(
        size=(width, max(width * 3 // 4, waste_end, top + deepest + CARD.height + GAP)),
        foundations=tuple(Place(_column(number), GAP) for number in range(foundations)),
        stock=Place(_column(columns), GAP),
        waste=waste,
        piles=tuple(Place(_column(number), top) for number in range(piles)),
        steps=steps,
    )


def _depth(pile: Sequence[Card | Hidden], step: int) -> int:
    """How far below the first card of a pile the last one begins."""
    hidden = pile.count(BACK)
    return hidden * HIDDEN + max(0, len(pile) - hidden - 1) * step


def _step(pile: Sequence[Card | Hidden], usual_room: int, room: int) -> int:
    """How much of each open card stays in sight."""
    hidden = pile.count(BACK)
    overlaps = max(1, len(pile) - hidden - 1)
    usual, most = ((height - hidden * HIDDEN) // overlaps for height in (usual_room, room))
    return max(TIGHTEST, min(LOOSE, max(LEGIBLE, usual), most))


def _column(number: int) -> int:
    """Where a column begins; the first is number 0."""
    return GAP + number * (CARD.width + GAP)
