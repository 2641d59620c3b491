"""The rules of Dimes, sentence by sentence."""

from __future__ import annotations

from collections import Counter
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


def test_a_foundation_is_full_with_a_nine_on_top() -> None:
    position = building("dimes", "10♠ | J♠", foundations="9♠ 9♠", stock="3♣")
    assert not moves(position) & {"1>f", "2>f"}


def test_the_waste_goes_to_a_foundation() -> None:
    assert foundations(play(building("dimes", "", waste="J♠"), "w>f")).endswith("J♠ 10♠")


def test_only_the_top_card_of_the_waste_is_in_play() -> None:
    assert "w>f" not in moves(building("dimes", "", waste="J♠ 5♦"))


def test_the_tableau_builds_down_in_suit() -> None:
    position = building("dimes", "7♠ | 6♠ | 6♣ | 8♠ | 5♠ | 2♦ | 2♥ | 2♣")
    assert moves(position) == {"2>1", "5>2", "1>4"}


def test_a_king_may_go_on_an_ace() -> None:
    assert piles(play(building("dimes", "A♠ | K♠ | K♥"), "2>1"))[0] == "A♠ K♠"


def test_a_king_of_another_suit_cannot_go_on_an_ace() -> None:
    assert "3>1" not in moves(building("dimes", "A♠ | K♠ | K♥"))


def test_only_one_card_moves() -> None:
    assert moves(building("dimes", "7♠ | 9♣ 6♠ 5♠ | 2♦ | 4♥ | 2♥ | 2♣ | 9♥ | 9♦")) == set()


def test_a_space_takes_any_one_card_of_tableau_waste_or_stock() -> None:
    position = building("dimes", "7♠ 2♦ |  | 3♠ | 4♥ | 2♥ | 2♣ | 9♥ | 9♦", waste="5♣", stock="4♣ 8♥")
    assert moves(position) == {"1>2", "w>2", "s>2", "draw"}
    after = play(position, "s>2")
    assert (piles(after)[1], waste(after), after.view().stock) == ("4♣", "5♣", 1)


def test_the_next_stock_card_goes_only_into_a_space() -> None:
    position = building("dimes", "7♠ | 3♠ | 5♥ | 2♥ | 2♣ | 9♥ | 9♦ | 5♦", stock="6♠")
    assert moves(position) == {"draw"}


def test_an_empty_stock_fills_no_space() -> None:
    assert moves(building("dimes", "7♠")) == set()


def test_a_whole_pile_cannot_move_into_a_space() -> None:
    assert moves(building("dimes", "7♠ | 3♥ | 2♦ 5♦")) == {f"3>{space}" for space in range(4, 9)}


def test_one_stock_card_goes_to_the_waste_at_any_time() -> None:
    position = building("dimes", "7♠ | 6♠", waste="J♠", stock="4♣ 8♥")
    assert "draw" in moves(position)
    assert waste(play(position, "draw", "draw")) == "J♠ 4♣ 8♥"


def test_there_is_no_redeal() -> None:
    assert "draw" not in moves(building("dimes", "7♠ | 6♠", waste="J♠ 4♣"))


def test_tens_deck_leaves_the_tens_in_the_pack() -> None:
    position = dealt("deck")
    assert (position.view().stock, position.home, foundations(position)) == (96, 0, "")
    assert Counter(str(card.rank) for card in (*position.stock, *sum(position.piles, ())))["10"] == 8


def test_both_options_deal_the_other_cards_in_the_same_order() -> None:
    both = [(*sum(position.piles, ()), *position.stock) for position in (dealt(), dealt("deck"))]
    assert both[0] == tuple(card for card in both[1] if str(card.rank) != "10")


def test_tens_deck_starts_empty_foundations_with_a_ten_only() -> None:
    position = building("dimes", "10♠ | J♠ | 9♥ | A♣", option="tens=deck")
    assert {move for move in moves(position) if move.endswith("f")} == {"1>f"}
    assert foundations(play(position, "1>f", "2>f")) == "J♠"


def test_tens_deck_lets_a_nine_go_on_a_ten() -> None:
    assert "2>1" in moves(building("dimes", "10♠ | 9♠", option="tens=deck"))


def test_tens_deck_lets_a_king_go_on_an_ace() -> None:
    assert "2>1" in moves(building("dimes", "A♠ | K♠", option="tens=deck"))


def test_tens_deck_fills_the_second_foundation_of_a_suit_with_the_second_ten() -> None:
    position = building("dimes", "10♠ | 10♠ J♠", foundations="Q♠", option="tens=deck")
    assert foundations(play(position, "1>f", "2>f")) == "Q♠ J♠"
