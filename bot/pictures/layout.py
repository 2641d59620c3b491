"""The layout of a table, in pixels.

Foundations, cells, waste and stock form a band above the piles, which take the whole width. A picture is as high as its
cards, in a few steps, so that the buttons below it seldom jump. Discord fits it into 400 by 300 pixels. So a picture of
four by three grows no further at first; its cards overlap more instead. It grows to a square only where they would
become hard to read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from bot.model.marks import Spot
from bot.pictures.cards import Size
from engine import BACK, Card, Hidden, Kind, Place, View

WIDTH = 800
"""The width of every table; Discord shows it in 300 to 400 pixels."""
GAP = 8
NUMBER_HEIGHT = 22
"""The height of pile numbers; half as much again is free above and below."""

# Shares of a card's width that the next card leaves visible.
LOOSE = 0.55
"""With room to spare."""
LEGIBLE = 0.4
"""While the picture can still grow."""
TIGHTEST = 0.2
"""Once the picture is square."""
HIDDEN = 0.175
"""Of a face-down card."""
FANNED = 0.4
"""Of a card of the waste at least, from its left edge."""
MOST_WASTE = 5
"""Visible cards of the waste if there is room."""

_LEAST_STEPS = 5
_STEPS = 8
"""The height of a picture is a multiple of its width divided by this, up to the full width."""

_SPREAD_COLUMNS = 7


class Corner(NamedTuple):
    x: int
    y: int


@dataclass(frozen=True)
class Layout:
    """The places of all cards in a picture of this height. The stock is None where no picture shows it."""

    height: int
    card: Size
    chip: Size
    """A foundation."""
    piles: tuple[Corner, ...]
    steps: tuple[int, ...]
    """For each pile, the distance from a face-up card to the next."""
    stock: Corner | None = None
    waste: tuple[Corner, ...] = ()
    """Its visible cards, the last one uncovered."""
    cells: tuple[Corner, ...] = ()
    foundations: tuple[Corner, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        return WIDTH, self.height

    @property
    def hidden(self) -> int:
        """How much of a face-down card the next one leaves visible."""
        return int(self.card.width * HIDDEN)

    def size_at(self, place: Place) -> Size:
        return self.chip if place.kind is Kind.FOUNDATION else self.card

    def corner(self, spot: Spot, view: View) -> Corner | None:
        """Where a card or an empty place is; covered cards of the waste lie under the first visible one."""
        match spot.place:
            case (Kind.STOCK, _):
                return self.stock
            case (Kind.FOUNDATION, number):
                return self.foundations[number - 1]
            case (Kind.CELL, number):
                return self.cells[number - 1]
            case (Kind.WASTE, _):
                return self.waste[max(0, len(self.waste) - len(view.at(spot.place)) + spot.number)]
            case (_, number):
                x, y = self.piles[number - 1]
                hidden = view.at(spot.place)[: spot.number].count(BACK)
                return Corner(x, y + self.hidden * hidden + self.steps[number - 1] * (spot.number - hidden))


def lay_out(views: Sequence[View]) -> Layout:
    """Make one layout for several views of a game, so that nothing jumps from one to the next."""
    return _spread(views[0]) if views[0].is_spread else _stacked(views)


def _spread(view: View) -> Layout:
    """Piles of one card in lines, followed by the stock."""
    card = _card(_SPREAD_COLUMNS)
    line_height = 2 * NUMBER_HEIGHT + card.height
    corners = [
        Corner(_column(number % _SPREAD_COLUMNS, card), 2 * NUMBER_HEIGHT + number // _SPREAD_COLUMNS * line_height)
        for number in range(len(view.piles) + 1)
    ]
    *piles, stock = corners
    height = stock.y + card.height + NUMBER_HEIGHT
    return Layout(height, card, card, tuple(piles), (card.height,) * len(piles), stock)


def _stacked(views: Sequence[View]) -> Layout:
    """Piles of overlapping cards, which move closer together in a tall pile."""
    view = views[0]
    card = _card(len(view.piles))
    has_band = bool(view.foundations or view.cells or view.waste is not None)
    top = 2 * NUMBER_HEIGHT + (GAP + card.height if has_band else 0)
    bottom = card.height + NUMBER_HEIGHT
    room = WIDTH - bottom - top
    hidden = int(card.width * HIDDEN)
    steps = tuple(
        min(_step(each.piles[number], card, hidden, room) for each in views) for number in range(len(view.piles))
    )
    deepest = max(_depth(pile, hidden, step) for each in views for pile, step in zip(each.piles, steps, strict=True))
    step = WIDTH // _STEPS
    height = max(_LEAST_STEPS, ceil((top + deepest + bottom) / step)) * step
    piles = tuple(Corner(_column(number, card), top) for number in range(len(view.piles)))
    if not has_band:
        return Layout(height, card, card, piles, steps)
    chip, foundations = _chips(view, card)
    right = WIDTH - GAP - card.width
    stock = None if view.stock is None else Corner(right, GAP)
    right -= (card.width + GAP) * (stock is not None)
    left = max((corner.x + chip.width for corner in foundations), default=0) + GAP
    left += len(view.cells) * (card.width + GAP)
    visible = 0 if view.waste is None else max(1, min(MOST_WASTE, 1 + (right - left) // int(card.width * FANNED)))
    fanned = min(int(card.width * LOOSE), (right - left) // max(1, visible - 1))
    waste = tuple(Corner(right - fanned * (visible - 1 - number), GAP) for number in range(visible))
    end = waste[0].x - GAP - card.width if waste else right
    cells = tuple(Corner(end - (card.width + GAP) * number, GAP) for number in reversed(range(len(view.cells))))
    return Layout(height, card, chip, piles, steps, stock, waste, cells, foundations)


def _chips(view: View, card: Size) -> tuple[Size, tuple[Corner, ...]]:
    """The size of a foundation and the corners of all: a column for each suit, as high as a card."""
    bases = [base for base, _ in view.foundations]
    rows = max(1, bases.count(bases[0])) if bases else 1
    chip = Size(card.width, (card.height - GAP * (rows - 1)) // rows)
    corners = (
        Corner(_column(number // rows, card), GAP + number % rows * (chip.height + GAP)) for number in range(len(bases))
    )
    return chip, tuple(corners)


def _depth(pile: Sequence[Card | Hidden], hidden: int, step: int) -> int:
    backs = pile.count(BACK)
    return backs * hidden + max(0, len(pile) - backs - 1) * step


def _step(pile: Sequence[Card | Hidden], card: Size, hidden: int, room: int) -> int:
    backs = pile.count(BACK)
    overlaps = max(1, len(pile) - backs - 1)
    usual, most = ((height - backs * hidden) // overlaps for height in (room - WIDTH // 4, room))
    loose, legible, tightest = (int(card.width * share) for share in (LOOSE, LEGIBLE, TIGHTEST))
    return max(tightest, min(loose, max(legible, usual), most))


def _card(columns: int) -> Size:
    width = (WIDTH - GAP) // columns - GAP
    return Size(width, width * 27 // 20)


def _column(number: int, card: Size) -> int:
    """The left edge of a column, counted from 0."""
    return GAP + number * (card.width + GAP)
