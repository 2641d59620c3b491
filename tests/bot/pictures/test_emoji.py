"""The shipped emoji."""

import re
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.model.badges import all_badges
from bot.model.marks import Mark
from bot.pictures.colours import Colour
from bot.pictures.emoji import (
    badge_key,
    base_key,
    emoji_files,
    emoji_key,
    emoji_name,
    is_marked,
    marked_key,
    shown_name,
)
from engine import VARIANTS
from engine.cards import CARDS, parse_card
from tests.support.sight import DISCORD_DARK, DISCORD_LIGHT
from tools.emoji import SIDE

MOST_BYTES = 256 * 1024  # https://discord.com/developers/docs/resources/emoji
TEXT_HEIGHT = 22  # of an emoji in Discord
FILES = emoji_files()


def picture(png: bytes) -> Image.Image:
    return Image.open(BytesIO(png)).convert("RGBA")


def in_text(key: str, theme: Colour) -> Image.Image:
    """An emoji as Discord shows it within text on a theme."""
    ground = Image.new("RGBA", (SIDE, SIDE), theme)
    ground.alpha_composite(picture(FILES[key]))
    return ground.convert("RGB").resize((TEXT_HEIGHT, TEXT_HEIGHT), Image.Resampling.BICUBIC)


def test_everything_on_a_table_and_every_badge_has_an_emoji() -> None:
    cards = {emoji_key(card, four_colour=deck) for card in CARDS for deck in (False, True)}
    numbers = {f"n{number}" for number in range(1, 14)}
    bases = {base_key(base) for variant in VARIANTS.values() for base in variant.rules.foundation_bases}
    badges = {badge_key(badge) for badge in all_badges()}
    marked = {marked_key(key, mark) for key in cards | bases | {"empty"} for mark in Mark}
    assert set(FILES) == cards | numbers | bases | badges | marked | {"back", "empty", "gap"}
    assert {key for key in FILES if is_marked(key)} == marked
    assert len(cards) == 52 + 26


@pytest.mark.parametrize(
    ("card", "two_colours", "four_colours"),
    [("A♣", "ac", "ac4"), ("10♥", "10h", "10h"), ("K♦", "kd", "kd4"), ("Q♠", "qs", "qs")],
)
def test_only_clubs_and_diamonds_change_with_the_deck(card: str, two_colours: str, four_colours: str) -> None:
    assert emoji_key(parse_card(card), four_colour=False) == two_colours
    assert emoji_key(parse_card(card), four_colour=True) == four_colours


@pytest.mark.parametrize("key", FILES)
def test_every_emoji_is_within_discords_limits(key: str) -> None:
    assert len(FILES[key]) < MOST_BYTES // 16
    assert Image.open(BytesIO(FILES[key])).format == "PNG"
    assert picture(FILES[key]).size == (SIDE, SIDE)
    assert picture(FILES[key]).getchannel("A").getbbox() is not None, "Discord might refuse a blank emoji"
    assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", emoji_name(key, FILES[key]))
    assert re.fullmatch(r"[A-Za-z0-9_]{2,32}", shown_name(key))


def test_name_identifies_key_and_drawing() -> None:
    assert emoji_name("10h", FILES["10h"]).startswith("10h_")
    assert emoji_name("10h", FILES["10h"]) != emoji_name("10h", FILES["9h"])
    assert len({emoji_name(key, png) for key, png in FILES.items()}) == len(FILES)


def test_a_screen_reader_says_the_card_without_the_hash_of_its_drawing() -> None:
    assert [shown_name(key) for key in ("10h", "10c4", "ks", "kd4", "2c")] == ["10H", "10C", "KS", "KD", "2C"]


@pytest.mark.parametrize("theme", [DISCORD_DARK, DISCORD_LIGHT], ids=["dark", "light"])
def test_no_two_emoji_look_alike_in_text(theme: Colour) -> None:
    seen = {key: in_text(key, theme) for key in FILES}
    for one, other in combinations(FILES, 2):
        difference = ImageChops.difference(seen[one], seen[other]).convert("L")
        assert max(difference.tobytes()) > 60, f"{one} and {other}"


@pytest.mark.parametrize("theme", [DISCORD_DARK, DISCORD_LIGHT], ids=["dark", "light"])
def test_only_the_gap_is_invisible_in_text(theme: Colour) -> None:
    ground = Image.new("RGB", (TEXT_HEIGHT, TEXT_HEIGHT), theme)
    for key in FILES:
        differences = ImageStat.Stat(ImageChops.difference(in_text(key, theme), ground)).sum
        assert (sum(differences) < 100) == (key == "gap"), key
