"""Pictures of wins."""

import functools
from io import BytesIO

from PIL import Image, ImageChops, ImageFilter

from bot.pictures.keepsake import Keepsake, draw_keepsake
from engine import Card
from tests.engine.positions import cards

PATH = ((0, 0), (10, 5), (60, 20), (200, 60), (300, 104))


def drawn(suit: tuple[Card, ...], seed: int = 1) -> Image.Image:
    win = Keepsake("Diplomat", "#206", "12:34", PATH, 104, suit, seed, (34, 63, 108))
    return Image.open(BytesIO(draw_keepsake(win))).convert("L")


def eights_with(three: int) -> tuple[Card, ...]:
    """Thirteen eights, of which one is a three."""
    suit = [*cards("8♣") * 13]
    (suit[three],) = cards("3♣")
    return tuple(suit)


def test_the_rank_of_each_card_is_visible_in_full() -> None:
    plain = drawn(eights_with(0)[1:] + cards("8♣"))

    def changed(three: int) -> int:
        difference = ImageChops.difference(drawn(eights_with(three)), plain)
        return sum(shade > 64 for shade in difference.tobytes())

    alone = changed(12)
    assert alone > 50
    assert all(changed(three) > 0.8 * alone for three in range(12))


def test_no_confetti_falls_on_words_or_cards() -> None:
    suit = cards("A♠ 2♠ 3♠ 4♠ 5♠ 6♠ 7♠ 8♠ 9♠ 10♠ J♠ Q♠ K♠")
    pictures = [drawn(suit, seed) for seed in range(6)]
    assert len({picture.tobytes() for picture in pictures}) == 6
    # What is bright whatever the seed is no confetti.
    drawn_always = functools.reduce(ImageChops.darker, pictures)
    words = drawn_always.point(lambda shade: 255 * (shade > 100)).filter(ImageFilter.MaxFilter(5))
    assert words.histogram()[255] > 60_000
    for picture in pictures:
        difference = ImageChops.multiply(ImageChops.difference(picture, drawn_always), words)
        assert max(difference.tobytes()) < 32, "the same but for the palette"
