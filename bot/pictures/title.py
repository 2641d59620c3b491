"""The title picture of a game: its name, and the cards of a suit, on its felt."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image

from bot.pictures.colours import CHALK, Colour
from bot.pictures.glyphs import text_mask
from bot.pictures.keepsake import draw_fan, write_small
from bot.pictures.path import FINE
from engine import Card

# In pixels of the finished picture.
_WIDTH = 800
_HEIGHT = 292
_TOP = 30
_TITLE = 56
_FAN = 112


def draw_title(name: str, felt: Colour, cards: Sequence[Card], *, four_colour: bool) -> bytes:
    """As a PNG file. The name is in ASCII."""
    picture = Image.new("RGBA", (_WIDTH * FINE, _HEIGHT * FINE), (*felt, 255))
    title = text_mask(name, _TITLE * FINE, is_spaced=True)
    picture.paste(CHALK, ((picture.width - title.width) // 2, _TOP * FINE), title)
    draw_fan(picture, cards, _FAN, four_colour=four_colour)
    return write_small(picture)
