"""The layout of a table, in pixels.

Cells and foundations form a line above the piles; stock and waste share a column on the right. A picture is as high as
its cards, in a few steps, so that the buttons below it seldom jump. Discord fits it into 400 by 300 pixels. So a
picture of four by three grows no further at first; its cards overlap more instead. It grows to a square only where they
would become hard to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from bot.model.marks import Spot
from bot.pictures.cards import Size
from engine import BACK, Card, Hidden, Kind, View

CARD = Size(80, 108)
"""With eleven columns of cards in a picture shown 300 pixels wide, ranks are 8 pixels high."""

GAP = 8
NUMBER_HEIGHT = 22
"""The height of pile numbers; half as much again is free above and below."""

LOOSE = 44
"""How much of a face-up card the next one leaves visible if there is room."""
LEGIBLE = 32
"""How much stays visible as long as the picture can grow."""
TIGHTEST = 16
"""How much stays visible even in a pile too long for a square."""
HIDDEN = 14
"""How much of a face-down card the next one leaves visible."""
VISIBLE_WASTE = 3
"""Visible cards of the waste."""
TALL = 5
"""A pile of this many cards also has its number below it."""

_STEPS = 8
"""The height of a picture is a multiple of its width divided by this, up to the full width."""

_SPREAD_COLUMNS = 7


class Corner(NamedTuple):
    """The top left corner of a card."""

    x: int
    y: int


@dataclass(frozen=True)
class Layout:
    """The places of all cards in a picture of this size."""

    size: tuple[int, int]
    cells: tuple[Corner, ...]
    foundations: tuple[Corner, ...]
    stock: Corner
    waste: Corner
    piles: tuple[Corner, ...]
    steps: tuple[int, ...]
    """For each pile, the distance from a face-up card to the next."""

    def corner(self, spot: Spot, view: View) -> Corner:
        """Where a card or an empty place is; covered cards of the waste lie under the first visible one."""
        match spot.place:
            case (Kind.STOCK, _):
                return self.stock
            case (Kind.FOUNDATION, number):
                return self.foundations[number - 1]
            case (Kind.CELL, number):
                return self.cells[number - 1]
            case (Kind.WASTE, _):
                covered = max(0, len(view.at(spot.place)) - VISIBLE_WASTE)
                return Corner(self.waste.x, self.waste.y + LOOSE * max(0, spot.number - covered))
            case (_, number):
                x, y = self.piles[number - 1]
                hidden = view.at(spot.place)[: spot.number].count(BACK)
                return Corner(x, y + HIDDEN * hidden + self.steps[number - 1] * (spot.number - hidden))


def lay_out(views: Sequence[View]) -> Layout:
    """Make one layout for several views of a game, so that nothing jumps from one to the next."""
    return _spread(views[0]) if views[0].is_spread else _stacked(views)


def _spread(view: View) -> Layout:
    """Piles of one card in lines, followed by the stock."""
    line_height = 2 * NUMBER_HEIGHT + CARD.height
    cells = [
        Corner(_column(number % _SPREAD_COLUMNS), 2 * NUMBER_HEIGHT + number // _SPREAD_COLUMNS * line_height)
        for number in range(len(view.piles) + 1)
    ]
    return Layout(
        size=(_column(_SPREAD_COLUMNS), cells[-1].y + CARD.height + NUMBER_HEIGHT),
        cells=(),
        foundations=(),
        stock=cells[-1],
        waste=cells[-1],
        piles=tuple(cells[:-1]),
        steps=(LOOSE,) * len(view.piles),
    )


def _stacked(views: Sequence[View]) -> Layout:
    """Piles of overlapping cards, which move closer together in a tall pile."""
    piles = len(views[0].piles)
    cells = len(views[0].cells)
    above = cells + len(views[0].foundations)
    columns = max(piles, above)
    has_stock = views[0].stock is not None
    width = _column(columns + has_stock)
    top = 2 * NUMBER_HEIGHT + (GAP + CARD.height if above else 0)
    bottom = CARD.height + 2 * NUMBER_HEIGHT
    room = width - bottom - top
    usual_room = room - width // 4
    steps = tuple(min(_step(view.piles[number], usual_room, room) for view in views) for number in range(piles))
    deepest = max(_depth(pile, step) for view in views for pile, step in zip(view.piles, steps, strict=True))
    waste = Corner(_column(columns), GAP + CARD.height + 2 * NUMBER_HEIGHT)
    waste_end = waste.y + (VISIBLE_WASTE - 1) * LOOSE + CARD.height + NUMBER_HEIGHT if has_stock else 0
    step = width // _STEPS
    return Layout(
        size=(width, ceil(max(waste_end, top + deepest + bottom) / step) * step),
        cells=tuple(Corner(_column(number), GAP) for number in range(cells)),
        foundations=tuple(Corner(_column(number), GAP) for number in range(cells, above)),
        stock=Corner(_column(columns), GAP),
        waste=waste,
        piles=tuple(Corner(_column(number), top) for number in range(piles)),
        steps=steps,
    )


def _depth(pile: Sequence[Card | Hidden], step: int) -> int:
    """The distance from the first card of a pile to the last."""
    hidden = pile.count(BACK)
    return hidden * HIDDEN + max(0, len(pile) - hidden - 1) * step


def _step(pile: Sequence[Card | Hidden], usual_room: int, room: int) -> int:
    """How much of each face-up card stays visible."""
    hidden = pile.count(BACK)
    overlaps = max(1, len(pile) - hidden - 1)
    usual, most = ((height - hidden * HIDDEN) // overlaps for height in (usual_room, room))
    return max(TIGHTEST, min(LOOSE, max(LEGIBLE, usual), most))


def _column(number: int) -> int:
    """The left edge of a column, counted from 0."""
    return GAP + number * (CARD.width + GAP)
