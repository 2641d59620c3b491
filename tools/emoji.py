"""Draw the emoji that ship with the bot into `bot/pictures/emoji/`: `python -m tools.emoji`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from io import BytesIO

from PIL import Image, ImageDraw, ImageFilter

from bot.model.badges import all_badges
from bot.model.marks import Mark
from bot.pictures.cards import Size, back, outline, slot
from bot.pictures.colours import EDGE, HINTED, MOVED, MUTED, PAPER, Colour, ink
from bot.pictures.emoji import FILES, badge_key, base_key, emoji_key, marked_key
from bot.pictures.glyphs import suit_mask, text_mask
from engine import VARIANTS, Card, Rank
from engine.cards import CARDS
from tools.badges import draw_badge

SIDE = 128
"""Width and height in pixels, as Discord recommends (https://discord.com/developers/docs/resources/emoji)."""


def draw_emoji() -> dict[str, bytes]:
    """Draw every emoji as a PNG file, by key."""
    pictures = {key: draw(None) for key, draw in _MARKABLE.items()}
    pictures |= {marked_key(key, mark): draw(mark) for key, draw in _MARKABLE.items() for mark in Mark}
    pictures |= {f"n{number}": _number(number) for number in range(1, 14)}
    pictures |= {"back": _centred(back(_PORTRAIT)), "gap": _gap()}
    pictures |= {badge_key(badge): draw_badge(badge, SIDE) for badge in all_badges()}
    return {key: _png(picture) for key, picture in pictures.items()}


_BASES = sorted({base for variant in VARIANTS.values() for base in variant.rules.foundation_bases})
"""The cards that foundations start with."""

_PORTRAIT = Size(104, 128)
_TINTS = {Mark.MOVED: (255, 232, 170), Mark.HINT: (205, 240, 255)}
"""The paper of marked cards."""
_OUTLINE = 16
"""The width of a mark: almost three pixels within text."""
_DASH = 28


def _card(card: Card, mark: Mark | None, *, four_colour: bool) -> Image.Image:
    """A square card with only a large rank and suit, legible at the height of a line of text."""
    paper = PAPER if mark is None else _TINTS[mark]
    picture = _paper(paper).copy()
    _outline(picture, mark)
    colour = ink(card.suit, four_colour=four_colour)
    suit = suit_mask(card.suit, 62)
    rank = text_mask(str(card.rank), 58 if card.rank is Rank.TEN else 68)
    _paste_apart(picture, suit, (SIDE - 7 - suit.width, SIDE - 6 - suit.height), 2, colour, paper)
    _paste_apart(picture, rank, (9, 9), 4, colour, paper)
    return picture


def _paste_apart(
    picture: Image.Image, sign: Image.Image, place: tuple[int, int], margin: int, colour: Colour, paper: Colour
) -> None:
    """Paste a rank or suit and a margin of paper, which separates it from what it overlaps."""
    mask = Image.new("L", picture.size)
    mask.paste(sign, place)
    picture.paste(paper, mask=mask.filter(ImageFilter.MaxFilter(2 * margin + 1)))
    picture.paste(colour, mask=mask)


def _place(size: Size, mark: Mark | None, base: Card | None = None) -> Image.Image:
    """An empty pile, or an empty foundation."""
    picture = _centred(slot(size, MUTED, base))
    _outline(picture, mark)
    return picture


def _outline(picture: Image.Image, mark: Mark | None) -> None:
    """Mark a card as pictures of the table do."""
    if mark is Mark.MOVED:
        picture.alpha_composite(outline(Size(SIDE, SIDE), MOVED, _OUTLINE))
    elif mark is Mark.HINT:
        picture.alpha_composite(outline(Size(SIDE, SIDE), HINTED, _OUTLINE, _DASH))


@cache
def _paper(colour: Colour) -> Image.Image:
    large = Image.new("RGBA", (SIDE * 4, SIDE * 4), (*EDGE, 0))
    ImageDraw.Draw(large).rounded_rectangle(
        (0, 0, large.width - 1, large.height - 1), radius=72, fill=colour, outline=EDGE, width=14
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


_MARKABLE: Mapping[str, Callable[[Mark | None], Image.Image]] = {
    **{
        emoji_key(card, four_colour=deck): partial(_card, card, four_colour=deck)
        for deck in (False, True)
        for card in CARDS
    },
    **{base_key(card): partial(_place, Size(SIDE, SIDE), base=card) for card in _BASES},
    "empty": partial(_place, _PORTRAIT),
}
"""How to draw what a move or a hint can mark, by key."""


def main() -> None:
    """Redraw the files, and delete those without a key."""
    for outdated in FILES.glob("*.png"):
        outdated.unlink()
    for key, png in draw_emoji().items():
        (FILES / f"{key}.png").write_bytes(png)


if __name__ == "__main__":
    main()
