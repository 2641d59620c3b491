"""Grounds for Divorce: rare deals, and the warning before a move that makes further deals impossible."""

import pytest

from engine import parse_move
from engine.refusals import warning
from tests.engine.positions import building, play

GAME = "grounds-for-divorce"
CLASSIC = "rules=classic"
OTHERS = "| 9♣ | 9♦ | 9♥ | 9♠ | 9♣ | 9♦ | 9♥"  # seven piles without moves
KING_TO_TWO = "K♠ Q♠ J♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠ 2♠"


def test_a_deal_may_finish_sequences() -> None:
    position = building(GAME, f"5♥ {KING_TO_TWO} | 4♦ {KING_TO_TWO} | 5♣ {OTHERS}", stock="A♠ A♠ " + "2♣ " * 8)
    after = play(position, "draw")
    assert [str(pile[-1]) for pile in after.view().piles[:3]] == ["5♥", "4♦", "2♣"]
    assert after.cards_home == 26


def test_a_classic_deal_goes_to_the_first_pile_if_all_are_empty() -> None:
    after = play(building(GAME, "", stock="A♦ 2♦", option=CLASSIC), "draw", "draw")
    assert [len(pile) for pile in after.view().piles] == [2, *[0] * 9]


@pytest.mark.parametrize("left", [2, 5, 8, 9])
def test_a_move_after_which_the_stock_can_never_be_dealt_has_a_warning(left: int) -> None:
    rest = " | ".join(["5♥ 9♦", *["9♣"] * (left - 2)])
    position = building(GAME, f"{KING_TO_TWO} | A♠ | {rest}", stock="2♦ 3♦ 4♦ 5♦")
    warned = warning(position, parse_move("2>1"))
    assert warned is not None
    assert f"{left} cards for 10 piles" in str(warned)
    assert "the last 4 stock cards would be stuck" in str(warned)


def test_a_move_that_leaves_ten_cards_has_no_warning() -> None:
    position = building(GAME, f"{KING_TO_TWO} | A♠ | 5♥ 5♦ 5♣ {OTHERS}", stock="2♦")
    assert warning(position, parse_move("2>1")) is None
    assert play(position, "2>1").view().cards_home == 13


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
    assert warning(building(GAME, piles, stock=stock, option=option), parse_move("2>1")) is None
