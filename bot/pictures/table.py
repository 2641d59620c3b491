"""A picture of the table."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from io import BytesIO

from PIL import Image

from bot.model.marks import NO_MARKS, Marks, Spot
from bot.pictures import sprites
from bot.pictures.cards import Size
from bot.pictures.colours import Colour
from bot.pictures.layout import NUMBER_HEIGHT, Corner, Layout, lay_out
from bot.pictures.sprites import Sprite
from engine import Card, Hidden, Place, View


def draw_table(view: View, felt: Colour, *, four_colour: bool, marks: Marks = NO_MARKS) -> bytes:
    """As a PNG file."""
    table = paint_table(view, lay_out([view]), felt, four_colour=four_colour, marks=marks)
    file = BytesIO()
    table.save(file, "PNG", compress_level=6)
    return file.getvalue()


def paint_table(view: View, layout: Layout, felt: Colour, *, four_colour: bool, marks: Marks = NO_MARKS) -> Image.Image:
    table = sprites.table(layout.size, felt)
    card = layout.card
    face = partial(sprites.face, size=card, four_colour=four_colour)
    for place, (base, top) in zip(layout.foundations, view.foundations, strict=True):
        sprites.chip(base, top, layout.chip, four_colour=four_colour).paste(table, place)
    for place, held in zip(layout.cells, view.cells, strict=True):
        (sprites.slot(card) if held is None else face(held)).paste(table, place)
    if layout.stock is not None:
        (sprites.back(card) if view.stock else sprites.slot(card)).paste(table, layout.stock)
    if layout.waste:
        sprites.slot(card).paste(table, layout.waste[-1])
        waste = (view.waste or ())[-len(layout.waste) :]
        for place, top in zip(layout.waste[-len(waste) :], waste, strict=False):
            face(top).paste(table, place)
    for number, pile in enumerate(view.piles, 1):
        _paint_number(table, number, layout)
        _paint_pile(table, pile, layout.piles[number - 1], layout, layout.steps[number - 1], face)
    for spots, hinted in ((marks.moved, False), (marks.hinted, True)):
        _paint_marks(table, view, layout, spots, hinted=hinted)
    if layout.stock is not None and view.stock:
        _paint_count(table, view.stock, layout.stock, card, at=card.height // 2)
    if view.waste:
        _paint_count(table, len(view.waste), layout.waste[-1], card, at=card.height - NUMBER_HEIGHT)
    return table


def _paint_marks(table: Image.Image, view: View, layout: Layout, spots: Collection[Spot], *, hinted: bool) -> None:
    """Outline the cards at these spots, those of a place together."""
    groups: dict[Place, list[Corner]] = {}
    for spot in spots:
        corner = layout.corner(spot, view)
        if corner is not None:
            groups.setdefault(spot.place, []).append(corner)
    for place, corners in groups.items():
        first = min(corners)
        last = max(corners)
        width, height = layout.size_at(place)
        size = Size(last.x - first.x + width, last.y - first.y + height)
        sprites.outline(size, hinted=hinted).paste(table, (first.x - sprites.RIM, first.y - sprites.RIM))


def _paint_pile(
    table: Image.Image,
    pile: Sequence[Card | Hidden],
    place: Corner,
    layout: Layout,
    step: int,
    face: Callable[..., Sprite],
) -> None:
    if not pile:
        sprites.slot(layout.card).paste(table, place)
    x, y = place
    for card in pile:
        if isinstance(card, Hidden):
            sprites.back(layout.card).paste(table, (x, y))
            y += layout.hidden
        else:
            face(card, visible=step).paste(table, (x, y))
            y += step


def _paint_number(table: Image.Image, number: int, layout: Layout) -> None:
    sprite = sprites.number(number)
    x, y = layout.piles[number - 1]
    sprite.paste(table, (x + (layout.card.width - sprite.picture.width) // 2, y - NUMBER_HEIGHT * 3 // 2))


def _paint_count(table: Image.Image, count: int, place: Corner, card: Size, *, at: int) -> None:
    sprite = sprites.count(count)
    x = place.x + (card.width - sprite.picture.width) // 2
    sprite.paste(table, (x, place.y + at - sprite.picture.height // 2))
