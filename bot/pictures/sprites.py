"""What the table is put together from: small pictures in one palette, which all tables and every frame share.

With one palette a picture is a quarter as large and pasting is copying, which makes drawing a table a matter of
milliseconds. A palette has no transparency, so that each sprite carries the mask of what it covers.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures import cards
from bot.pictures.colours import (
    BACK,
    BACK_PATTERN,
    BLACK,
    BLUE,
    CHALK,
    EDGE,
    FELT,
    GREEN,
    PAPER,
    RED,
    SLOT,
    Colour,
)
from bot.pictures.glyphs import text_mask
from bot.pictures.layout import CARD, NUMBER_HEIGHT
from engine import Card, Suit

_INDEX = 30
"""How high rank and suit are at most; a card is too narrow for more."""
_INDEX_MARGINS = 6
"""What is free above and below it."""

# What lies on what: smooth outlines need the shades between the two.
_BLENDS = (
    (FELT, CHALK),
    (FELT, SLOT),
    (FELT, EDGE),
    (PAPER, EDGE),
    (PAPER, BLACK),
    (PAPER, RED),
    (PAPER, GREEN),
    (PAPER, BLUE),
    (PAPER, BACK),
    (BACK, BACK_PATTERN),
)
_SHADES = 16


def _between(first: Colour, last: Colour, share: float) -> tuple[int, ...]:
    return tuple(round(start + (end - start) * share) for start, end in zip(first, last, strict=True))


_COLOURS = [_between(*blend, shade / (_SHADES - 1)) for blend in _BLENDS for shade in range(_SHADES)]
PALETTE = bytes(part for colour in _COLOURS for part in colour).ljust(3 * 256, b"\0")
"""Red, green and blue of 256 colours; the first is the felt."""

UNCHANGED = 255
"""The colour that no sprite has, for what a frame of a replay leaves as it was."""


class Sprite(NamedTuple):
    """A picture in the palette, and where it covers what lies below."""

    picture: Image.Image
    mask: Image.Image

    def paste(self, table: Image.Image, place: tuple[int, int]) -> None:
        """Lay it on the table, its top left corner here."""
        table.paste(self.picture, place, self.mask)


def felt(size: tuple[int, int]) -> Image.Image:
    """An empty table."""
    table = Image.new("P", size)
    table.putpalette(PALETTE)
    return table


def face(card: Card, in_sight: int, *, four_colour: bool) -> Sprite:
    """An open card of which at least the upper `in_sight` pixels stay in sight."""
    return _face(card, min(_INDEX, in_sight - _INDEX_MARGINS), four_colour=four_colour)


@lru_cache(maxsize=1024)
def _face(card: Card, index: int, *, four_colour: bool) -> Sprite:
    return _sprite(cards.face(card, CARD, index, four_colour=four_colour))


@cache
def back() -> Sprite:
    """A hidden card."""
    return _sprite(cards.back(CARD))


@cache
def slot(suit: Suit | None = None) -> Sprite:
    """An empty place, for cards of this suit."""
    return _sprite(cards.slot(CARD, SLOT, suit))


@cache
def number(value: int) -> Sprite:
    """A pile's number, written on the felt."""
    mask = text_mask(str(value), NUMBER_HEIGHT)
    picture = Image.new("RGBA", mask.size, CHALK)
    picture.putalpha(mask)
    return _sprite(picture)


@cache
def count(value: int) -> Sprite:
    """How many cards lie in a place, on a label that stands on a card and on the felt."""
    mask = text_mask(str(value), NUMBER_HEIGHT)
    label = Image.new("RGBA", (mask.width + 20, mask.height + 14))
    ImageDraw.Draw(label).rounded_rectangle(
        (0, 0, label.width - 1, label.height - 1), radius=10, fill=PAPER, outline=EDGE, width=2
    )
    label.paste(BLACK, (10, 7), mask)
    return _sprite(label)


def _sprite(picture: Image.Image) -> Sprite:
    """Lay a picture on felt and bring it into the palette."""
    ground = Image.new("RGBA", picture.size, FELT)
    ground.alpha_composite(picture)
    flat = ground.convert("RGB").quantize(palette=felt((1, 1)), dither=Image.Dither.NONE)
    # What is nearly transparent is felt already, unless it lies on another card.
    return Sprite(flat, picture.getchannel("A").point(lambda alpha: 255 * (alpha >= 96)).convert("1"))
