"""The rules of the games."""

from __future__ import annotations

import pytest

from bot.language import find_language
from bot.messages.rules_page import rules_page
from engine import VARIANTS, Variant
from tests.support.boards import all_text


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=list(VARIANTS))
def test_rules_explain_the_game_and_the_buttons_of_its_board(variant: Variant) -> None:
    page = all_text(rules_page(variant, {}, find_language("en")))
    assert variant.title in page
    assert variant.text in page
    assert ("**Buttons.**" in page) is not variant.rules.discards
    assert ("🏠" in page) is variant.rules.has_foundations
