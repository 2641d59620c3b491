"""The application's emoji: cards, slots, pile numbers and badges, legible at their height of 22 pixels within text.

`python -m tools.emoji` draws the files.
"""

from __future__ import annotations

import re
from base64 import b32encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType

from bot.model.marks import Mark
from bot.pictures.colours import ink
from engine import Card

_CARD_KEY = re.compile(f"((?:10|[2-9ajqk])[cdhs])4?((?:_{'|_'.join(Mark)})?)")

FILES = Path(__file__).with_name("emoji")
"""The folder of the drawn emoji; each file is named after its key."""


@cache
def emoji_files() -> Mapping[str, bytes]:
    """The shipped emoji as PNG files, by their keys.

    The keys are `ac` … `ks` for cards, `ac4` … `kd4` for the clubs and diamonds of the four-colour deck, `back` for a
    face-down card, `empty` for an empty pile, `baseac` and so on for empty foundations, `n1` … `n13` for pile numbers,
    `gap` for blank space as wide as a card, and those of `badge_key` for badges. `marked_key` gives the key of a marked
    card or place.
    """
    return MappingProxyType({file.stem: file.read_bytes() for file in sorted(FILES.glob("*.png"))})


@cache
def emoji_key(card: Card, *, four_colour: bool) -> str:
    changed = ink(card.suit, four_colour=four_colour) != ink(card.suit, four_colour=False)
    return f"{card.rank}{card.suit.name[0]}".lower() + ("4" if changed else "")


def base_key(card: Card) -> str:
    """The key of an empty foundation that starts with this card.

    >>> from engine.cards import parse_card
    >>> base_key(parse_card("9♣"))
    'base9c'
    """
    return f"base{emoji_key(card, four_colour=False)}"


def marked_key(key: str, mark: Mark) -> str:
    """The key of a marked card or empty place.

    >>> marked_key("10h", Mark.MOVED)
    '10h_moved'
    """
    return f"{key}_{mark}"


def is_marked(key: str) -> bool:
    return key.endswith(tuple(f"_{mark}" for mark in Mark))


def badge_key(badge: str) -> str:
    """The key of a badge, short enough for Discord.

    >>> badge_key("won:cast-out-nines"), badge_key("straight")
    ('badge_cast_out_nines', 'badge_straight')
    """
    return f"badge_{badge.rpartition(':')[2]}".replace("-", "_")


def emoji_name(key: str, png: bytes) -> str:
    """Name an emoji for its upload, with a hash of the drawing, so that outdated emoji can be recognised.

    With four letters of hash, two drawings share a name once in a million times. Messages use `shown_name`.

    >>> emoji_name("10h", b"its picture")
    '10h_noe6'
    """
    return f"{key}_{b32encode(sha256(png).digest())[:4].decode().lower()}"


def shown_name(key: str) -> str:
    """Name an emoji in a message, where its id decides what Discord shows.

    A screen reader says this name, and a board holds a hundred of them, so it is short. Discord requires two characters
    or more (https://discord.com/developers/docs/reference#message-formatting).

    >>> shown_name("10h"), shown_name("ks4_moved"), shown_name("back"), shown_name("gap")
    ('10H', 'KS_moved', 'back', '__')
    """
    if key == "gap":
        return "__"  # screen readers skip it
    card = _CARD_KEY.fullmatch(key)
    return f"{card[1].upper()}{card[2]}" if card else key


def is_emoji_name(name: str) -> bool:
    """Whether `emoji_name` could have made this name, for any key and drawing.

    >>> is_emoji_name("10h_abcd"), is_emoji_name("thumbsup")
    (True, False)
    """
    key, _, drawing = name.rpartition("_")
    return key in emoji_files() and len(drawing) == 4
