"""Cards of any size with transparent corners: faces, backs, and empty slots."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from bot.pictures.colours import BACK, BACK_PATTERN, BLACK, EDGE, PAPER, Colour, ink
from bot.pictures.glyphs import suit_mask, text_mask
from engine import Card

_FINE = 4
"""Outlines are drawn this many times larger and scaled down, which smooths them."""


class Size(NamedTuple):
    """In pixels."""

    width: int
    height: int

    @property
    def corner(self) -> float:
        return self.width / 10


def face(card: Card, size: Size, index: int, *, four_colour: bool) -> Image.Image:
    """A face-up card. Its rank at the top left and suit at the top right are `index` pixels high.

    If there is room below them, the suit stands there once more.
    """
    picture = _sheet(size, PAPER, EDGE).copy()
    colour = ink(card.suit, four_colour=four_colour)
    margin = size.width // 20
    small = suit_mask(card.suit, index)
    rank = text_mask(str(card.rank), index, size.width - 3 * margin - small.width)
    room = size.height - margin - index
    top = margin if room >= index else (size.height - index) // 2
    picture.paste(colour, (margin, top), rank)
    picture.paste(colour, (size.width - margin - small.width, top), small)
    if room < index:
        return picture
    large = suit_mask(card.suit, min(size.width, room) * 2 // 3)
    picture.paste(colour, ((size.width - large.width) // 2, size.height - (room + large.height) // 2), large)
    return picture


def blank(size: Size) -> Image.Image:
    """A card with nothing on it; cached, so do not change it."""
    return _sheet(size, PAPER, EDGE)


@lru_cache(maxsize=16)
def back(size: Size) -> Image.Image:
    """A face-down card: a lattice with a white rim."""
    picture = _sheet(size, PAPER, EDGE).copy()
    rim = max(2, size.width // 14)
    panel = Size(size.width - 2 * rim, size.height - 2 * rim)
    picture.alpha_composite(_lattice(panel), (rim, rim))
    return picture


@lru_cache(maxsize=64)
def slot(size: Size, colour: Colour, card: Card | None = None) -> Image.Image:
    """The outline of an empty place, with `card` on it if that is the only one it takes first."""
    picture = _sheet(size, None, colour, line=max(2, size.width // 14)).copy()
    if card is not None:
        edge = size.width // 10
        index = size.width * 7 // 16
        picture.paste(colour, (edge, edge), text_mask(str(card.rank), index, index))
        suit = suit_mask(card.suit, index)
        picture.paste(colour, (size.width - edge - suit.width, size.height - edge - suit.height), suit)
    return picture


def outline(size: Size, colour: Colour, line: int, dash: int | None = None) -> Image.Image:
    """Dark edges set it off from a card; `dash` breaks its colour into dashes."""
    picture = _sheet(size, None, BLACK, line=line).copy()
    edge = line // 8
    inner = Size(size.width - 2 * edge, size.height - 2 * edge)
    bright = _sheet(inner, None, colour, line=line - 2 * edge).copy()
    if dash is not None:
        bright.putalpha(ImageChops.multiply(bright.getchannel("A"), _stripes(inner, dash)))
    picture.alpha_composite(bright, (edge, edge))
    return picture


def _stripes(size: Size, width: int) -> Image.Image:
    """A mask of diagonal stripes that cross horizontal and vertical lines in dashes of this width."""
    large = Image.new("L", (size.width * _FINE, size.height * _FINE))
    pen = ImageDraw.Draw(large)
    width *= _FINE
    for left in range(-large.height, large.width, 2 * width):
        right = left + large.height
        pen.polygon([(left, large.height), (right, 0), (right + width, 0), (left + width, large.height)], fill=255)
    return large.resize(size, Image.Resampling.BOX)


@lru_cache(maxsize=64)
def _sheet(size: Size, fill: Colour | None, outline: Colour, line: float = 1.5) -> Image.Image:
    # Without a fill, smoothing must blend the outline with a transparent version of its own colour.
    large = Image.new("RGBA", (size.width * _FINE, size.height * _FINE), (*(fill or outline), 0))
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, large.width - 1, large.height - 1),
        radius=size.corner * _FINE,
        fill=fill,
        outline=outline,
        width=round(line * _FINE),
    )
    return large.resize(size, Image.Resampling.BOX)


def _lattice(size: Size) -> Image.Image:
    large = Image.new("RGBA", (size.width * _FINE, size.height * _FINE), (*BACK, 255))
    pen = ImageDraw.Draw(large)
    step = large.width // 3
    for start in range(-large.height - step // 2, large.width + large.height, step):
        pen.line((start, 0, start + large.height, large.height), fill=BACK_PATTERN, width=step // 5)
        pen.line((start + large.height, 0, start, large.height), fill=BACK_PATTERN, width=step // 5)
    return large.resize(size, Image.Resampling.BOX)
