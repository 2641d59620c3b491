"""The rules of Diplomat, sentence by sentence."""

from __future__ import annotations

import re

import pytest

from engine import Game, parse_move
from tests.engine.positions import building, foundations, moves, piles, play, refusal, waste

GAME = "diplomat"
FREE = "stock=free"


def test_eight_open_piles_of_four_and_72_in_the_stock() -> None:
    view = Game.new(GAME, 7).position.view()
    assert [len(pile) for pile in view.piles] == [4] * 8
    assert "▒" not in {str(card) for pile in view.piles for card in pile}
    assert (view.stock, view.waste, view.home) == (72, (), 0)
    assert [(str(base), top) for base, top in view.foundations] == [(f"A{suit}", None) for suit in "♣♣♦♦♥♥♠♠"]


def test_foundations_go_up_in_suit_from_ace_to_king() -> None:
    position = building(GAME, " | ".join(f"{rank}♠" for rank in ["A", "2", "3", "4", "5", "6", "7"]), waste="8♠")
    after = play(position, *(f"{pile}>f" for pile in range(1, 8)), "w>f")
    assert foundations(after) == "8♠"
    assert moves(building(GAME, "A♠ | 2♥ ", foundations="K♠")) >= {"1>f"}
    assert "2>f" not in moves(building(GAME, "A♠ | 2♥ ", foundations="A♠"))


def test_a_foundation_with_a_king_is_full() -> None:
    assert not {"1>f"} & moves(building(GAME, "A♠", foundations="K♠ K♠"))


def test_builds_down_in_any_suit() -> None:
    assert {"2>1", "3>1"} <= moves(building(GAME, "8♦ | 7♣ | 7♦"))
    assert "1>2" not in moves(building(GAME, "8♦ | 7♣ | 7♦"))


def test_nothing_goes_on_an_ace() -> None:
    assert not {"2>1"} & moves(building(GAME, "3♥ A♠ | K♠", foundations="A♠ A♠"))


def test_only_one_card_moves() -> None:
    position = building(GAME, "8♦ | 3♦ 7♣ 6♣ | J♠ | 3♣ | 3♥ | 3♠ | J♣ | J♥")
    assert moves(position) == set()


def test_the_waste_goes_onto_a_card() -> None:
    assert "w>1" in moves(building(GAME, "8♦", waste="7♣"))


def test_a_space_takes_any_one_card_of_tableau_or_waste() -> None:
    position = building(GAME, "8♦ 3♦ | | J♠ | 3♣ | 3♥ | 3♠ | J♣ | J♥", waste="6♣", stock="K♠ K♥")
    assert moves(position) == {"1>2", "w>2", "draw"}
    assert piles(play(position, "w>2"))[1] == "6♣"


OTHERS = "J♠ | 3♣ | 3♥ | 3♠ | J♣ | J♥"


def test_the_stock_is_closed_while_a_top_card_can_go_to_a_foundation() -> None:
    assert "draw" not in moves(building(GAME, f"A♠ | 8♦ | {OTHERS}", stock="K♠"))


def test_the_stock_is_closed_while_a_top_card_can_go_to_a_foundation_even_from_a_sequence() -> None:
    assert "draw" not in moves(building(GAME, f"2♠ A♠ | 8♦ | {OTHERS}", stock="K♠"))


def test_the_stock_is_closed_while_a_top_card_can_go_onto_another_pile() -> None:
    assert "draw" not in moves(building(GAME, f"9♦ 7♠ | 8♦ | {OTHERS}", stock="K♠"))
    assert "draw" not in moves(building(GAME, f"7♠ | 8♦ | {OTHERS}", stock="K♠"))


@pytest.mark.parametrize("upper", ["8♠", "8♥"])
def test_a_card_on_one_a_rank_above_it_does_not_close_the_stock(upper: str) -> None:
    position = building(GAME, f"{upper} 7♠ | 8♦ | {OTHERS}", stock="K♠")
    assert moves(position) == {"1>2", "draw"}


def test_a_card_on_any_other_rank_closes_the_stock() -> None:
    assert "draw" not in moves(building(GAME, f"6♠ 7♠ | 8♦ | {OTHERS}", stock="K♠"))
    assert "draw" not in moves(building(GAME, f"K♥ 7♠ | 8♦ | {OTHERS}", stock="K♠"))


def test_a_king_on_an_ace_does_not_close_the_stock() -> None:
    assert "draw" in moves(building(GAME, f"A♠ K♠ | 8♦ | {OTHERS}", stock="K♥"))


def test_moves_into_spaces_do_not_close_the_stock() -> None:
    assert "draw" in moves(building(GAME, "8♦ 3♦ | 5♦", stock="K♠"))


@pytest.mark.parametrize("card", ["A♠", "7♠", "K♦"])
def test_waste_cards_do_not_close_the_stock(card: str) -> None:
    assert "draw" in moves(building(GAME, f"8♦ | | {OTHERS}", waste=card, stock="K♠"))


def test_the_stock_opens_once_the_sequences_are_joined() -> None:
    position = building(GAME, f"K♦ 7♠ | 8♦ | {OTHERS}", stock="K♠")
    assert waste(play(position, "1>2", "draw")) == "K♠"


@pytest.mark.parametrize(
    ("piles_", "named"),
    [
        (f"A♠ | 8♦ | {OTHERS}", "A♠ (pile 1) can go home."),
        (f"9♦ 7♠ | 8♦ | {OTHERS}", "7♠ (pile 1) can go on 8♦ (pile 2)."),
        ("8♥ 7♥ | 8♦ | 6♣ | 3♣ | 3♥ | 3♠ | J♣ | J♥", "6♣ (pile 3) can go on 7♥ (pile 1)."),
    ],
)
def test_a_refused_draw_names_a_move_that_closes_the_stock(piles_: str, named: str) -> None:
    assert named in refusal(building(GAME, piles_, stock="K♠"), "draw")


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


@pytest.mark.parametrize("option", ["", FREE])
def test_there_is_no_redeal(option: str) -> None:
    assert moves(building(GAME, f"K♥ | K♣ | {OTHERS}", waste="K♠", option=option)) == set()
