"""How many games were played and won, as bars."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw

from bot.pictures.colours import MUTED, Colour
from bot.pictures.glyphs import text_mask

COLOURS: Sequence[Colour] = (
    (221, 46, 68),
    (244, 144, 12),
    (253, 203, 88),
    (120, 177, 89),
    (85, 172, 238),
    (170, 142, 214),
)
"""The colours of 🟥🟧🟨🟩🟦🟪 (https://github.com/jdecked/twemoji), by which text beside the chart names the bars."""

# Pixels of the picture, which is shown at half its size.
_WIDTH = 800
_ROW = 64
_BAR = 40
_EDGE = 8
_NUMBERS = 30
_LEAST = 14
"""How long the shortest bar is, so that one game in a thousand can be seen."""

_PALE = 96
"""How opaque a bar is where games were not won, of 255."""

_FINE = 2
"""How many times larger the bars are drawn, to be smooth when reduced."""


@dataclass(frozen=True)
class Bar:
    """One game's bar: as long as it was `played`, solid as far as it was `won`."""

    played: int
    won: int
    colour: Colour


def draw_chart(bars: Sequence[Bar]) -> bytes:
    """A PNG file with the bars below one another, each with its numbers, "won/played", behind it.

    Its ground is transparent, and what is on it reads on dark and light. `bars` is one or more.
    """
    labels = [text_mask(f"{bar.won}/{bar.played}", _NUMBERS) for bar in bars]
    room = _WIDTH - 4 * _EDGE - max(label.width for label in labels)
    most = max(1, *(bar.played for bar in bars))
    large = Image.new("RGBA", (_WIDTH * _FINE, _ROW * len(bars) * _FINE))
    lengths = []
    for row, bar in enumerate(bars):
        played, won = (_length(count, most, room) for count in (bar.played, bar.won))
        _draw_bar(large, row, max(played, _LEAST), (*bar.colour, _PALE))
        _draw_bar(large, row, won, (*bar.colour, 255))
        lengths.append(max(played, _LEAST))
    picture = large.resize((_WIDTH, _ROW * len(bars)), Image.Resampling.BOX)
    for row, (label, length) in enumerate(zip(labels, lengths, strict=True)):
        picture.paste((*MUTED, 255), (length + 3 * _EDGE, row * _ROW + (_ROW - _NUMBERS) // 2), label)
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _length(count: int, most: int, room: int) -> int:
    """How long the bar of so many games is, in pixels."""
    return max(_LEAST, count * room // most) if count else 0


def _draw_bar(large: Image.Image, row: int, length: int, colour: tuple[int, int, int, int]) -> None:
    if length:
        top = row * _ROW + (_ROW - _BAR) // 2
        box = (_EDGE, top, _EDGE + length, top + _BAR)
        ImageDraw.Draw(large).rounded_rectangle([side * _FINE for side in box], radius=_LEAST // 2 * _FINE, fill=colour)
