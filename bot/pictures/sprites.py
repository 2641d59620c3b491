"""Sprites: the small pictures that make up a table, all in one palette.

A picture with a palette is a quarter of the size, and pasting it is a copy, so a table takes milliseconds to paint.
A palette has no transparency, so each sprite has a mask.
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
    HINTED,
    MOVED,
    PAPER,
    RED,
    SLOT,
    Colour,
)
from bot.pictures.glyphs import text_mask
from bot.pictures.layout import CARD, GAP, NUMBER_HEIGHT
from engine import Card

_INDEX = 30
"""The greatest height of rank and suit, as much as the width of a card allows."""
_INDEX_MARGINS = 6
"""The free space above and below them, together."""

# Colours that meet: smooth outlines need the shades between them.
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
    (BLACK, MOVED),
    (BLACK, HINTED),
)
_SHADES = 16


def _between(first: Colour, last: Colour, share: float) -> tuple[int, ...]:
    return tuple(round(start + (end - start) * share) for start, end in zip(first, last, strict=True))


_COLOURS = [_between(*blend, shade / (_SHADES - 1)) for blend in _BLENDS for shade in range(_SHADES)]
PALETTE = bytes(part for colour in _COLOURS for part in colour).ljust(3 * 256, b"\0")
"""256 colours as red, green and blue; the first is the felt."""

RIM = GAP // 2
"""How far an outline reaches beyond the cards that it marks."""
_LINE = 8
_DASH = 20

UNCHANGED = 255
"""A colour that no sprite has: it marks the pixels that a frame of a replay leaves unchanged."""


class Sprite(NamedTuple):
    """A picture in the palette, and a mask of the pixels that it covers."""

    picture: Image.Image
    mask: Image.Image

    def paste(self, table: Image.Image, place: tuple[int, int]) -> None:
        """Paste it on a table with its top left corner at `place`."""
        table.paste(self.picture, place, self.mask)


def felt(size: tuple[int, int]) -> Image.Image:
    """An empty table."""
    table = Image.new("P", size)
    table.putpalette(PALETTE)
    return table


def face(card: Card, visible: int, *, four_colour: bool) -> Sprite:
    """A face-up card whose upper `visible` pixels stay visible."""
    return _face(card, min(_INDEX, visible - _INDEX_MARGINS), four_colour=four_colour)


@lru_cache(maxsize=1024)
def _face(card: Card, index: int, *, four_colour: bool) -> Sprite:
    return _sprite(cards.face(card, CARD, index, four_colour=four_colour))


@cache
def back() -> Sprite:
    """A face-down card."""
    return _sprite(cards.back(CARD))


@cache
def slot(card: Card | None = None) -> Sprite:
    """An empty place, which takes `card` first."""
    return _sprite(cards.slot(CARD, SLOT, card))


@cache
def number(value: int) -> Sprite:
    """The number of a pile, for the felt."""
    mask = text_mask(str(value), NUMBER_HEIGHT)
    picture = Image.new("RGBA", mask.size, CHALK)
    picture.putalpha(mask)
    return _sprite(picture)


@cache
def count(value: int) -> Sprite:
    """A number of cards, on a label legible on a card and on the felt."""
    mask = text_mask(str(value), NUMBER_HEIGHT)
    label = Image.new("RGBA", (mask.width + 20, mask.height + 14))
    ImageDraw.Draw(label).rounded_rectangle(
        (0, 0, label.width - 1, label.height - 1), radius=10, fill=PAPER, outline=EDGE, width=2
    )
    label.paste(BLACK, (10, 7), mask)
    return _sprite(label)


@lru_cache(maxsize=256)
def outline(height: int, *, hinted: bool) -> Sprite:
    """An outline around cards `height` pixels high, dashed if `hinted`. It extends `RIM` pixels beyond them."""
    size = cards.Size(CARD.width + 2 * RIM, height + 2 * RIM)
    return _sprite(cards.outline(size, HINTED, _LINE, _DASH) if hinted else cards.outline(size, MOVED, _LINE))


def _sprite(picture: Image.Image) -> Sprite:
    """Convert a picture to the palette, on felt."""
    ground = Image.new("RGBA", picture.size, FELT)
    ground.alpha_composite(picture)
    flat = ground.convert("RGB").quantize(palette=felt((1, 1)), dither=Image.Dither.NONE)
    # A nearly transparent pixel has the colour of felt, and may lie on another card: leave it out of the mask.
    return Sprite(flat, picture.getchannel("A").point(lambda alpha: 255 * (alpha >= 96)).convert("1"))
