"""Which interactions are too old, whatever the clocks say."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.app.interaction_clock import LATEST_SECONDS, InteractionClock

HOUR = 60 * 60.0
DAY = 24 * HOUR
START = datetime(2026, 11, 21, tzinfo=UTC)


class Clocks:
    """Discord's clock, the host's, which is `ahead` of it, and the monotonic one, which may drift."""

    def __init__(self, *, ahead: float = 0.0, drift: float = 0.0) -> None:
        self.passed = 0.0
        self.drift = drift
        self.of_interactions = InteractionClock(
            clock=lambda: START.timestamp() + ahead, monotonic=lambda: 1000.0 + self.passed * (1 + self.drift)
        )

    def is_late(self, *, ago: float = 0.05) -> bool:
        """Whether an interaction that arrives now is too old; Discord accepts an answer to one under three seconds."""
        created_at = START + timedelta(seconds=self.passed - ago)
        is_late = self.of_interactions.age(created_at) > LATEST_SECONDS
        if is_late and ago < 3:
            self.of_interactions.was_behind(created_at)
        return is_late


@pytest.mark.parametrize("ahead", [0.0, -2.0, -60.0, -DAY])
def test_with_a_clock_that_is_right_or_behind_only_old_interactions_are_late(ahead: float) -> None:
    clocks = Clocks(ahead=ahead)
    for _ in range(10):
        assert not clocks.is_late()
        clocks.passed += HOUR
        assert not clocks.is_late(ago=2.4)
        assert clocks.is_late(ago=3.1)
        assert clocks.is_late(ago=DAY)


@pytest.mark.parametrize("ahead", [2.0, 60.0, DAY])
def test_a_clock_that_is_ahead_costs_one_interaction_at_most(ahead: float) -> None:
    clocks = Clocks(ahead=ahead)
    late = []
    for _ in range(10):
        late.append(clocks.is_late())
        clocks.passed += 1.0
    assert sum(late) <= 1
    assert clocks.is_late(ago=3.1)


def test_an_interaction_that_was_rejected_stays_late_when_it_is_delivered_again() -> None:
    clocks = Clocks(ahead=60.0)
    assert clocks.is_late()
    clocks.passed += 1.0
    assert not clocks.is_late()
    assert clocks.is_late(ago=1.05)


def test_all_rejected_interactions_stay_late_in_whatever_order_discord_accepts_the_answers() -> None:
    clocks = Clocks(ahead=60.0)
    older, newer = (START + timedelta(seconds=seconds) for seconds in (0.0, 0.5))
    clocks.passed = 0.6
    assert clocks.of_interactions.age(older) > LATEST_SECONDS
    assert clocks.of_interactions.age(newer) > LATEST_SECONDS
    clocks.of_interactions.was_behind(newer)
    clocks.passed = 0.8
    clocks.of_interactions.was_behind(older)
    clocks.passed = 1.0
    for redelivered in (newer, older):
        assert clocks.of_interactions.age(redelivered) > LATEST_SECONDS
    assert not clocks.is_late()


@pytest.mark.parametrize("drift", [-1e-4, 1e-4])
def test_clocks_that_drift_apart_cost_an_interaction_in_hours_at_most(drift: float) -> None:
    clocks = Clocks(drift=drift)
    late = 0
    for _ in range(24):
        clocks.passed += HOUR
        late += clocks.is_late()
    assert late <= 4
    assert clocks.is_late(ago=3.1)


def test_after_a_machine_has_slept_new_interactions_are_on_time() -> None:
    """Its monotonic clock stood still meanwhile."""
    clocks = Clocks()
    assert not clocks.is_late()
    clocks.drift = -0.5
    clocks.passed += DAY
    assert not clocks.is_late()
    assert clocks.is_late(ago=3.1)


@pytest.mark.parametrize(("ahead", "said"), [(365 * DAY, "ahead of"), (-7200.0, "behind"), (5.0, None)])
def test_the_log_says_how_far_the_clock_is_off(
    ahead: float, said: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks(ahead=ahead)
    for _ in range(3):
        clocks.is_late()
        clocks.passed += 1
    line = f"this machine's clock is {abs(ahead):.0f} s {said} Discord's, which counts until you set yours"
    assert [message.removesuffix(", for example with NTP") for message in caplog.messages] == [line] * bool(said)


@pytest.mark.parametrize(("ahead", "wrong"), [(365 * DAY, 0.0), (-365 * DAY, 0.0), (50.0, 50.0)])
def test_the_day_is_discords_if_the_clock_is_more_than_a_minute_off(ahead: float, wrong: float) -> None:
    clocks = Clocks(ahead=ahead)
    clocks.of_interactions.learn(START)
    assert clocks.of_interactions.now() == START.timestamp() + wrong


@pytest.mark.parametrize("ahead", [365 * DAY, -365 * DAY])
def test_a_clock_that_is_far_off_costs_no_interaction_once_discord_has_told_the_time(ahead: float) -> None:
    clocks = Clocks(ahead=ahead)
    clocks.of_interactions.learn(START)
    assert not clocks.is_late()
    assert clocks.is_late(ago=3.1)


def test_setting_the_clock_a_year_ahead_changes_no_day() -> None:
    host = START.timestamp()
    clock = InteractionClock(clock=lambda: host, monotonic=lambda: 1000.0)
    host += 365 * DAY
    assert clock.now() == START.timestamp()
