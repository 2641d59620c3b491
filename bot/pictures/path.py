"""The path of a game: how many cards were home after each move, as a line."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image, ImageDraw

from bot.pictures.colours import CHALK, GOLD
from engine import Game

FINE = 2
"""Paths are drawn this many times larger and scaled down, which smooths them."""

Path = tuple[tuple[int, int], ...]
"""Pairs of a number of moves and the cards home after them. Of the pairs with the same number of cards, only the first
and the last are kept."""


@dataclass(frozen=True)
class Frame:
    """Where to draw, in pixels of the finished picture."""

    left: int
    top: int
    right: int
    bottom: int


def path_of(game: Game) -> Path:
    path: list[tuple[int, int]] = []
    for number, position in enumerate(game.positions):
        if len(path) > 1 and path[-2][1] == path[-1][1] == position.cards_home:
            path.pop()
        path.append((number, position.cards_home))
    return tuple(path)


def draw_path(picture: Image.Image, frame: Frame, path: Path, *, most: int) -> None:
    """Draw a path over a bright area. The frame is as high as `most` cards."""
    longest = max(1, path[-1][0])
    width = frame.right - frame.left
    height = frame.bottom - frame.top
    line = [
        ((frame.left + width * moment / longest) * FINE, (frame.bottom - height * home / most) * FINE)
        for moment, home in path
    ]
    area = Image.new("RGBA", picture.size)
    pen = ImageDraw.Draw(area)
    bottom = frame.bottom * FINE
    pen.polygon([(line[0][0], bottom), *line, (line[-1][0], bottom)], fill=(*GOLD, 60))
    pen.line([(frame.left * FINE, bottom), (frame.right * FINE, bottom)], fill=(*CHALK, 120), width=2 * FINE)
    pen.line(line, fill=(*GOLD, 255), width=5 * FINE, joint="curve")
    pen.circle(line[-1], 9 * FINE, fill=(*GOLD, 255))
    picture.alpha_composite(area)
