"""A game from its first position to its last, as an animated GIF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from struct import pack

from PIL import GifImagePlugin, Image, ImageChops

from bot.pictures.layout import lay_out
from bot.pictures.sprites import PALETTE, UNCHANGED
from bot.pictures.table import paint_table
from engine import View

UPLOAD_LIMIT = 10 * 1024 * 1024
"""The most bytes of a file that Discord takes everywhere: https://discord.com/developers/docs/reference#uploading-files."""

MOST_FRAMES = 300
"""Longer games are shown in even leaps."""

# Milliseconds. GIF counts in hundredths of a second.
_FRAME = 600
_ALL_FRAMES = 56_000
_LAST_FRAME = 4_000

# The format: https://www.w3.org/Graphics/GIF/spec-gif89a.txt
_COLOURS_ARE_GLOBAL = 0b1111_0111
"""A palette for all frames follows, of 256 colours of 8 bits."""
_LOOP_FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END = b";"
_KEEP = 1
"""A frame stays, and the next changes parts of it."""


class StoppedError(Exception):
    """The drawing was stopped: nobody waits for it any more."""


def draw_replay(
    views: Sequence[View],
    *,
    spread: bool,
    four_colour: bool,
    limit: int,
    is_stopped: Callable[[], bool] = lambda: False,
) -> bytes:
    """A game as an animated GIF file of at most `limit` bytes, a frame a view.

    `views` is one or more, of one game. At most MOST_FRAMES of them are shown, evenly chosen with the first and the
    last among them, and fewer where the file would be larger than `limit`. What is left in the end is the last view
    alone, even if that is still too large. It runs for a minute at most, then starts again.

    Raises StoppedError between two frames once `is_stopped`.
    """

    def paint(view: View) -> Image.Image:
        if is_stopped():
            raise StoppedError
        return paint_table(view, layout, four_colour=four_colour)

    layout = lay_out(views, spread=spread)
    count = min(len(views), MOST_FRAMES)
    while True:
        gif = _gif(map(paint, _chosen(views, count)), layout.size, count)
        if len(gif) <= limit or count == 1:
            return gif
        count = max(1, min(count - 1, count * limit // len(gif)))


def _chosen(views: Sequence[View], count: int) -> Iterator[View]:
    """So many of the views, evenly chosen, the last one for certain."""
    for number in range(1, count):
        yield views[(number - 1) * (len(views) - 1) // (count - 1)]
    yield views[-1]


def _gif(tables: Iterator[Image.Image], size: tuple[int, int], count: int) -> bytes:
    """Of each frame but the first, only what differs from the one before is in the file.

    Pillow would write such a file by itself, but keeps all frames in memory until the last one is drawn.
    """
    pause = min(_FRAME, _ALL_FRAMES // count // 10 * 10)
    parts = [b"GIF89a", pack("<HHBBB", *size, _COLOURS_ARE_GLOBAL, 0, 0), PALETTE, _LOOP_FOR_EVER]
    before = next(tables)
    parts += _frame(before, (0, 0), pause if count > 1 else _LAST_FRAME)
    for number, table in enumerate(tables, 2):
        change, place = _change(before, table)
        parts += _frame(change, place, pause if number < count else _LAST_FRAME)
        before = table
    return b"".join([*parts, _END])


def _frame(picture: Image.Image, place: tuple[int, int], milliseconds: int) -> list[bytes]:
    return GifImagePlugin.getdata(
        picture, place, duration=milliseconds, transparency=UNCHANGED, disposal=_KEEP, interlace=0
    )


def _change(before: Image.Image, after: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """The smallest part of `after` that holds all that differs, and where it lies."""
    difference = ImageChops.subtract_modulo(after, before)
    left, top, right, bottom = difference.getbbox() or (0, 0, 1, 1)
    part = after.crop((left, top, right, bottom))
    same = difference.crop((left, top, right, bottom)).point([255] + [0] * 255, "1")
    part.paste(UNCHANGED, mask=same)
    return part, (left, top)
