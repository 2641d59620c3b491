"""Suits and numerals as masks: the coverage of each pixel from 0 to 255.

Each is drawn large and scaled down, which smooths it. Suits are curves; numerals use Pillow's built-in font, made bold
by a stroke, so that no font has to be shipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from PIL import Image, ImageDraw, ImageFont

from engine import Suit

_LARGE = 256
_STROKE = _LARGE // 26

Point = tuple[float, float]
Curve = tuple[Point, Point, Point, Point]
"""A cubic Bézier curve: start, two handles, end, in a square from 0 to 1."""

# The left half of each outline; the right half mirrors it.
_HEART: Sequence[Curve] = (
    ((0.5, 0.22), (0.46, 0.08), (0.36, 0.02), (0.26, 0.02)),
    ((0.26, 0.02), (0.1, 0.02), (0.0, 0.14), (0.0, 0.31)),
    ((0.0, 0.31), (0.0, 0.56), (0.3, 0.72), (0.5, 0.99)),
)
_DIAMOND: Sequence[Curve] = (
    ((0.5, 0.0), (0.39, 0.2), (0.27, 0.36), (0.1, 0.5)),
    ((0.1, 0.5), (0.27, 0.64), (0.39, 0.8), (0.5, 1.0)),
)
_LEAF: Sequence[Curve] = (
    ((0.5, 0.0), (0.3, 0.24), (0.01, 0.36), (0.01, 0.6)),
    ((0.01, 0.6), (0.01, 0.74), (0.11, 0.83), (0.23, 0.83)),
    ((0.23, 0.83), (0.34, 0.83), (0.44, 0.76), (0.5, 0.62)),
)
_STEM: Sequence[Curve] = (
    ((0.46, 0.5), (0.46, 0.8), (0.42, 0.93), (0.28, 1.0)),
    ((0.28, 1.0), (0.36, 1.0), (0.43, 1.0), (0.5, 1.0)),
)
_CLUB_LOBES = ((0.5, 0.24), (0.24, 0.6), (0.76, 0.6))
_CLUB_LOBE_RADIUS = 0.235


@lru_cache(maxsize=512)
def suit_mask(suit: Suit, size: int) -> Image.Image:
    """A suit in a square of `size` pixels."""
    return _large_suit(suit).resize((size, size), Image.Resampling.HAMMING)


@lru_cache(maxsize=512)
def text_mask(text: str, height: int, widest: int | None = None, *, is_spaced: bool = False) -> Image.Image:
    """A rank or number `height` pixels high, squeezed to at most `widest` pixels.

    If it `is_spaced`, the bold letters do not touch.
    """
    large = _large_text(text, _STROKE if is_spaced else 0)
    width = max(1, round(large.width * height / large.height))
    return large.resize((min(width, widest or width), height), Image.Resampling.HAMMING)


@cache
def _large_suit(suit: Suit) -> Image.Image:
    mask = Image.new("L", (_LARGE, _LARGE))
    pen = ImageDraw.Draw(mask)
    match suit:
        case Suit.HEARTS:
            _fill(pen, _HEART)
        case Suit.DIAMONDS:
            _fill(pen, _DIAMOND)
        case Suit.SPADES:
            _fill(pen, _LEAF)
            _fill(pen, _STEM)
        case Suit.CLUBS:
            for x, y in _CLUB_LOBES:
                pen.circle((x * _LARGE, y * _LARGE), _CLUB_LOBE_RADIUS * _LARGE, fill=255)
            pen.polygon([(x * _LARGE, y * _LARGE) for x, y in ((0.5, 0.3), (0.4, 0.66), (0.6, 0.66))], fill=255)
            _fill(pen, _STEM)
    return mask


def _fill(pen: ImageDraw.ImageDraw, left_half: Sequence[Curve]) -> None:
    left = [_at(curve, step / 24) for curve in left_half for step in range(25)]
    right = [(1 - x, y) for x, y in reversed(left)]
    pen.polygon([(x * _LARGE, y * _LARGE) for x, y in (*left, *right)], fill=255)


def _at(curve: Curve, time: float) -> Point:
    """The point of a curve at a time from 0 to 1."""
    rest = 1 - time
    weights = (rest**3, 3 * rest**2 * time, 3 * rest * time**2, time**3)
    return (
        sum(weight * point[0] for weight, point in zip(weights, curve, strict=True)),
        sum(weight * point[1] for weight, point in zip(weights, curve, strict=True)),
    )


def _large_text(text: str, gap: int) -> Image.Image:
    """Draw a text with a gap between its letters, since the font's own spacing leaves none between bold ones."""
    font = ImageFont.load_default(_LARGE)
    left, top, right, bottom = map(int, font.getbbox(text, stroke_width=_STROKE))
    mask = Image.new("L", (right - left + gap * len(text), bottom - top))
    pen = ImageDraw.Draw(mask)
    for number, letter in enumerate(text):
        start = font.getlength(text[:number]) + gap * number - left
        pen.text((start, -top), letter, fill=255, font=font, stroke_width=_STROKE)
    return mask.crop(mask.getbbox())
