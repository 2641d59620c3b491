"""The rules of Grounds for Divorce, sentence by sentence."""

from __future__ import annotations

import pytest

from engine import Game, Status, parse_move
from tests.engine.positions import building, game_at, moves, piles, play

GAME = "grounds-for-divorce"
CLASSIC = "rules=classic"
OTHERS = "| 9♣ | 9♦ | 9♥ | 9♠ | 9♣ | 9♦ | 9♥"  # seven piles without moves
KING_TO_TWO = "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠"


def test_ten_piles_of_four_hidden_cards_and_one_face_up() -> None:
    view = Game.new(GAME, 7).position.view()
    assert [[str(card) for card in pile][:4] for pile in view.piles] == [["▒"] * 4] * 10
    assert all(len(pile) == 5 and str(pile[4]) != "▒" for pile in view.piles)
    assert (view.stock, view.foundations, view.waste, view.home) == (54, (), None, 0)


def test_a_run_of_any_length_moves_onto_a_card() -> None:
    position = building(GAME, f"Q♠ J♠ 10♠ | K♥ | J♦ {OTHERS}")
    assert {"1>2*3", "1>3"} <= moves(position)
    assert "1>2*2" not in moves(position)
    assert piles(play(position, "1>2*3"))[1] == "K♥ Q♠ J♠ 10♠"


def test_a_space_takes_any_card_or_run() -> None:
    position = building(GAME, f"4♦ Q♠ J♠ 3♥ 2♥ | | 5♣ {OTHERS}")
    assert moves(position) == {"1>2", "1>2*2"}


def test_a_king_to_ace_run_is_discarded_at_once_and_the_card_under_it_turns_up() -> None:
    position = building(GAME, f"(2♦ 5♥) {KING_TO_TWO} | A♠ | 5♣ {OTHERS}")
    after = play(position, "2>1")
    assert piles(after)[:2] == ["▒ 5♥", ""]
    assert after.home == 13


def test_a_king_to_ace_run_with_a_hidden_card_is_not_discarded() -> None:
    position = building(GAME, f"({KING_TO_TWO[:2]}) {KING_TO_TWO[3:]} | A♠ | 5♣ {OTHERS}")
    assert play(position, "2>1").home == 0


def test_a_deal_may_finish_sequences() -> None:
    position = building(GAME, f"5♥ {KING_TO_TWO} | 4♦ {KING_TO_TWO} | 5♣ {OTHERS}", stock="A♠ A♠ " + "2♣ " * 8)
    after = play(position, "draw")
    assert (piles(after)[:3], after.home) == (["5♥", "4♦", "5♣ 2♣"], 26)


def test_the_last_four_cards_go_to_the_first_four_piles() -> None:
    game = Game.new(GAME, 7)
    for stock in (44, 34, 24, 14, 4):
        game.play("draw")
        assert game.position.view().stock == stock
    before = [len(pile) for pile in game.position.view().piles]
    game.play("draw")
    assert [len(pile) for pile in game.position.view().piles] == [
        count + (number <= 4) for number, count in enumerate(before, 1)
    ]
    assert game.position.view().stock == 0
    assert "draw" not in moves(game.position)


def test_the_game_is_lost_if_the_stock_can_never_be_dealt() -> None:
    position = building(GAME, f"5♥ | | 5♣ {OTHERS}", stock="A♠ 2♠")
    assert game_at(position).status is Status.LOST


@pytest.mark.parametrize("left", [2, 5, 8, 9])
def test_a_move_after_which_the_stock_can_never_be_dealt_has_a_warning(left: int) -> None:
    rest = " | ".join(["5♥ 9♦", *["9♣"] * (left - 2)])
    position = building(GAME, f"{KING_TO_TWO} | A♠ | {rest}", stock="2♦ 3♦ 4♦ 5♦")
    warning = position.warning(parse_move("2>1"))
    assert warning is not None
    assert f"{left} cards for 10 piles" in str(warning)
    assert "the last 4 stock cards would be stuck" in str(warning)


def test_a_move_that_leaves_ten_cards_has_no_warning() -> None:
    position = building(GAME, f"{KING_TO_TWO} | A♠ | 5♥ 5♦ 5♣ {OTHERS}", stock="2♦")
    assert position.warning(parse_move("2>1")) is None
    assert play(position, "2>1").view().home == 13


@pytest.mark.parametrize(
    ("piles", "stock", "option"),
    [
        (f"{KING_TO_TWO} | A♠ | 5♥", "", ""),
        ("8♠ | 7♥ | 2♥", "2♦", ""),  # it can never be dealt anyway
        (f"{KING_TO_TWO} | A♠ | 5♥", "2♦", CLASSIC),
    ],
    ids=["an empty stock", "too few cards before", "classic"],
)
def test_a_move_that_makes_nothing_worse_has_no_warning(piles: str, stock: str, option: str) -> None:
    assert building(GAME, piles, stock=stock, option=option).warning(parse_move("2>1")) is None


def test_classic_lets_a_king_go_on_an_ace() -> None:
    assert moves(building(GAME, f"A♠ | K♥ | 5♣ {OTHERS}", option=CLASSIC)) == {"2>1"}


@pytest.mark.parametrize("run", [f"{KING_TO_TWO} | A♠", "7♠ 6♠ 5♠ 4♠ 3♠ 2♠ A♠ K♠ Q♠ J♠ 10♠ 9♠ | 8♠"])
def test_classic_discards_any_thirteen_cards_in_suit_and_sequence(run: str) -> None:
    after = play(building(GAME, f"{run} | 5♣ {OTHERS}", option=CLASSIC), "2>1")
    assert (piles(after)[0], after.home) == ("", 13)


def test_classic_discards_the_last_thirteen_of_a_longer_run() -> None:
    position = building(GAME, f"9♠ 8♠ 7♠ 6♠ 5♠ 4♠ | 5♦ 3♠ 2♠ A♠ K♠ Q♠ J♠ 10♠ 9♠ | 5♣ {OTHERS}", option=CLASSIC)
    assert piles(play(position, "2>1*8"))[:2] == ["9♠", "5♦"]


def test_a_classic_deal_gives_one_card_to_each_pile_that_is_not_empty() -> None:
    position = building(GAME, "5♥ | | 5♣ | | 9♠", stock="A♦ 2♦ 3♦ 4♦", option=CLASSIC)
    assert piles(play(position, "draw")) == ["5♥ A♦", "", "5♣ 2♦", "", "9♠ 3♦"]


def test_a_classic_deal_goes_to_the_first_pile_if_all_are_empty() -> None:
    position = building(GAME, "", stock="A♦ 2♦", option=CLASSIC)
    assert piles(play(position, "draw")) == ["A♦"]
    assert piles(play(position, "draw", "draw")) == ["A♦ 2♦"]
