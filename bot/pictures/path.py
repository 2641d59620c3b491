"""The path of a game: how many cards were home when, as a line; and the path of the best attempt beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image, ImageDraw

from bot.model.transcripts import Path
from bot.pictures.colours import CHALK, FELT, GOLD
from bot.pictures.glyphs import text_mask

FINE = 2
"""Paths are drawn this many times larger and scaled down, which smooths them."""

_WIDTH = 800
_HEIGHT = 300
_EDGE = 36
_LABEL = 20


@dataclass(frozen=True)
class Frame:
    """Where to draw, in pixels of the finished picture."""

    left: int
    top: int
    right: int
    bottom: int


def draw_comparison(own: Path, best: Path, length: str) -> bytes:
    """Draw a player's path in gold and the best one in white, as a PNG file; `length` labels the end of the longer."""
    picture = Image.new("RGBA", (_WIDTH * FINE, _HEIGHT * FINE), (*FELT, 255))
    frame = Frame(_EDGE, _EDGE + _LABEL, _WIDTH - _EDGE, _HEIGHT - _EDGE - _LABEL)
    most = max(1, *(home for path in (own, best) for _, home in path))
    draw_paths(picture, frame, own, best, length, most=most)
    return shrunk(picture, colours=64)


def shrunk(picture: Image.Image, *, colours: int) -> bytes:
    """Scale a picture down to its finished size, and write it as a PNG file with this many colours."""
    small = picture.convert("RGB").resize((picture.width // FINE, picture.height // FINE), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.quantize(colours, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG", compress_level=6)
    return file.getvalue()


def draw_paths(picture: Image.Image, frame: Frame, own: Path, best: Path, length: str, *, most: int) -> None:
    """Draw a path over a bright area, the best one, if there is any, as a line, and labels at their ends.

    The frame is as high as `most` cards.
    """
    longest = max(1, *(moment for path in (own, best) for moment, _ in path))
    area = Image.new("RGBA", picture.size)
    pen = ImageDraw.Draw(area)

    def points(path: Path) -> Sequence[tuple[float, float]]:
        width = frame.right - frame.left
        height = frame.bottom - frame.top
        return [
            ((frame.left + width * moment / longest) * FINE, (frame.bottom - height * home / most) * FINE)
            for moment, home in path
        ]

    line = points(own)
    bottom = frame.bottom * FINE
    pen.polygon([(line[0][0], bottom), *line, (line[-1][0], bottom)], fill=(*GOLD, 60))
    pen.line([(frame.left * FINE, bottom), (frame.right * FINE, bottom)], fill=(*CHALK, 120), width=2 * FINE)
    for path, colour in ((best, CHALK), (own, GOLD)):
        if path:
            line = points(path)
            pen.line(line, fill=(*colour, 255), width=5 * FINE, joint="curve")
            pen.circle(line[-1], 9 * FINE, fill=(*colour, 255))
    picture.alpha_composite(area)
    for text, y in ((str(most), frame.top - 2 * _LABEL), (length, frame.bottom + _LABEL // 2)):
        mask = text_mask(text, _LABEL * FINE)
        picture.paste(CHALK, (frame.right * FINE - mask.width, y * FINE), mask)
