"""Cards, the new pack and their texts."""

from __future__ import annotations

import pytest

from engine import CARDS, parse_card

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
PACK = [f"{rank}{suit}" for suit in "♣♦♥♠" for rank in RANKS]


def test_the_new_pack_has_clubs_diamonds_hearts_and_spades_each_from_ace_to_king() -> None:
    assert list(map(str, CARDS)) == PACK


@pytest.mark.parametrize("text", ["10♥", "10h", " 10H "])
def test_parse_card_accepts_suits_as_symbols_and_letters(text: str) -> None:
    assert str(parse_card(text)) == "10♥"


@pytest.mark.parametrize("text", ["", "1♥", "10", "♥", "11♥", "10♥♥", "T♥", "Joker"])
def test_parse_card_rejects_other_texts(text: str) -> None:
    with pytest.raises(ValueError, match="is not a card"):
        parse_card(text)
