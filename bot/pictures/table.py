"""A picture of the table."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from io import BytesIO

from PIL import Image

from bot.model.marks import NO_MARKS, Marks, Spot
from bot.pictures import sprites
from bot.pictures.layout import CARD, HIDDEN, LOOSE, NUMBER_HEIGHT, TALL, VISIBLE_WASTE, Corner, Layout, lay_out
from engine import WASTE, Card, Hidden, Place, View


def draw_table(view: View, *, four_colour: bool, marks: Marks = NO_MARKS) -> bytes:
    """As a PNG file."""
    table = paint_table(view, lay_out([view]), four_colour=four_colour, marks=marks)
    file = BytesIO()
    table.save(file, "PNG", compress_level=3)
    return file.getvalue()


def paint_table(view: View, layout: Layout, *, four_colour: bool, marks: Marks = NO_MARKS) -> Image.Image:
    """Paint a table in the palette of the sprites."""
    table = sprites.felt(layout.size)
    for place, (base, top) in zip(layout.foundations, view.foundations, strict=True):
        shown = sprites.slot(base) if top is None else sprites.face(top, LOOSE, four_colour=four_colour)
        shown.paste(table, place)
    for place, card in zip(layout.cells, view.cells, strict=True):
        (sprites.slot() if card is None else sprites.face(card, LOOSE, four_colour=four_colour)).paste(table, place)
    if view.stock is not None:
        (sprites.back() if view.stock else sprites.slot()).paste(table, layout.stock)
    if view.waste is not None:
        _paint_pile(table, view.waste[-VISIBLE_WASTE:], layout.waste, LOOSE, four_colour=four_colour)
    piles = zip(view.piles, layout.piles, layout.steps, strict=True)
    for number, (pile, place, step) in enumerate(piles, 1):
        _paint_number(table, number, place.x, place.y - NUMBER_HEIGHT * 3 // 2)
        end = _paint_pile(table, pile, place, step, four_colour=four_colour)
        if len(pile) >= TALL:
            _paint_number(table, number, place.x, end + NUMBER_HEIGHT // 2)
    _paint_marks(table, view, layout, marks.moved, hinted=False)
    _paint_marks(table, view, layout, marks.hinted, hinted=True)
    if view.stock:
        _paint_count(table, view.stock, layout.stock)
    if view.waste:
        _paint_count(table, len(view.waste), layout.corner(Spot(WASTE, len(view.waste) - 1), view))
    return table


def _paint_marks(table: Image.Image, view: View, layout: Layout, spots: Collection[Spot], *, hinted: bool) -> None:
    """Outline the cards at these spots, those of a pile together."""
    columns: dict[Place, list[Corner]] = {}
    for spot in spots:
        columns.setdefault(spot.place, []).append(layout.corner(spot, view))
    for corners in columns.values():
        first = min(corners)
        last = max(corners)
        outline = sprites.outline(last.y - first.y + CARD.height, hinted=hinted)
        outline.paste(table, (first.x - sprites.RIM, first.y - sprites.RIM))


def _paint_pile(
    table: Image.Image, pile: Sequence[Card | Hidden], place: Corner, step: int, *, four_colour: bool
) -> int:
    """Paint a pile and return where it ends."""
    if not pile:
        sprites.slot().paste(table, place)
    x, y = place
    end = y + CARD.height
    for card in pile:
        if isinstance(card, Hidden):
            sprites.back().paste(table, (x, y))
            end = y + CARD.height
            y += HIDDEN
        else:
            sprites.face(card, step, four_colour=four_colour).paste(table, (x, y))
            end = y + CARD.height
            y += step
    return end


def _paint_number(table: Image.Image, number: int, x: int, y: int) -> None:
    """Paint a pile's number at this height, in the middle of the column that begins at `x`."""
    sprite = sprites.number(number)
    sprite.paste(table, (x + (CARD.width - sprite.picture.width) // 2, y))


def _paint_count(table: Image.Image, count: int, place: Corner) -> None:
    """Paint a number of cards on the lower edge of the top one."""
    sprite = sprites.count(count)
    x = place.x + (CARD.width - sprite.picture.width) // 2
    sprite.paste(table, (x, place.y + CARD.height - sprite.picture.height // 2))
