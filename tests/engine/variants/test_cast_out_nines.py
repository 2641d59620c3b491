"""The rules of Cast Out Nines, sentence by sentence."""

from __future__ import annotations

from engine import Game
from tests.engine.positions import building, foundations, moves, piles, play

GAME = "cast-out-nines"
WRAP = "tableau=wrap"
OTHERS = "4♣ | 6♦ | 2♥ | J♣"


def test_seven_piles_of_one_card_and_97_in_the_stock() -> None:
    view = Game.new(GAME, 7).position.view()
    assert [len(pile) for pile in view.piles] == [1] * 7
    assert (view.stock, view.waste, view.home) == (97, (), 0)
    assert [top for _, top in view.foundations] == [None] * 8


def test_foundations_go_up_in_suit_from_the_nine_through_king_and_ace_to_the_eight() -> None:
    position = building(GAME, "9♠ | 10♠ | J♠ | Q♠ | K♠ | A♠ | 2♠", waste="8♠ 7♠ 6♠ 5♠ 4♠ 3♠")
    assert foundations(play(position, *(f"{pile}>f" for pile in range(1, 8)), *["w>f"] * 6)) == "8♠"


def test_the_tableau_builds_down_in_suit() -> None:
    assert moves(building(GAME, f"9♥ | 8♥ | 8♠ | {OTHERS}", foundations="K♥ 9♥ ")) == {"2>1"}


def test_a_run_moves_onto_a_card_one_rank_above_its_first_card_in_suit() -> None:
    position = building(GAME, f"J♦ 7♠ 6♠ 5♠ | 8♠ | 8♥ | {OTHERS}")
    assert moves(position) == {"1>2*3"}
    assert piles(play(position, "1>2*3"))[:2] == ["J♦", "8♠ 7♠ 6♠ 5♠"]


def test_only_one_card_goes_into_a_space() -> None:
    assert moves(building(GAME, f"7♠ 6♠ 5♠ | | 8♥ | {OTHERS}")) == {"1>2"}


def test_a_space_takes_one_card_of_the_waste_and_none_of_the_stock() -> None:
    position = building(GAME, f"J♦ | | 8♥ | {OTHERS}", waste="5♠", stock="K♠")
    assert moves(position) == {"w>2", "draw"}
    assert piles(play(position, "w>2"))[1] == "5♠"


def test_wrap_lets_a_king_go_on_an_ace() -> None:
    position = building(GAME, f"A♠ | K♠ | K♥ | {OTHERS}", option=WRAP)
    assert moves(position) == {"2>1"}


def test_wrap_lets_a_run_be_longer_than_a_suit() -> None:
    suit = "5♠ 4♠ 3♠ 2♠ A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ "
    position = building(GAME, f"K♦ {suit * 2}| 6♠ | 8♥ | {OTHERS}", option=WRAP)
    assert moves(position) == {"1>2*13", "1>2*26"}
    assert piles(play(position, "1>2*26"))[:2] == ["K♦", f"6♠ {suit * 2}".strip()]
