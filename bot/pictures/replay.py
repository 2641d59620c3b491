"""A replay of a game as an animated GIF."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from struct import pack

from PIL import GifImagePlugin, Image, ImageChops

from bot.model.marks import Marks, changes
from bot.pictures.colours import Colour
from bot.pictures.layout import lay_out
from bot.pictures.sprites import UNCHANGED, palette
from bot.pictures.table import paint_table
from engine import View

MOST_FRAMES = 125
"""The most frames, so that each stays long enough to see its marks; a longer game skips some at regular intervals.

With that many, the longest games take 2 of the 10 MB that Discord accepts everywhere
(https://discord.com/developers/docs/reference#uploading-files)."""

# In milliseconds; GIF counts hundredths of a second.
_LONGEST_PAUSE = 600
_LAST_PAUSE = 4_000
_LONGEST_REPLAY = 26_000  # before the last frame

# The format: https://www.w3.org/Graphics/GIF/spec-gif89a.txt
_GLOBAL_PALETTE = 0b1111_0111
"""One palette of 256 colours of 8 bits for all frames follows the header."""
_LOOP_FOREVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
_END = b";"
_KEEP_FRAME = 1
"""The disposal method by which the next frame is drawn over this one."""


class StoppedError(Exception):
    """The drawing was stopped before its end."""


def draw_replay(
    views: Sequence[View], felt: Colour, *, four_colour: bool, is_stopped: Callable[[], bool] = lambda: False
) -> bytes:
    """Draw one or more views of a game as a GIF file, which plays for at most half a minute and then repeats.

    Each view is a frame that marks what has changed since the one before. To stay within MOST_FRAMES, views are left
    out evenly between the first and the last.

    Raises StoppedError between two frames once `is_stopped` returns true.
    """

    def paint(before: View, view: View) -> Image.Image:
        if is_stopped():
            raise StoppedError
        return paint_table(view, layout, felt, four_colour=four_colour, marks=Marks(changes(before, view)))

    layout = lay_out(views)
    last = min(len(views), MOST_FRAMES) - 1
    shown = [*(views[number * (len(views) - 1) // last] for number in range(last)), views[-1]]
    return _gif(map(paint, [shown[0], *shown], shown), layout.size, palette(felt), len(shown))


def _gif(tables: Iterator[Image.Image], size: tuple[int, int], colours: bytes, count: int) -> bytes:
    """Write a GIF file in which each frame after the first holds only what has changed.

    Pillow writes such files too, but keeps all frames in memory: 170 MB for the longest replays, against 7 MB here.
    """
    pause = min(_LONGEST_PAUSE, _LONGEST_REPLAY // count // 10 * 10)
    parts = [b"GIF89a", pack("<HHBBB", *size, _GLOBAL_PALETTE, 0, 0), colours, _LOOP_FOREVER]
    before: Image.Image | None = None
    for number, table in enumerate(tables, 1):
        picture, place = (table, (0, 0)) if before is None else _change(before, table)
        milliseconds = pause if number < count else _LAST_PAUSE
        parts += GifImagePlugin.getdata(
            picture, place, duration=milliseconds, transparency=UNCHANGED, disposal=_KEEP_FRAME, interlace=0
        )
        before = table
    return b"".join([*parts, _END])


def _change(before: Image.Image, after: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """The smallest part of `after` that contains every change, with the unchanged pixels marked, and its place."""
    difference = ImageChops.subtract_modulo(after, before)
    left, top, right, bottom = difference.getbbox() or (0, 0, 1, 1)
    part = after.crop((left, top, right, bottom))
    unchanged = difference.crop((left, top, right, bottom)).point([255] + [0] * 255, "1")
    part.paste(UNCHANGED, mask=unchanged)
    return part, (left, top)
