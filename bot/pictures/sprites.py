"""Sprites: the small pictures that make up a table, all in one palette but for the felt.

A picture with a palette is a quarter of the size, and pasting it is a copy, so a table takes milliseconds to paint.
A palette has no transparency, so each sprite has a mask.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures import cards
from bot.pictures.cards import Size
from bot.pictures.colours import (
    BACK,
    BACK_PATTERN,
    BLACK,
    BLUE,
    CHALK,
    EDGE,
    FELT,
    GREEN,
    MOVED,
    PAPER,
    RED,
    TARGET,
    Colour,
)
from bot.pictures.glyphs import text_mask
from bot.pictures.layout import GAP, NUMBER_HEIGHT
from engine import Card

_INDEX = 3 / 8
"""The greatest height of rank and suit, as a share of the width of a card."""
_CHIP_INDEX = 9 / 20
"""The same on a foundation."""
_INDEX_MARGINS = 6
"""The free space above and below them, together."""

# Colours that meet: smooth outlines need the shades between them.
_BLENDS = (
    (CHALK, None),
    (EDGE, None),
    (PAPER, EDGE),
    (PAPER, BLACK),
    (PAPER, RED),
    (PAPER, GREEN),
    (PAPER, BLUE),
    (PAPER, BACK),
    (BACK, BACK_PATTERN),
    (BLACK, MOVED),
    (BLACK, TARGET),
)
"""None is the felt."""
_SHADES = 8
_SLOT = 3
"""The shade of outlines on the felt."""


def _between(first: Colour, last: Colour, share: float) -> Colour:
    red, green, blue = (round(start + (end - start) * share) for start, end in zip(first, last, strict=True))
    return red, green, blue


@cache
def palette(felt: Colour) -> bytes:
    """The colours of a table as red, green and blue; the first is the felt. Only the felt and its blends differ."""
    blends = [(felt if last is None else last, first) for first, last in _BLENDS]
    shades = [_between(*blend, shade / (_SHADES - 1)) for blend in blends for shade in range(_SHADES)]
    return bytes(part for colour in shades for part in colour).ljust(3 * 256, b"\0")


RIM = GAP // 2
"""How far an outline reaches beyond the cards that it marks."""
_LINE = 8

UNCHANGED = 255
"""A colour that no sprite has: it marks the pixels that a frame of a replay leaves unchanged."""


class Sprite(NamedTuple):
    """A picture in the palette, and a mask of the pixels that it covers."""

    picture: Image.Image
    mask: Image.Image

    def paste(self, table: Image.Image, place: tuple[int, int]) -> None:
        table.paste(self.picture, place, self.mask)


def table(size: tuple[int, int], felt: Colour) -> Image.Image:
    picture = Image.new("P", size)
    picture.putpalette(palette(felt))
    return picture


def face(card: Card, size: Size, visible: int | None = None, *, four_colour: bool) -> Sprite:
    """A face-up card, of which the upper `visible` pixels stay visible if others cover the rest."""
    most = int(size.width * _INDEX)
    return _face(card, size, most if visible is None else min(most, visible - _INDEX_MARGINS), four_colour=four_colour)


@lru_cache(maxsize=2048)
def _face(card: Card, size: Size, index: int, *, four_colour: bool) -> Sprite:
    return _sprite(cards.face(card, size, index, four_colour=four_colour))


def chip(base: Card, top: Card | None, size: Size, *, four_colour: bool) -> Sprite:
    """A foundation: its top card or, if it is empty, an outline of the card that it takes first."""
    if top is None:
        return slot(size, base)
    return _face(top, size, min(int(size.width * _CHIP_INDEX), size.height * 3 // 4), four_colour=four_colour)


@cache
def back(size: Size) -> Sprite:
    """A face-down card."""
    return _sprite(cards.back(size))


@cache
def slot(size: Size, base: Card | None = None) -> Sprite:
    """An empty place, which takes the `base` first."""
    return _sprite(cards.slot(size, _between(FELT, CHALK, _SLOT / (_SHADES - 1)), base))


@cache
def number(value: int) -> Sprite:
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
def outline(size: Size, *, hinted: bool) -> Sprite:
    """An outline around cards of this size altogether. It extends `RIM` pixels beyond them."""
    around = Size(size.width + 2 * RIM, size.height + 2 * RIM)
    return _sprite(cards.outline(around, TARGET if hinted else MOVED, _LINE))


def _sprite(picture: Image.Image) -> Sprite:
    """Convert a picture to the palette, on felt; its indices are the same for every colour of felt."""
    ground = Image.new("RGBA", picture.size, FELT)
    ground.alpha_composite(picture)
    flat = ground.convert("RGB").quantize(palette=table((1, 1), FELT), dither=Image.Dither.NONE)
    # A nearly transparent pixel has the colour of felt, and may lie on another card: leave it out of the mask.
    return Sprite(flat, picture.getchannel("A").point(lambda alpha: 255 * (alpha >= 96)).convert("1"))
