"""Options of games."""

from __future__ import annotations

from engine import VARIANTS


def test_the_games_whose_stock_can_be_closed_have_an_option_to_keep_it_open() -> None:
    assert {variant.name: variant.open_stock for variant in VARIANTS.values() if variant.open_stock} == {
        "diplomat": {"stock": "free"},
        "grounds-for-divorce": {"rules": "classic"},
    }
