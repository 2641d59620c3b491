"""Tens: it is luck, and its win rate is the published one."""

import math
from collections import Counter
from random import Random
from statistics import fmean, stdev

from engine import Game
from engine.discarding import DiscardingPosition
from tests.engine.positions import rules_of

DEALS = 20_000


def first(deal: int) -> DiscardingPosition:
    position = Game.new("tens", deal).position
    assert isinstance(position, DiscardingPosition)
    return position


def play_out(position: DiscardingPosition, random: Random | None = None) -> int:
    """Discard the first set or random ones to the end; return the number of cards home."""
    while moves := position.legal_moves():
        position = position.play(random.choice(moves) if random else moves[0])
    return position.cards_home


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
