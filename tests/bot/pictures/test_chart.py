"""The chart of games played and won."""

from __future__ import annotations

from io import BytesIO
from itertools import cycle

import pytest
from PIL import Image

from bot.pictures.chart import COLOURS, Bar, draw_chart
from bot.pictures.colours import Colour

SIX = [
    Bar(played, won, colour)
    for (played, won), colour in zip(((123, 17), (40, 40), (7, 0), (0, 0), (66, 30), (200, 1)), cycle(COLOURS))
]


def chart(*bars: Bar) -> Image.Image:
    return Image.open(BytesIO(draw_chart(bars))).convert("RGBA")


def coloured(bar: Bar, *, solid: bool) -> int:
    """The number of pixels in the bar's colour when it is drawn with a bar of 100 games."""
    picture = chart(bar, Bar(100, 0, (0, 0, 0))).crop((0, 0, 800, 64))
    return sum(_near(pixel, bar.colour) and (pixel[3] == 255) == solid for pixel in pixels(picture))


def pixels(picture: Image.Image) -> list[bytes]:
    parts = picture.tobytes()
    return [parts[start : start + 4] for start in range(0, len(parts), 4)]


def _near(pixel: bytes, colour: Colour) -> bool:
    return all(abs(one - two) <= 3 for one, two in zip(pixel, colour, strict=False))


def test_each_bar_has_its_row_and_colour() -> None:
    picture = chart(*SIX)
    rows = [picture.crop((0, top, 800, top + 64)) for top in range(0, 64 * 6, 64)]
    assert picture.size == (800, 64 * 6)
    for row, bar in zip(rows, SIX, strict=True):
        pixel = row.crop((14, 32, 15, 33)).tobytes()
        assert _near(pixel, bar.colour)
        assert (pixel[3] == 255) == (bar.won > 0)


def test_more_games_make_a_longer_bar() -> None:
    assert coloured(Bar(20, 0, COLOURS[0]), solid=False) * 2 < coloured(Bar(80, 0, COLOURS[0]), solid=False)


def test_more_wins_make_more_of_a_bar_solid() -> None:
    assert coloured(Bar(80, 10, COLOURS[4]), solid=True) * 2 < coloured(Bar(80, 60, COLOURS[4]), solid=True)
    assert coloured(Bar(80, 80, COLOURS[4]), solid=False) < 1000 < coloured(Bar(80, 60, COLOURS[4]), solid=False)


def test_a_bar_without_a_win_looks_empty() -> None:
    (_, _, _, opacity) = chart(Bar(1, 0, COLOURS[4])).crop((400, 32, 401, 33)).tobytes()
    assert opacity < 255 // 4


def test_one_win_in_a_thousand_games_is_visible() -> None:
    assert coloured(Bar(1000, 1, COLOURS[5]), solid=True) > 300 > coloured(Bar(1000, 0, COLOURS[5]), solid=True)


@pytest.mark.parametrize(
    "bars", [[Bar(0, 0, COLOURS[0])], [Bar(10**6, 10**6, COLOURS[1])], SIX], ids=["0", "10**6", "6"]
)
def test_chart_stays_within_a_transparent_picture(bars: list[Bar]) -> None:
    picture = chart(*bars)
    covered = picture.getchannel("A").getbbox()
    assert covered is not None
    assert 0 < covered[0] < covered[2] < picture.width
    assert len(draw_chart(bars)) < 40_000


def test_different_counts_have_different_numbers() -> None:
    assert chart(Bar(7, 0, COLOURS[0])).tobytes() != chart(Bar(8, 0, COLOURS[0])).tobytes()
