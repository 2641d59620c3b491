"""Options of games, and changing them while a game is played."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import VARIANTS, Game, IllegalMoveError, Variant
from tests.engine.games import CHOICES, DEAL_NUMBERS, STEP_SIZES, play_in_steps

CLOSING = [variant for variant in VARIANTS.values() if variant.open_stock]


def test_the_games_whose_stock_can_be_closed_have_an_option_to_keep_it_open() -> None:
    assert {variant.name: variant.open_stock for variant in CLOSING} == {
        "diplomat": {"stock": "free"},
        "grounds-for-divorce": {"rules": "classic"},
    }


@settings(max_examples=100)
@given(st.sampled_from(CLOSING), DEAL_NUMBERS, CHOICES, STEP_SIZES)
def test_moves_stand_under_the_option_that_keeps_the_stock_open(
    variant: Variant, deal: int, choices: list[int], sizes: list[int]
) -> None:
    game = play_in_steps(Game.new(variant.name, deal), choices, sizes)
    opened = game.under(variant.open_stock)
    assert opened.view() == game.view()
    assert opened.steps == game.steps
    if opened.view().stock:
        opened.play("draw")


def test_moves_that_are_illegal_under_other_options_do_not_stand() -> None:
    game = Game.new("diplomat", 8, {"stock": "free"})
    game.play("draw")
    with pytest.raises(IllegalMoveError):
        game.under({})


def test_moves_that_lead_to_another_table_under_other_options_do_not_stand() -> None:
    game = Game.new("dimes", 8)
    game.play("draw")
    with pytest.raises(IllegalMoveError, match="led elsewhere"):
        game.under({"tens": "deck"})
