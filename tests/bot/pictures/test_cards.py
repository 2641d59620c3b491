"""The colours and faces of cards."""

from itertools import combinations

import pytest
from PIL import Image

from bot.pictures.cards import Size, back, face, slot
from bot.pictures.colours import BACK, BACK_PATTERN, CHALK, EDGE, FELT, MUTED, PAPER, ink
from engine import Suit
from engine.cards import CARDS
from tests.support.sight import COLOUR_BLINDNESS, DISCORD_DARK, DISCORD_LIGHT, contrast, difference

SIZES = [Size(40, 54), Size(80, 108), Size(200, 280)]


def test_deck_has_two_or_four_distinct_inks() -> None:
    two, four = ([ink(suit, four_colour=deck) for suit in Suit] for deck in (False, True))
    assert two[Suit.CLUBS] == two[Suit.SPADES] != two[Suit.DIAMONDS] == two[Suit.HEARTS]
    assert len(set(four)) == 4
    assert four[Suit.SPADES] == two[Suit.SPADES]
    assert four[Suit.HEARTS] == two[Suit.HEARTS]


@pytest.mark.parametrize("blindness", COLOUR_BLINDNESS)
def test_inks_are_distinct_to_colour_blind_eyes(blindness: str) -> None:
    for one, other in combinations([ink(suit, four_colour=True) for suit in Suit], 2):
        assert difference(one, other, blindness) > 25


@pytest.mark.parametrize("four_colour", [False, True])
def test_suits_have_enough_contrast_on_paper(four_colour: bool) -> None:  # noqa: FBT001 - a parameter
    assert all(contrast(ink(suit, four_colour=four_colour), PAPER) >= 4.5 for suit in Suit)


def test_drawings_have_enough_contrast_to_their_background() -> None:
    assert contrast(PAPER, FELT) >= 4.5
    assert contrast(CHALK, FELT) >= 4.5
    assert contrast(BACK_PATTERN, BACK) >= 3
    for theme in (DISCORD_DARK, DISCORD_LIGHT):
        assert contrast(MUTED, theme) >= 3
        assert contrast(EDGE, theme) >= 3


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_card_looks_different_at_any_size(size: Size) -> None:
    for four_colour in (False, True):
        faces = {face(card, size, size.width // 3, four_colour=four_colour).tobytes() for card in CARDS}
        assert len(faces | {back(size).tobytes(), slot(size, MUTED).tobytes()}) == 54


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_card_has_its_size_and_round_corners(size: Size) -> None:
    for picture in (face(CARDS[0], size, 12, four_colour=False), back(size), slot(size, MUTED, CARDS[0])):
        assert picture.size == size
        assert _alpha(picture, 0, 0) < 64
        assert _alpha(picture, size.width - 1, size.height - 1) < 64


def test_slot_is_transparent() -> None:
    assert _alpha(slot(SIZES[1], MUTED), 40, 54) == 0
    assert slot(SIZES[1], MUTED, CARDS[8]).tobytes() != slot(SIZES[1], MUTED, CARDS[9]).tobytes()


def _alpha(picture: Image.Image, x: int, y: int) -> int:
    return picture.crop((x, y, x + 1, y + 1)).tobytes()[3]
