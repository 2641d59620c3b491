"""Badges: rosettes with a sign for the achievement."""

from __future__ import annotations

from math import cos, pi, sin

from PIL import Image, ImageDraw

from bot.model.badges import STREAKS, Badge, game_won
from bot.model.daily.deals import DAILIES_A_DAY
from bot.pictures.colours import BLACK, BRIGHT, PAPER, Colour
from bot.pictures.glyphs import suit_mask, text_mask
from engine import Suit

_GOLD: Colour = (201, 138, 14)
_PETALS = 12
_FINE = 4
"""A rosette is drawn this many times larger and scaled down, which smooths it."""

_NUMBERS: dict[str, str] = {
    Badge.ALL_DAILIES: f"{DAILIES_A_DAY}/{DAILIES_A_DAY}",
    **{badge: str(days) for badge, days in STREAKS.items()},
}


def draw_badge(badge: str, side: int) -> Image.Image:
    """Draw a badge in a square of `side` pixels: in the colour of its game and with its sign, or in gold."""
    game = game_won(badge)
    picture = _rosette(_GOLD if game is None else BRIGHT[game.colour], side)
    sign = _special_sign(badge, side) if game is None else _sign(game.sign, side)
    corner = ((side - sign.width) // 2, (side - sign.height) // 2)
    picture.paste(BLACK, (*corner, corner[0] + sign.width, corner[1] + sign.height), sign)
    return picture


def _rosette(colour: Colour, side: int) -> Image.Image:
    """A scalloped disc with a paper middle."""
    large = side * _FINE
    picture = Image.new("RGBA", (large, large), (*colour, 0))
    pen = ImageDraw.Draw(picture)
    middle = large / 2
    for petal in range(_PETALS):
        angle = 2 * pi * petal / _PETALS
        place = middle + 0.41 * large * cos(angle), middle + 0.41 * large * sin(angle)
        pen.circle(place, 0.085 * large, fill=(*colour, 255))
    pen.circle((middle, middle), 0.43 * large, fill=(*colour, 255))
    pen.circle((middle, middle), 0.36 * large, fill=(*PAPER, 255))
    return picture.resize((side, side), Image.Resampling.BOX)


def _sign(sign: Suit | str, side: int) -> Image.Image:
    """A suit, or a few characters, as a mask."""
    if isinstance(sign, Suit):
        return suit_mask(sign, round(0.46 * side))
    return text_mask(sign, round(0.38 * side), round(0.6 * side))


def _special_sign(badge: str, side: int) -> Image.Image:
    """The sign of a badge that belongs to no game, as a mask: a number, a tick or an upward arrow."""
    if badge in _NUMBERS:
        return _sign(_NUMBERS[badge], side)
    large = round(0.5 * side) * _FINE
    mask = Image.new("L", (large, large))
    tick = ((0.08, 0.52), (0.38, 0.82), (0.92, 0.2))
    arrow = ((0.12, 0.5), (0.5, 0.12), (0.88, 0.5))
    lines = (arrow, tuple((x, y + 0.38) for x, y in arrow)) if badge == Badge.COMEBACK else (tick,)
    for line in lines:
        points = [(x * large, y * large) for x, y in line]
        ImageDraw.Draw(mask).line(points, fill=255, width=large // 6, joint="curve")
    return mask.resize((large // _FINE, large // _FINE), Image.Resampling.BOX)
