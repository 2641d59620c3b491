"""The drawings that ship with the bot match those of the tools."""

from io import BytesIO

from PIL import Image

from bot.pictures.emoji import emoji_files
from bot.pictures.portrait import portrait
from tools.emoji import draw_emoji
from tools.portrait import draw_portrait


def pixels(png: bytes) -> bytes:
    return Image.open(BytesIO(png)).convert("RGBA").tobytes()


def test_shipped_emoji_are_up_to_date() -> None:
    drawn = draw_emoji()
    shipped = emoji_files()
    assert set(drawn) == set(shipped), "run make drawings"
    outdated = [key for key, png in drawn.items() if pixels(png) != pixels(shipped[key])]
    assert not outdated, "run make drawings"


def test_the_shipped_portrait_is_up_to_date() -> None:
    assert pixels(draw_portrait()) == pixels(portrait()), "run make drawings"
