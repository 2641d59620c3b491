"""The rules of Tens, sentence by sentence, and its published win rate."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from statistics import fmean, stdev

import pytest

from engine import Game, Status
from engine.discarding import DiscardingPosition
from tests.engine.positions import game_at, moves, piles, play, rules_of, tens

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


def test_a_game_can_be_lost_with_cards_in_the_stock() -> None:
    assert game_at(tens("2♠ 3♥ K♦", stock="8♣")).status is Status.LOST


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
