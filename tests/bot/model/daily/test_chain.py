"""The chain of the days' keys: anyone can go back along it, and one changed key breaks it."""

import hashlib
from datetime import date, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.model.daily.chain import DAYS, Chain, chain_of, key_before

CHAIN = Chain(date(2028, 2, 29), "0" * 64)
PLACES = st.integers(0, DAYS - 1)


def after(days: int) -> date:
    return CHAIN.begun + timedelta(days)


def back(key: str, days: int) -> str:
    """Go back along a chain, without the code under test."""
    for _ in range(days):
        key = hashlib.sha256(key.encode()).hexdigest()
    return key


def test_the_seed_is_hashed_once_for_each_day_of_forty_years() -> None:
    assert CHAIN.anchor == CHAIN.key(CHAIN.begun) == back(CHAIN.seed, DAYS)
    assert CHAIN.last == date(2068, 2, 28)
    assert CHAIN.key(CHAIN.last) == key_before(CHAIN.seed)


@given(PLACES, PLACES)
def test_each_key_leads_to_every_earlier_one(one: int, another: int) -> None:
    earlier, later = sorted((one, another))
    assert back(CHAIN.key(after(later)), later - earlier) == CHAIN.key(after(earlier))


@given(st.lists(st.integers(0, DAYS), min_size=1, max_size=4, unique=True), st.integers(-1, 2 * DAYS))
def test_a_day_is_drawn_from_the_newest_chain_that_was_begun_before_it(begun: list[int], days: int) -> None:
    chains = [Chain(after(each), str(each)) for each in sorted(begun)]
    found = chain_of(after(days), chains)
    able = [chain for chain in chains if chain.begun < after(days) <= chain.last]
    assert found == max(able, key=lambda chain: chain.begun, default=None)


def test_a_chain_that_follows_another_on_its_last_day_leaves_no_day_out() -> None:
    following = Chain(CHAIN.last, "2")
    chains = [CHAIN, following]
    assert chain_of(CHAIN.begun, chains) is None
    found = [chain_of(day, chains) for day in (after(1), CHAIN.last, CHAIN.last + timedelta(1))]
    assert found == [CHAIN, CHAIN, following]
