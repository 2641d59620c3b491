"""Rate limits: no player exceeds them by playing, nobody gets around them, and they take little memory."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.services import limits as limits_module
from bot.services.limits import Limit, Limits, TokenBuckets
from tests.support.clock import Clock

BURST = 20.0
PER_SECOND = 5.0

calls = st.lists(st.tuples(st.floats(0, 30), st.sampled_from([1.0, 3.0, 10.0])), max_size=150)
"""The seconds since the previous call, and the cost of each call."""


def taken(buckets: TokenBuckets, key: object, tokens: float = 1.0) -> bool:
    if not buckets.has(str(key), tokens):
        return False
    buckets.take(str(key), tokens)
    return True


@given(calls)
def test_a_bucket_behaves_as_if_it_counted_tokens(sequence: list[tuple[float, float]]) -> None:
    clock = Clock()
    buckets = TokenBuckets(BURST, PER_SECOND, clock=clock)
    tokens = BURST
    for pause, cost in sequence:
        clock.now += pause
        tokens = min(BURST, tokens + pause * PER_SECOND)
        if abs(tokens - cost) > 1e-3:  # else rounding decides
            assert taken(buckets, "alice", cost) == (tokens >= cost)
            tokens -= cost if tokens >= cost else 0
        elif taken(buckets, "alice", cost):
            tokens -= cost


@given(st.lists(st.tuples(st.floats(0, 2), st.integers(0, 30)), max_size=200))
def test_full_buckets_are_dropped(sequence: list[tuple[float, int]]) -> None:
    clock = Clock()
    buckets = TokenBuckets(2.0, 1.0, clock=clock)
    last: dict[int, float] = {}
    for pause, user in sequence:
        clock.now += pause
        if taken(buckets, user):
            last[user] = clock.now
            recent = sum(clock.now - moment <= 2.0 + 1e-3 for moment in last.values())
            assert len(buckets) <= recent


def test_the_number_of_buckets_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MOST_BUCKETS", 100)
    buckets = TokenBuckets(BURST, PER_SECOND, clock=Clock())
    for user in range(1000):
        assert taken(buckets, user)
        assert len(buckets) <= 100


def make(clock: Clock, *, user: float = PER_SECOND, everyone: float = 0.0) -> Limits:
    return Limits(user_burst=BURST, user_per_second=user, all_per_second=everyone, clock=clock)


def met(limits: Limits, number: int, user: int = 1, cost: float = 1.0, *, is_completion: bool = False) -> Limit | None:
    return limits.take(number, user, cost, is_completion=is_completion)


def test_no_human_plays_fast_enough_to_exceed_the_limit() -> None:
    """Three presses and three completions a second, for a quarter of an hour, with a hint now and then."""
    clock = Clock()
    limits = make(clock, everyone=200)
    for number in range(0, 5400, 2):
        clock.now += 1 / 3
        assert met(limits, number, cost=4.0 if number % 120 == 0 else 1.0) is None
        assert met(limits, number + 1, cost=0.5, is_completion=True) is None


@pytest.mark.parametrize(("cost", "count"), [(0.5, 40), (1.0, 20), (4.0, 5), (10.0, 2), (99.0, 1)])
def test_what_costs_more_is_allowed_less_often(cost: float, count: int) -> None:
    limits = make(Clock())
    assert [met(limits, number, cost=cost) for number in range(50)].count(None) == count


def test_a_flooding_user_takes_nothing_from_others() -> None:
    limits = make(Clock(), everyone=50)
    flood = [met(limits, number) for number in range(1000)]
    assert flood == [None] * 20 + [Limit.USER] * 980
    assert [met(limits, 1000 + number, user=2 + number) for number in range(80)] == [None] * 80
    assert met(limits, 5000, user=5000) is Limit.ALL


def test_completions_are_the_first_to_be_refused() -> None:
    limits = make(Clock(), everyone=50)
    first = [met(limits, number, user=number, is_completion=True) for number in range(60)]
    assert first == [None] * 50 + [Limit.ALL] * 10
    rest = [met(limits, 100 + number, user=100 + number) for number in range(60)]
    assert rest == [None] * 50 + [Limit.ALL] * 10


def test_an_interaction_refused_by_one_limit_costs_nothing_of_the_other() -> None:
    clock = Clock()
    limits = make(clock, everyone=10)
    assert [met(limits, number, user=number) for number in range(20)] == [None] * 20
    assert [met(limits, 100 + number, user=99) for number in range(100)] == [Limit.ALL] * 100
    clock.now += 2
    assert [met(limits, 300 + number, user=99) for number in range(21)] == [None] * 20 + [Limit.USER]


def test_a_repeated_interaction_gets_the_same_decision_and_costs_nothing() -> None:
    clock = Clock()
    limits = make(clock)
    decided = [met(limits, number) for number in range(25)]
    clock.now += 2.0
    assert [met(limits, number) for number in range(25)] == decided
    assert [met(limits, 100 + number) for number in range(11)] == [None] * 10 + [Limit.USER]


def test_a_flooding_user_is_told_only_now_and_then() -> None:
    clock = Clock()
    limits = make(clock)
    told = []
    for _ in range(250):
        clock.now += 0.1
        told.append(limits.claim_notice(1))
    assert told.count(True) == 3
    assert limits.claim_notice(2)


def test_without_limits_everything_is_allowed() -> None:
    limits = Limits()
    assert {met(limits, number, cost=10.0) for number in range(10_000)} == {None}
