"""Rate limits: no player exceeds them by playing, nobody gets around them, and they take little memory."""

import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.app.limits import MOST_USERS, Limit, Limits
from tests.support.card_room import CardRoom
from tests.support.clock import Clock

BURST = 20
PER_SECOND = 5.0
WINDOW = BURST / PER_SECOND

calls = st.lists(st.tuples(st.floats(0, 30), st.sampled_from([0.5, 1.0, 3.0, 10.0])), max_size=150)
"""The seconds since the previous call, and the cost of each call."""


def make(clock: Clock, *, user: float = PER_SECOND, everyone: float = 0.0) -> Limits:
    return Limits(user_burst=BURST, user_per_second=user, all_per_second=everyone, clock=clock)


@given(calls)
def test_nobody_pays_more_than_two_bursts_in_the_time_of_one(sequence: list[tuple[float, float]]) -> None:
    clock = Clock()
    limits = make(clock)
    paid: list[tuple[float, float]] = []
    for pause, cost in sequence:
        clock.now += pause
        if limits.take(1, cost) is None:
            paid.append((clock.now, cost))
        assert sum(cost for moment, cost in paid if clock.now - moment < WINDOW) <= 2 * BURST


@given(calls)
def test_nobody_is_refused_who_has_paid_less_than_a_burst_in_that_time(sequence: list[tuple[float, float]]) -> None:
    clock = Clock()
    limits = make(clock)
    paid: list[tuple[float, float]] = []
    for pause, cost in sequence:
        clock.now += pause
        recent = sum(cost for moment, cost in paid if clock.now - moment <= WINDOW)
        is_refused = limits.take(1, cost) is Limit.USER
        assert not is_refused or recent + cost > BURST
        if not is_refused:
            paid.append((clock.now, cost))


def test_many_users_take_little_memory() -> None:
    limits = make(Clock(), everyone=0.0)
    tracemalloc.start()
    for user in range(3 * MOST_USERS):
        limits.take(user)
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size < 10e6


def test_no_human_plays_fast_enough_to_exceed_the_limit() -> None:
    """Three presses and a completion a second, for a quarter of an hour, with a hint now and then."""
    clock = Clock()
    limits = make(clock, everyone=200)
    for number in range(2700):
        clock.now += 1 / 3
        assert limits.take(1, 4.0 if number % 60 == 0 else 1.0) is None
        if number % 3 == 0:
            assert limits.take(1, 0.5, is_completion=True) is None


@pytest.mark.parametrize(("cost", "count"), [(0.5, 40), (1.0, 20), (4.0, 5), (10.0, 2), (99.0, 1)])
def test_what_costs_more_is_allowed_less_often(cost: float, count: int) -> None:
    limits = make(Clock())
    assert [limits.take(1, cost) for _ in range(50)].count(None) == count


def test_what_is_too_expensive_costs_nothing() -> None:
    limits = make(Clock())
    assert [limits.take(1, cost) for cost in (15.0, 10.0, 10.0, 5.0)] == [None, Limit.USER, Limit.USER, None]


def test_a_flooding_user_takes_nothing_from_others() -> None:
    limits = make(Clock(), everyone=50)
    flood = [limits.take(1) for _ in range(1000)]
    assert flood == [None] * 20 + [Limit.USER] * 980
    assert [limits.take(2 + number) for number in range(80)] == [None] * 80
    assert limits.take(5000) is Limit.ALL


def test_completions_are_the_first_to_be_refused() -> None:
    limits = make(Clock(), everyone=50)
    first = [limits.take(number, 0.5, is_completion=True) for number in range(60)]
    assert first == [None] * 50 + [Limit.ALL] * 10
    rest = [limits.take(100 + number) for number in range(60)]
    assert rest == [None] * 50 + [Limit.ALL] * 10


def test_an_interaction_refused_by_one_limit_costs_nothing_of_the_other() -> None:
    clock = Clock()
    limits = make(clock, everyone=10)
    assert [limits.take(number) for number in range(20)] == [None] * 20
    assert [limits.take(99) for _ in range(100)] == [Limit.ALL] * 100
    clock.now += 2.1
    assert [limits.take(99) for _ in range(21)] == [None] * 20 + [Limit.USER]


@pytest.fixture
def costs(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> list[float]:
    taken: list[float] = []

    def take(_user_id: int, cost: float, *, is_completion: bool) -> None:
        taken.append(cost)
        assert is_completion == (cost < 1)

    monkeypatch.setattr(room.client.limits, "take", take)
    return taken


async def test_a_word_costs_as_much_as_its_button(room: CardRoom, costs: list[float]) -> None:
    board = await room.start("tens", 8)
    await room.press(board, "Hint")
    await room.say("move", move="hint")
    await room.say("move", move="Undo")
    await room.complete("hint")
    assert costs == [1, 4, 4, 1, 0.5]


async def test_a_command_costs_as_much_as_its_button(room: CardRoom, costs: list[float]) -> None:
    board = await room.open_more(await room.start("tens", 8))
    await room.press(board, "Statistics")
    await room.say("stats")
    await room.say("leaderboard")
    assert costs == [1, 1, 1, 3, 3, 2]
