"""Cards at any size, as pictures with transparent corners: faces, backs, and slots where a card may come to lie."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from PIL import Image, ImageDraw

from bot.pictures.colours import BACK, BACK_PATTERN, EDGE, PAPER, Colour, ink
from bot.pictures.glyphs import suit_mask, text_mask
from engine import Card, Suit

_FINE = 4
"""How many times larger outlines are drawn, to be smooth when reduced."""


class Size(NamedTuple):
    """How large a card is, in pixels."""

    width: int
    height: int

    @property
    def corner(self) -> float:
        """The radius of the corners."""
        return self.width / 10


def face(card: Card, size: Size, index: int, *, four_colour: bool) -> Image.Image:
    """An open card. Its index, rank at the left and suit at the right, runs along the top, `index` pixels high."""
    picture = _sheet(size, PAPER, EDGE).copy()
    colour = ink(card.suit, four_colour=four_colour)
    margin = size.width // 20
    small = suit_mask(card.suit, index)
    rank = text_mask(str(card.rank), index, size.width - 3 * margin - small.width)
    picture.paste(colour, (margin, margin), rank)
    picture.paste(colour, (size.width - margin - small.width, margin), small)
    room = size.height - margin - index
    large = suit_mask(card.suit, min(size.width, room) * 2 // 3)
    picture.paste(colour, ((size.width - large.width) // 2, size.height - (room + large.height) // 2), large)
    return picture


@lru_cache(maxsize=16)
def back(size: Size) -> Image.Image:
    """A face-down card: a lattice within a white rim."""
    picture = _sheet(size, PAPER, EDGE).copy()
    rim = max(2, size.width // 14)
    panel = Size(size.width - 2 * rim, size.height - 2 * rim)
    picture.alpha_composite(_lattice(panel), (rim, rim))
    return picture


@lru_cache(maxsize=64)
def slot(size: Size, colour: Colour, suit: Suit | None = None) -> Image.Image:
    """The outline of a card that is not there, with the suit that may come there."""
    picture = _sheet(size, None, colour, line=max(2, size.width // 14)).copy()
    if suit is not None:
        mask = suit_mask(suit, size.width * 5 // 8)
        picture.paste(colour, ((size.width - mask.width) // 2, (size.height - mask.height) // 2), mask)
    return picture


@lru_cache(maxsize=64)
def _sheet(size: Size, fill: Colour | None, outline: Colour, line: float = 1.5) -> Image.Image:
    """A rounded rectangle."""
    # Where nothing is filled, smoothing must blend the outline with its own colour, only less of it.
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
