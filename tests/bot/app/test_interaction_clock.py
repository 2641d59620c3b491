"""Which interactions are too old, whatever the clocks say."""

from datetime import UTC, datetime, timedelta

import pytest

from bot.app.interaction_clock import LATEST_SECONDS, InteractionClock

HOUR = 60 * 60.0
DAY = 24 * HOUR
START = datetime(2026, 11, 21, tzinfo=UTC)


class Clocks:
    """Discord's clock, and the host's, which is `ahead` of it."""

    def __init__(self, *, ahead: float = 0.0) -> None:
        self.passed = 0.0
        self.ahead = ahead
        self.of_interactions = InteractionClock(clock=lambda: START.timestamp() + self.passed + self.ahead)

    def is_late(self, *, ago: float = 0.05) -> bool:
        """Whether an interaction that arrives now is too old; Discord accepts an answer to one under three seconds."""
        created_at = START + timedelta(seconds=self.passed - ago)
        is_late = self.of_interactions.age(created_at) > LATEST_SECONDS
        if is_late and ago < 3:
            self.of_interactions.was_in_time(created_at)
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


@pytest.mark.parametrize("before", [0.0, -DAY, DAY])
@pytest.mark.parametrize("after", [0.0, -HOUR, HOUR])
def test_setting_the_clock_costs_one_interaction_at_most(before: float, after: float) -> None:
    clocks = Clocks(ahead=before)
    clocks.is_late()
    clocks.ahead = after
    clocks.is_late()
    assert not clocks.is_late()
    assert clocks.is_late(ago=3.1)


@pytest.mark.parametrize(("ahead", "said"), [(365 * DAY, "ahead of"), (-7200.0, "behind"), (5.0, None)])
def test_the_log_says_once_how_far_the_clock_is_off(
    ahead: float, said: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    clocks = Clocks(ahead=ahead)
    for _ in range(3):
        clocks.is_late()
        clocks.passed += 1
    line = f"this machine's clock is {abs(ahead):.0f} s {said} Discord's: set it, for example with NTP"
    assert caplog.messages == [line] * bool(said)
