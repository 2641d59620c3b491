"""The path of an attempt beside the best one."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

from PIL import Image

from bot.pictures.colours import CHALK, GOLD
from bot.pictures.keepsake import Keepsake, draw_keepsake
from bot.pictures.path import draw_comparison
from engine.cards import parse_card

OWN = ((0, 0), (50, 10), (100, 20))
BEST = ((0, 0), (30, 52))


def drawn(own: tuple[tuple[int, int], ...], best: tuple[tuple[int, int], ...]) -> Image.Image:
    return Image.open(BytesIO(draw_comparison(own, best, "1:40"))).convert("RGB")


def first_row(picture: Image.Image, colour: tuple[int, int, int]) -> int:
    """The highest row, within the frame of the paths, with a pixel close to a colour."""
    for y in range(52, picture.height):
        for x in range(30, 700):
            pixel = picture.getpixel((x, y))
            assert isinstance(pixel, tuple)
            if max(abs(a - b) for a, b in zip(pixel, colour, strict=True)) < 24:
                return y
    raise AssertionError("the colour is missing")


def test_both_paths_are_drawn_to_one_scale() -> None:
    picture = drawn(OWN, BEST)
    assert picture.size == (800, 300)
    assert first_row(picture, CHALK) < first_row(picture, GOLD), "the best path rises higher"


def test_a_path_that_never_rises_can_be_drawn() -> None:
    assert drawn(((0, 0),), ((0, 0),)).size == (800, 300)


def test_the_picture_of_a_win_shows_the_best_path_if_it_is_another_one() -> None:
    win = Keepsake("Tens", "2026-11-21", "1:40", OWN, 52, "1:40", (parse_card("K♠"),), seed=1)
    assert draw_keepsake(replace(win, best=BEST)) != draw_keepsake(win)
