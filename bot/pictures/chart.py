"""A bar chart of games played and won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from itertools import cycle

from PIL import Image, ImageDraw

from bot.pictures.colours import MUTED, Colour
from bot.pictures.glyphs import text_mask
from engine import VARIANTS

COLOURS: Sequence[Colour] = (
    (221, 46, 68),
    (244, 144, 12),
    (253, 203, 88),
    (120, 177, 89),
    (85, 172, 238),
    (170, 142, 214),
)
"""The colours of 🟥🟧🟨🟩🟦🟪 (https://github.com/jdecked/twemoji), which label the bars in the text beside."""

COLOUR_OF = dict(zip(VARIANTS, cycle(COLOURS)))
"""The colour of each game's bar."""

# In pixels. Discord shows the picture at half its size.
_WIDTH = 800
_ROW = 64
_BAR = 40
_EDGE = 8
_NUMBERS = 30
_SHORTEST = 14
"""Long enough to see one game in a thousand."""

_HOLLOW, _RIM = 48, 160
"""The opacity of games that were not won, of 255, and of the line around them: a bar without a win looks empty."""

_RIM_WIDTH = 2

_FINE = 2
"""Bars are drawn this many times larger and scaled down, which smooths them."""


@dataclass(frozen=True)
class Bar:
    """One game's bar: its length is games `played`, the solid part of it games `won`, the rest hollow."""

    played: int
    won: int
    colour: Colour


def draw_chart(bars: Sequence[Bar]) -> bytes:
    """Draw one or more bars as a PNG file, one below the other, each followed by its numbers: "won/played".

    The background is transparent; the chart is legible on dark and light.
    """
    labels = [text_mask(f"{bar.won}/{bar.played}", _NUMBERS) for bar in bars]
    room = _WIDTH - 4 * _EDGE - max(label.width for label in labels)
    most = max(1, *(bar.played for bar in bars))
    large = Image.new("RGBA", (_WIDTH * _FINE, _ROW * len(bars) * _FINE))
    lengths = []
    for row, bar in enumerate(bars):
        played, won = (_length(count, most, room) for count in (bar.played, bar.won))
        _draw_bar(large, row, max(played, _SHORTEST), (*bar.colour, _HOLLOW), rim=(*bar.colour, _RIM))
        _draw_bar(large, row, won, (*bar.colour, 255))
        lengths.append(max(played, _SHORTEST))
    picture = large.resize((_WIDTH, _ROW * len(bars)), Image.Resampling.BOX)
    for row, (label, length) in enumerate(zip(labels, lengths, strict=True)):
        picture.paste((*MUTED, 255), (length + 3 * _EDGE, row * _ROW + (_ROW - _NUMBERS) // 2), label)
    file = BytesIO()
    picture.save(file, "PNG")
    return file.getvalue()


def _length(count: int, most: int, room: int) -> int:
    """The length in pixels of a bar of `count` games, where `most` fill the room."""
    return max(_SHORTEST, count * room // most) if count else 0


def _draw_bar(
    large: Image.Image,
    row: int,
    length: int,
    colour: tuple[int, int, int, int],
    *,
    rim: tuple[int, int, int, int] | None = None,
) -> None:
    if length:
        top = row * _ROW + (_ROW - _BAR) // 2
        box = (_EDGE, top, _EDGE + length, top + _BAR)
        ImageDraw.Draw(large).rounded_rectangle(
            [side * _FINE for side in box],
            radius=_SHORTEST // 2 * _FINE,
            fill=colour,
            outline=rim,
            width=_RIM_WIDTH * _FINE,
        )
