"""The rules of Tens, sentence by sentence, and its published win rate."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from statistics import fmean, stdev

import pytest

from engine import Game, Status
from engine.discarding import DiscardingPosition
from tests.engine.positions import game_at, moves, piles, play, refusal, rules_of, tens

DEALS = 20_000


def first(deal: int) -> DiscardingPosition:
    position = Game.new("tens", deal).position
    assert isinstance(position, DiscardingPosition)
    return position


def test_thirteen_piles_of_one_card_and_39_in_the_stock() -> None:
    view = first(7).view()
    assert [len(pile) for pile in view.piles] == [1] * 13
    assert (view.stock, view.waste, view.foundations, view.home, view.pack) == (39, None, (), 0, 52)


@pytest.mark.parametrize("pair", ["A♠ 9♥", "2♣ 8♣", "3♦ 7♥", "4♠ 6♦", "5♠ 5♦", "9♥ A♠"])
def test_two_cards_that_add_up_to_ten_are_discarded(pair: str) -> None:
    assert moves(tens(pair)) == {"1+2"}
    after = play(tens(pair), "1+2")
    assert (after.home, piles(after)) == (2, [])


def test_no_other_pair_can_be_discarded() -> None:
    ranks = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"]
    pairs = {(one, other) for one in ranks for other in ranks if moves(tens(f"{one}♠ {other}♥"))}
    assert pairs == {("A", "9"), ("2", "8"), ("3", "7"), ("4", "6"), ("5", "5")} | {
        ("9", "A"),
        ("8", "2"),
        ("7", "3"),
        ("6", "4"),
    }


@pytest.mark.parametrize("rank", ["10", "J", "Q", "K"])
def test_all_four_of_a_rank_are_discarded_together(rank: str) -> None:
    four = f"{rank}♠ 2♣ {rank}♥ {rank}♣ 3♣ {rank}♦"
    assert moves(tens(four)) == {"1+3+4+6"}
    assert moves(tens(four.removesuffix(f" {rank}♦"))) == set()


@pytest.mark.parametrize("rank", ["A", "4", "5", "9"])
def test_four_of_a_lower_rank_are_not_a_set(rank: str) -> None:
    assert "1+2+3+4" not in moves(tens(f"{rank}♠ {rank}♥ {rank}♦ {rank}♣"))


def test_three_cards_that_add_up_to_ten_are_not_a_set() -> None:
    assert moves(tens("2♠ 3♥ 5♦")) == set()


def test_emptied_piles_are_refilled_from_the_stock_lowest_pile_first() -> None:
    after = play(tens("2♠ 3♥ K♦ 8♦", stock="Q♣ J♣ 10♣"), "1+4")
    assert piles(after) == ["Q♣", "3♥", "K♦", "J♣"]
    assert after.view().stock == 1


def test_a_stock_of_one_card_fills_the_lowest_pile() -> None:
    assert piles(play(tens("2♠ 3♥ K♦ 8♦", stock="Q♣"), "1+4")) == ["Q♣", "3♥", "K♦"]


def test_four_discarded_cards_are_all_replaced() -> None:
    after = play(tens("K♠ 3♥ K♦ K♣ K♥", stock="2♣ 3♣ 4♣ 5♣ 6♣"), "1+3+4+5")
    assert piles(after) == ["2♣", "3♥", "3♣", "4♣", "5♣"]


def test_there_is_nothing_to_draw() -> None:
    assert "draw" not in moves(tens("2♠ 3♥ K♦ 8♦", stock="Q♣"))


def test_a_game_can_be_lost_with_cards_in_the_stock() -> None:
    assert game_at(tens("2♠ 3♥ K♦", stock="8♣")).status is Status.LOST


def test_the_game_is_won_once_every_card_is_home() -> None:
    home = first(7).piles + first(7).stock
    position = tens("2♠ 8♥")
    game = game_at(DiscardingPosition(position.rules, position.piles, (), tuple(filter(None, home))[:50]))
    assert game.status is Status.PLAYING
    game.play("1+2")
    assert (game.home, game.status) == (52, Status.WON)


def test_a_refusal_says_which_card_completes_the_set() -> None:
    assert refusal(tens("2♠ 3♥ K♦"), "1+2") == "2♠ + 3♥ isn't a set: 2♠ pairs with any 8."
    assert refusal(tens("5♠ 3♥ K♦"), "1+2") == "5♠ + 3♥ isn't a set: 5♠ pairs with any 5."
    assert refusal(tens("K♠ 3♥ K♦"), "1+3") == "K♠ + K♦ isn't a set: Ks go only as four of a kind."


def play_out(position: DiscardingPosition, random: Random | None = None) -> int:
    """Discard the first set or random ones to the end; return the number of cards home."""
    while moves := position.legal_moves():
        position = position.play(random.choice(moves) if random else moves[0])
    return position.home


def test_win_rate_and_mean_match_the_published_figures() -> None:
    rules = rules_of("tens")
    removed = [play_out(DiscardingPosition.deal(rules, deal)) for deal in range(DEALS)]  # type: ignore[arg-type]
    counts = Counter(removed)

    def is_near(share: float, published: float) -> bool:
        return abs(share - published) < 4 * math.sqrt(published * (1 - published) / DEALS)

    assert is_near(counts[52] / DEALS, 0.0913)
    assert is_near(counts[0] / DEALS, 0.0226)
    assert abs(fmean(removed) - 14.7) < 4 * stdev(removed) / math.sqrt(DEALS)


def test_the_order_of_removals_does_not_change_how_far_a_deal_goes() -> None:
    random = Random(1)
    for deal in range(400):
        assert {play_out(first(deal), random) for _ in range(4)} == {play_out(first(deal))}
