"""The rules of the games."""

from __future__ import annotations

import pytest

from bot.messages.rules_page import OPENING_DEAL, opening, rules_page
from engine import VARIANTS, Variant
from engine.winnable import winnable_deals
from tests.support.boards import (
    EMOJI,
    EMOJI_BY_KEY,
    PICTURE,
    TEXT,
    all_text,
)


def test_the_example_in_the_rules_shows_the_cards_of_no_contest() -> None:
    lists = [winnable_deals(name, options) for name in VARIANTS for options in _all_options(VARIANTS[name])]
    assert sum(map(bool, lists)) >= 7
    assert not any(OPENING_DEAL in each for each in lists)


def _all_options(variant: Variant) -> list[dict[str, str]]:
    return [{}, *({option.name: value} for option in variant.options for value in option.values)]


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_rules_show_an_opening_in_the_chosen_view(variant: Variant) -> None:
    text, emoji = (all_text(rules_page(opening(variant, {}), style)) for style in (TEXT, EMOJI))
    picture = rules_page(opening(variant, {}), PICTURE, picture=b"a picture")
    for page in (text, emoji, all_text(picture)):
        assert variant.title in page
        assert variant.text in page
    assert "(deal 1100)**\n```" in text
    assert str(EMOJI_BY_KEY["n1"]) in emoji
    assert picture.picture is not None
    assert "1: " in picture.picture.description
