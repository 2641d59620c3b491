"""A picture of a win, to keep: the path of the game, its completed suits, and confetti."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from random import Random

from PIL import Image

from bot.model.transcripts import Path
from bot.pictures.cards import Size, face
from bot.pictures.colours import BRIGHT, CHALK, FELT, GOLD, Colour
from bot.pictures.glyphs import text_mask
from bot.pictures.path import FINE, Frame, draw_paths
from engine import Card
from engine.cards import CARDS

# In pixels of the finished picture, which is as wide as Discord shows it on a large screen.
_WIDTH, _HEIGHT = 800, 560
_EDGE = 36
_TITLE, _LABEL = 44, 26
_PATH = Frame(_EDGE, 144, _WIDTH - _EDGE, 336)
_FANS = 396
_CARD = Size(84, 114)
_INDEX = 26
_FAINT: Colour = (146, 186, 168)
_PIECES = 130

_CONFETTI = tuple(BRIGHT.values())

_FANNED = 3
"""How many cards of each suit are shown: the last that came home."""
_SPREAD = 22
"""Degrees between two cards of a fan."""


@dataclass(frozen=True)
class Keepsake:
    """What to draw of a win: texts in ASCII, its path, and the last card of each completed suit.

    `length` labels the end of the path, and `best` is the path of the best attempt at a daily, if it is another one.
    `seed` scatters the confetti.
    """

    title: str
    label: str
    time: str
    path: Path
    length: str
    last_cards: tuple[Card, ...]
    seed: int
    best: Path = ()
    four_colour: bool = False


def draw_keepsake(win: Keepsake) -> bytes:
    """Draw a win as a PNG file."""
    picture = Image.new("RGBA", (_WIDTH * FINE, _HEIGHT * FINE), (*FELT, 255))
    _scatter(picture, Random(win.seed))  # noqa: S311 - no secret
    time = text_mask(win.time, _TITLE * FINE, is_spaced=True)
    title = text_mask(win.title, _TITLE * FINE, picture.width - time.width - 3 * _EDGE * FINE, is_spaced=True)
    label = text_mask(win.label, _LABEL * FINE, is_spaced=True)
    picture.paste(CHALK, (_EDGE * FINE, 34 * FINE), title)
    picture.paste(_FAINT, (_EDGE * FINE, 88 * FINE), label)
    picture.paste(GOLD, (picture.width - _EDGE * FINE - time.width, 34 * FINE), time)
    draw_paths(picture, _PATH, win.path, win.best, win.length)
    _draw_fans(picture, win.last_cards, four_colour=win.four_colour)
    small = picture.convert("RGB").resize((_WIDTH, _HEIGHT), Image.Resampling.LANCZOS)
    file = BytesIO()
    small.quantize(256, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(file, "PNG", compress_level=6)
    return file.getvalue()


def _scatter(picture: Image.Image, random: Random) -> None:
    """Scatter confetti, most of it at the top."""
    for _ in range(_PIECES):
        width, height = random.choice(((16, 8), (10, 10), (20, 6)))
        piece = Image.new("RGBA", (width * FINE, height * FINE), (*random.choice(_CONFETTI), random.randint(110, 220)))
        piece = piece.rotate(random.uniform(0, 180), Image.Resampling.BICUBIC, expand=True)
        place = (random.randrange(_WIDTH), int(_HEIGHT * random.random() ** 1.6))
        picture.alpha_composite(piece, (place[0] * FINE, place[1] * FINE))


def _draw_fans(picture: Image.Image, last_cards: Sequence[Card], *, four_colour: bool) -> None:
    """Draw a fan of each completed suit, side by side, its last card in front."""
    room = (_WIDTH - _EDGE) // len(last_cards)
    size = Size(_CARD.width * FINE, _CARD.height * FINE)
    for number, last in enumerate(last_cards):
        centre = _EDGE // 2 + room * number + room // 2
        spread = min(_SPREAD, room // 8)
        for step in range(_FANNED):
            rank = (last.rank - _FANNED + step) % 13
            card = face(CARDS[last.suit * 13 + rank], size, _INDEX * FINE, four_colour=four_colour)
            _paste_tilted(picture, card, centre, spread * (_FANNED // 2 - step))


def _paste_tilted(picture: Image.Image, card: Image.Image, centre: int, degrees: int) -> None:
    """Paste a card turned around the middle of its lower edge."""
    above = card.height // 5  # room for the corner that rises
    canvas = Image.new("RGBA", (card.width * 3, card.height * 3 // 2))
    canvas.paste(card, (card.width, above))
    turned = canvas.rotate(degrees, Image.Resampling.BICUBIC, center=(canvas.width // 2, above + card.height))
    left = centre * FINE - canvas.width // 2
    picture.alpha_composite(turned, (max(0, left), _FANS * FINE - above), (max(0, -left), 0))
