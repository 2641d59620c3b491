"""A picture of a win, to keep: the path of the game, its completed suits, and confetti."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from random import Random

from PIL import Image, ImageDraw

from bot.pictures.cards import Size, face
from bot.pictures.chart import COLOURS
from bot.pictures.colours import CHALK, FELT, Colour
from bot.pictures.glyphs import text_mask
from engine import Card
from engine.cards import CARDS

_FINE = 2
"""It is drawn this many times larger and scaled down, which smooths the path and the fans."""

# In pixels of the finished picture, which is as wide as Discord shows it on a large screen.
_WIDTH, _HEIGHT = 800, 560
_EDGE = 36
_TITLE, _LABEL = 44, 26
_PATH_TOP, _PATH_BOTTOM = 144, 336
_FANS = 396
_CARD = Size(84, 114)
_INDEX = 26
_GOLD: Colour = (255, 204, 77)
_FAINT: Colour = (146, 186, 168)
_PIECES = 130

_FANNED = 3
"""How many cards of each suit are shown: the last that came home."""
_SPREAD = 22
"""Degrees between two cards of a fan."""


@dataclass(frozen=True)
class Keepsake:
    """What to draw of a win: texts in ASCII, the cards home after each move, and the last card of each completed suit.

    `seed` scatters the confetti.
    """

    title: str
    label: str
    time: str
    home: tuple[int, ...]
    last_cards: tuple[Card, ...]
    seed: int
    four_colour: bool = False


def draw_keepsake(win: Keepsake) -> bytes:
    """Draw a win as a PNG file."""
    picture = Image.new("RGBA", (_WIDTH * _FINE, _HEIGHT * _FINE), (*FELT, 255))
    _scatter(picture, Random(win.seed))  # noqa: S311 - no secret
    _write(picture, win.title, _EDGE, 34, _TITLE, CHALK)
    _write(picture, win.label, _EDGE, 88, _LABEL, _FAINT)
    _write(picture, win.time, -_EDGE, 34, _TITLE, _GOLD)
    _draw_path(picture, win.home)
    _draw_fans(picture, win.last_cards, four_colour=win.four_colour)
    small = picture.convert("RGB").resize((_WIDTH, _HEIGHT), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG", compress_level=6)
    return file.getvalue()


def _write(picture: Image.Image, text: str, x: int, y: int, height: int, colour: Colour) -> None:
    """Write a text from `x` on, or, if that is negative, up to as far from the right edge."""
    mask = text_mask(text, height * _FINE)
    left = x * _FINE if x >= 0 else picture.width + x * _FINE - mask.width
    picture.paste(colour, (left, y * _FINE), mask)


def _scatter(picture: Image.Image, random: Random) -> None:
    """Scatter confetti, most of it at the top."""
    for _ in range(_PIECES):
        width, height = random.choice(((16, 8), (10, 10), (20, 6)))
        piece = Image.new("RGBA", (width * _FINE, height * _FINE), (*random.choice(COLOURS), random.randint(110, 220)))
        piece = piece.rotate(random.uniform(0, 180), Image.Resampling.BICUBIC, expand=True)
        place = (random.randrange(_WIDTH), int(_HEIGHT * random.random() ** 1.6))
        picture.alpha_composite(piece, (place[0] * _FINE, place[1] * _FINE))


def _draw_path(picture: Image.Image, home: Sequence[int]) -> None:
    """Draw how many cards were home after each move, as a line over a bright area."""
    height, steps, most = _PATH_BOTTOM - _PATH_TOP, max(1, len(home) - 1), max(1, home[-1])
    points = [
        (
            (_EDGE + (_WIDTH - 2 * _EDGE) * number / steps) * _FINE,
            (_PATH_BOTTOM - height * cards / most) * _FINE,
        )
        for number, cards in enumerate(home)
    ]
    bottom = _PATH_BOTTOM * _FINE
    area = Image.new("RGBA", picture.size)
    pen = ImageDraw.Draw(area)
    pen.polygon([(points[0][0], bottom), *points, (points[-1][0], bottom)], fill=(*_GOLD, 60))
    pen.line([(points[0][0], bottom), (points[-1][0], bottom)], fill=(*CHALK, 120), width=2 * _FINE)
    pen.line(points, fill=(*_GOLD, 255), width=5 * _FINE, joint="curve")
    pen.circle(points[-1], 9 * _FINE, fill=(*_GOLD, 255))
    picture.alpha_composite(area)
    _write(picture, str(home[-1]), -_EDGE, _PATH_TOP - 40, _LABEL * 3 // 4, CHALK)
    _write(picture, str(len(home) - 1), -_EDGE, _PATH_BOTTOM + 10, _LABEL * 3 // 4, CHALK)


def _draw_fans(picture: Image.Image, last_cards: Sequence[Card], *, four_colour: bool) -> None:
    """Draw a fan of each completed suit, side by side, its last card in front."""
    room = (_WIDTH - _EDGE) // len(last_cards)
    size = Size(_CARD.width * _FINE, _CARD.height * _FINE)
    for number, last in enumerate(last_cards):
        centre = _EDGE // 2 + room * number + room // 2
        spread = min(_SPREAD, room // 8)
        for step in range(_FANNED):
            rank = (last.rank - _FANNED + step) % 13
            card = face(CARDS[last.suit * 13 + rank], size, _INDEX * _FINE, four_colour=four_colour)
            _paste_tilted(picture, card, centre, spread * (_FANNED // 2 - step))


def _paste_tilted(picture: Image.Image, card: Image.Image, centre: int, degrees: int) -> None:
    """Paste a card turned around the middle of its lower edge."""
    above = card.height // 5  # room for the corner that rises
    canvas = Image.new("RGBA", (card.width * 3, card.height * 3 // 2))
    canvas.paste(card, (card.width, above))
    turned = canvas.rotate(degrees, Image.Resampling.BICUBIC, center=(canvas.width // 2, above + card.height))
    left = centre * _FINE - canvas.width // 2
    picture.alpha_composite(turned, (max(0, left), _FANS * _FINE - above), (max(0, -left), 0))
