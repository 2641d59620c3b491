"""Draw the emoji that ship with the bot into `bot/pictures/emoji/`: `python -m tools.emoji`."""

from __future__ import annotations

from functools import cache
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter

from bot.model.badges import all_badges
from bot.pictures.cards import Size, back, slot
from bot.pictures.colours import EDGE, MUTED, PAPER, ink
from bot.pictures.emoji import FILES, badge_key, base_key, emoji_key
from bot.pictures.glyphs import suit_mask, text_mask
from engine import VARIANTS, Card, Rank
from engine.cards import CARDS
from tools.badges import draw_badge

SIDE = 128
"""Width and height in pixels, as Discord recommends (https://discord.com/developers/docs/resources/emoji)."""


def draw_emoji() -> dict[str, bytes]:
    """Draw every emoji as a PNG file, by key."""
    pictures = {
        emoji_key(card, four_colour=deck): _card(card, four_colour=deck) for deck in (False, True) for card in CARDS
    }
    pictures |= {base_key(card): slot(Size(SIDE, SIDE), MUTED, card) for card in _BASES}
    pictures |= {f"n{number}": _number(number) for number in range(1, 14)}
    pictures |= {"back": _centred(back(_PORTRAIT)), "empty": _centred(slot(_PORTRAIT, MUTED)), "gap": _gap()}
    pictures |= {badge_key(badge): draw_badge(badge, SIDE) for badge in all_badges()}
    return {key: _png(picture) for key, picture in pictures.items()}


_BASES = sorted({base for variant in VARIANTS.values() for base in variant.rules.foundation_bases})
"""The cards that foundations start with."""

_PORTRAIT = Size(104, 128)


def _card(card: Card, *, four_colour: bool) -> Image.Image:
    """A square card that shows only a large rank and suit, to be legible at the height of a line of text."""
    picture = _paper().copy()
    colour = ink(card.suit, four_colour=four_colour)
    suit = suit_mask(card.suit, 62)
    picture.paste(colour, (SIDE - 7 - suit.width, SIDE - 6 - suit.height), suit)
    rank = Image.new("L", (SIDE, SIDE))
    rank.paste(255, (9, 9), text_mask(str(card.rank), 58 if card.rank is Rank.TEN else 68))
    picture.paste(PAPER, mask=rank.filter(ImageFilter.MaxFilter(9)))  # separates a wide rank from the suit
    picture.paste(colour, mask=rank)
    return picture


@cache
def _paper() -> Image.Image:
    large = Image.new("RGBA", (SIDE * 4, SIDE * 4), (*EDGE, 0))
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, large.width - 1, large.height - 1), radius=72, fill=PAPER, outline=EDGE, width=14
    )
    return large.resize((SIDE, SIDE), Image.Resampling.BOX)


def _number(number: int) -> Image.Image:
    mask = text_mask(str(number), 84, widest=96)
    figures = Image.new("RGBA", mask.size, MUTED)
    figures.putalpha(mask)
    return _centred(figures)


def _centred(part: Image.Image) -> Image.Image:
    picture = Image.new("RGBA", (SIDE, SIDE), (*MUTED, 0))
    picture.paste(part, ((SIDE - part.width) // 2, (SIDE - part.height) // 2))
    return picture


def _gap() -> Image.Image:
    picture = Image.new("RGBA", (SIDE, SIDE), (*MUTED, 0))
    picture.putpixel((0, 0), (*MUTED, 40))  # Discord might refuse a blank emoji
    return picture


def _png(picture: Image.Image) -> bytes:
    file = BytesIO()
    picture.quantize(64, method=Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
    return file.getvalue()


def main() -> None:
    """Redraw the files, and delete those without a key."""
    for outdated in FILES.glob("*.png"):
        outdated.unlink()
    for key, png in draw_emoji().items():
        (FILES / f"{key}.png").write_bytes(png)


if __name__ == "__main__":
    main()
