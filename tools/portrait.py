"""Draw the face of the bot, a smiling card on green felt: `python -m tools.portrait`."""

from __future__ import annotations

from io import BytesIO

from PIL import Image, ImageDraw

from bot.pictures.cards import Size, blank
from bot.pictures.colours import BLACK, FELT, RED
from bot.pictures.glyphs import suit_mask
from bot.pictures.portrait import FILE
from engine import Suit

_SIDE = 512
_FINE = 2
"""The drawing is this many times larger, then scaled down, which smooths its outlines."""

_CARD = Size(250 * _FINE, 350 * _FINE)
_TILT = 9  # degrees
_EYE = 74 * _FINE
_SMILE = tuple(edge * _FINE for edge in (62, 130, 188, 262))
"""The box of the ellipse whose lower part is the smile, on the card."""


def draw_portrait() -> bytes:
    """Draw the face as a square PNG file."""
    card = blank(_CARD).copy()
    for suit, colour, left in ((Suit.SPADES, BLACK, 40 * _FINE), (Suit.HEARTS, RED, _CARD.width - 40 * _FINE - _EYE)):
        card.paste(colour, (left, 84 * _FINE), suit_mask(suit, _EYE))
    ImageDraw.Draw(card).arc(_SMILE, 20, 160, fill=BLACK, width=14 * _FINE)
    card = card.rotate(_TILT, Image.Resampling.BICUBIC, expand=True)
    side = _SIDE * _FINE
    picture = Image.new("RGBA", (side, side), (*FELT, 255))
    picture.alpha_composite(card, ((side - card.width) // 2, (side - card.height) // 2))
    file = BytesIO()
    picture.convert("RGB").resize((_SIDE, _SIDE), Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()


if __name__ == "__main__":
    FILE.write_bytes(draw_portrait())
