"""A picture of a win, to keep or share: its path, a completed suit and confetti."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from math import cos, radians, sin
from random import Random

from PIL import Image

from bot.pictures.cards import Size, face
from bot.pictures.colours import BRIGHT, CHALK, GOLD, Colour
from bot.pictures.glyphs import text_mask
from bot.pictures.path import FINE, Frame, Path, draw_path
from engine import Card

# In pixels of the finished picture, which is as wide as Discord shows it on a large screen.
_WIDTH = 800
_HEIGHT = 560
_EDGE = 36
_TITLE = 44
_LABEL = 26
_PATH = Frame(_EDGE, 144, _WIDTH - _EDGE, 336)
_FAN = 378
_CARD = Size(92, 124)
_INDEX = 26
_FAINT = 150
"""How opaque the label is."""
_PIECES = 240
"""Pieces of confetti to scatter; those that would touch something are left out."""
_MARGIN = 4

_CONFETTI = tuple(BRIGHT.values())

_TILT = 2.5
"""Degrees between two cards of the fan."""
_RADIUS = 1200
"""How far below its cards the fan is held; far enough for the rank and suit of each to be visible."""


@dataclass(frozen=True)
class Keepsake:
    """The contents of the picture: texts in ASCII, the game's path, and the cards of a completed suit on its felt.

    The path is drawn below `most` cards. `seed` scatters the confetti.
    """

    title: str
    label: str
    time: str
    path: Path
    most: int
    cards: tuple[Card, ...]
    seed: int
    felt: Colour
    four_colour: bool = False


def draw_keepsake(game: Keepsake) -> bytes:
    """As a PNG file."""
    front = Image.new("RGBA", (_WIDTH * FINE, _HEIGHT * FINE), (*game.felt, 0))
    time = text_mask(game.time, _TITLE * FINE, is_spaced=True)
    title = text_mask(game.title, _TITLE * FINE, front.width - time.width - 3 * _EDGE * FINE, is_spaced=True)
    label = text_mask(game.label, _LABEL * FINE, is_spaced=True)
    front.paste(CHALK, (_EDGE * FINE, 34 * FINE), title)
    front.paste((*CHALK, _FAINT), (_EDGE * FINE, 88 * FINE), label)
    front.paste(GOLD, (front.width - _EDGE * FINE - time.width, 34 * FINE), time)
    draw_path(front, _PATH, game.path, most=game.most)
    picture = Image.new("RGBA", front.size, (*game.felt, 255))
    draw_fan(front, game.cards, _FAN, four_colour=game.four_colour)
    _scatter(picture, front.getchannel("A"), Random(game.seed))  # noqa: S311 - no secret
    picture.alpha_composite(front)
    return write_small(picture)


def write_small(picture: Image.Image) -> bytes:
    """Scale a picture down to its finished size, and write it as a PNG file."""
    small = picture.convert("RGB").resize((picture.width // FINE, picture.height // FINE), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG", compress_level=6)
    return file.getvalue()


def _scatter(picture: Image.Image, taken: Image.Image, random: Random) -> None:
    """Scatter confetti where nothing is `taken`, most of it at the top."""
    for _ in range(_PIECES):
        width, height = random.choice(((16, 8), (10, 10), (20, 6)))
        piece = Image.new("RGBA", (width * FINE, height * FINE), (*random.choice(_CONFETTI), random.randint(110, 220)))
        piece = piece.rotate(random.uniform(0, 180), Image.Resampling.BICUBIC, expand=True)
        x = random.randrange(_WIDTH) * FINE
        y = int(_HEIGHT * random.random() ** 1.6) * FINE
        margin = _MARGIN * FINE
        around = (x - margin, y - margin, x + piece.width + margin, y + piece.height + margin)
        if taken.crop(around).getbbox() is None:
            picture.alpha_composite(piece, (x, y))


def draw_fan(picture: Image.Image, cards: Sequence[Card], top: int, *, four_colour: bool) -> None:
    """Draw cards as a fan from this height down, the last one in front.

    Each is turned clockwise around the point at which the fan is held.
    """
    size = Size(_CARD.width * FINE, _CARD.height * FINE)
    for number, card in enumerate(cards):
        degrees = _TILT * (number - (len(cards) - 1) / 2)
        angle = radians(degrees)
        drawn = face(card, size, _INDEX * FINE, four_colour=four_colour)
        turned = drawn.rotate(-degrees, Image.Resampling.BICUBIC, expand=True)
        x = _WIDTH / 2 * FINE + _RADIUS * FINE * sin(angle) - turned.width / 2
        y = (top + _RADIUS - _RADIUS * cos(angle)) * FINE + (drawn.height - turned.height) / 2
        picture.alpha_composite(turned, (round(x), round(y)))
