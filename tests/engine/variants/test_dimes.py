"""The rules of Dimes, sentence by sentence."""

from __future__ import annotations

from itertools import pairwise

from engine import Game
from engine.building import BuildingPosition
from tests.engine.positions import building, foundations, moves, piles, play, waste


def dealt(tens: str = "dealt") -> BuildingPosition:
    position = Game.new("dimes", 7, {"tens": tens}).position
    assert isinstance(position, BuildingPosition)
    return position


def test_eight_piles_of_one_card_and_88_in_the_stock() -> None:
    view = dealt().view()
    assert [len(pile) for pile in view.piles] == [1] * 8
    assert (view.stock, view.waste, view.home, view.pack) == (88, (), 8, 104)


def test_the_eight_tens_are_dealt_to_the_foundations() -> None:
    position = dealt()
    assert foundations(position) == "10♣ 10♣ 10♦ 10♦ 10♥ 10♥ 10♠ 10♠"
    assert "10" not in {str(card.rank) for card in (*position.stock, *sum(position.piles, ()))}


def test_foundations_go_up_in_suit_from_the_ten_through_king_and_ace_to_the_nine() -> None:
    order = ["10", "J", "Q", "K", "A", "2", "3", "4", "5", "6", "7", "8", "9"]
    for top, following in pairwise(order):
        position = building("dimes", f"{following}♠ | {following}♥", foundations=f"{top}♠", stock="3♣")
        assert foundations(play(position, "1>f")).endswith(f" 10♥ {following}♠ 10♠")


def test_the_tableau_builds_down_in_suit() -> None:
    position = building("dimes", "7♠ | 6♠ | 6♣ | 8♠ | 5♠ | 2♦ | 2♥ | 2♣")
    assert moves(position) == {"2>1", "5>2", "1>4"}


def test_a_king_may_go_on_an_ace() -> None:
    assert piles(play(building("dimes", "A♠ | K♠ | K♥"), "2>1"))[0] == "A♠ K♠"


def test_only_one_card_moves() -> None:
    assert moves(building("dimes", "7♠ | 9♣ 6♠ 5♠ | 2♦ | 4♥ | 2♥ | 2♣ | 9♥ | 9♦")) == set()


def test_a_space_takes_any_one_card_of_tableau_waste_or_stock() -> None:
    position = building("dimes", "7♠ 2♦ |  | 3♠ | 4♥ | 2♥ | 2♣ | 9♥ | 9♦", waste="5♣", stock="4♣ 8♥")
    assert moves(position) == {"1>2", "w>2", "s>2", "draw"}
    after = play(position, "s>2")
    assert (piles(after)[1], waste(after), after.view().stock) == ("4♣", "5♣", 1)


def test_both_options_deal_the_other_cards_in_the_same_order() -> None:
    both = [(*sum(position.piles, ()), *position.stock) for position in (dealt(), dealt("deck"))]
    assert both[0] == tuple(card for card in both[1] if str(card.rank) != "10")


def test_tens_deck_lets_a_nine_go_on_a_ten() -> None:
    assert "2>1" in moves(building("dimes", "10♠ | 9♠", option="tens=deck"))
