"""A picture of the table."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

from PIL import Image

from bot.pictures import sprites
from bot.pictures.layout import CARD, HIDDEN, LOOSE, NUMBER_HEIGHT, TALL, VISIBLE_WASTE, Corner, Layout, lay_out
from engine import Card, Hidden, View


def draw_table(view: View, *, spread: bool, four_colour: bool) -> bytes:
    """Draw a table as a PNG file. Piles that are `spread` hold one card each and lie in rows."""
    table = paint_table(view, lay_out([view], spread=spread), four_colour=four_colour)
    file = BytesIO()
    table.save(file, "PNG", compress_level=3)
    return file.getvalue()


def paint_table(view: View, layout: Layout, *, four_colour: bool) -> Image.Image:
    """Paint a table in the palette of the sprites."""
    table = sprites.felt(layout.size)
    for place, (base, top) in zip(layout.foundations, view.foundations, strict=True):
        shown = sprites.slot(base) if top is None else sprites.face(top, LOOSE, four_colour=four_colour)
        shown.paste(table, place)
    _paint_stock(table, view.stock, layout.stock)
    if view.waste is not None:
        _paint_waste(table, view.waste, layout.waste, four_colour=four_colour)
    piles = zip(view.piles, layout.piles, layout.steps, strict=True)
    for number, (pile, place, step) in enumerate(piles, 1):
        _paint_number(table, number, place.x, place.y - NUMBER_HEIGHT * 3 // 2)
        end = _paint_pile(table, pile, place, step, four_colour=four_colour)
        if len(pile) >= TALL:
            _paint_number(table, number, place.x, end + NUMBER_HEIGHT // 2)
    return table


def _paint_stock(table: Image.Image, stock: int, place: Corner) -> None:
    if stock:
        sprites.back().paste(table, place)
        _paint_count(table, stock, place)
    else:
        sprites.slot().paste(table, place)


def _paint_waste(table: Image.Image, waste: Sequence[Card], place: Corner, *, four_colour: bool) -> None:
    """Paint the last cards of the waste, the top card lowest."""
    shown = waste[-VISIBLE_WASTE:]
    _paint_pile(table, shown, place, LOOSE, four_colour=four_colour)
    if waste:
        _paint_count(table, len(waste), Corner(place.x, place.y + LOOSE * (len(shown) - 1)))


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
            end, y = y + CARD.height, y + HIDDEN
        else:
            sprites.face(card, step, four_colour=four_colour).paste(table, (x, y))
            end, y = y + CARD.height, y + step
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
