"""The rules of Diplomat, sentence by sentence."""

from __future__ import annotations

import re

import pytest

from engine import Game, parse_move
from tests.engine.positions import building, moves, piles, play, refusal

GAME = "diplomat"
FREE = "stock=free"


def test_eight_open_piles_of_four_and_72_in_the_stock() -> None:
    view = Game.new(GAME, 7).position.view()
    assert [len(pile) for pile in view.piles] == [4] * 8
    assert "▒" not in {str(card) for pile in view.piles for card in pile}
    assert (view.stock, view.waste, view.home) == (72, (), 0)
    assert [(str(base), top) for base, top in view.foundations] == [(f"A{suit}", None) for suit in "♣♣♦♦♥♥♠♠"]


def test_builds_down_in_any_suit() -> None:
    assert {"2>1", "3>1"} <= moves(building(GAME, "8♦ | 7♣ | 7♦"))
    assert "1>2" not in moves(building(GAME, "8♦ | 7♣ | 7♦"))


def test_a_space_takes_any_one_card_of_tableau_or_waste() -> None:
    position = building(GAME, "8♦ 3♦ | | J♠ | 3♣ | 3♥ | 3♠ | J♣ | J♥", waste="6♣", stock="K♠ K♥")
    assert moves(position) == {"1>2", "w>2", "draw"}
    assert piles(play(position, "w>2"))[1] == "6♣"


OTHERS = "J♠ | 3♣ | 3♥ | 3♠ | J♣ | J♥"


@pytest.mark.parametrize("upper", ["8♠", "8♥"])
def test_a_card_on_one_a_rank_above_it_does_not_close_the_stock(upper: str) -> None:
    position = building(GAME, f"{upper} 7♠ | 8♦ | {OTHERS}", stock="K♠")
    assert moves(position) == {"1>2", "draw"}


def test_joining_sequences_always_opens_the_stock_in_the_end() -> None:
    for deal in range(40):
        position = Game.new(GAME, deal).position
        for _ in range(104):
            if "draw" in moves(position):
                break
            source, target = (*re.findall(r"pile (\d)", refusal(position, "draw")), "f")[:2]
            assert f"{source}>{target}" in moves(position)
            position = position.play(parse_move(f"{source}>{target}"))
        assert "draw" in moves(position)


def test_stock_free_draws_at_any_time() -> None:
    assert "draw" in moves(building(GAME, f"A♠ | 8♦ | {OTHERS}", stock="K♠", option=FREE))
    assert "draw" in moves(building(GAME, f"9♦ 7♠ | 8♦ | {OTHERS}", stock="K♠", option=FREE))
