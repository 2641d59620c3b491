"""Which interactions come too late, whatever the clocks say."""

from __future__ import annotations

from datetime import UTC, datetime

import discord
import pytest

from bot.app.interaction_clock import LATEST_SECONDS, Punctuality

HOUR = 60 * 60.0
DAY = 24 * HOUR


class Clocks:
    """Discord's clock, the host's, which is `ahead` of it, and the steady one, which may not be quite steady."""

    def __init__(self, *, ahead: float = 0.0, drift: float = 0.0) -> None:
        self.passed = 0.0
        self._drift = drift
        start = datetime(2026, 11, 21, tzinfo=UTC).timestamp()
        self._start = start
        self.punctuality = Punctuality(clock=lambda: start + ahead, steady_clock=self._steady)

    def _steady(self) -> float:
        return 1000.0 + self.passed * (1 + self._drift)

    def made(self, *, ago: float = 0.05) -> int:
        """An interaction that comes now."""
        return discord.utils.time_snowflake(datetime.fromtimestamp(self._start + self.passed - ago, UTC))

    def is_late(self, *, ago: float = 0.05) -> bool:
        """Whether one that comes now is late. Discord takes an answer to what is younger than three seconds."""
        made = self.made(ago=ago)
        is_late = self.punctuality.delay(made) > LATEST_SECONDS
        if is_late and ago < 3:
            self.punctuality.was_answered(made)
        return is_late


@pytest.mark.parametrize("ahead", [0.0, -2.0, -60.0, -DAY])
def test_only_what_is_late_is_late_where_the_clock_is_right_or_behind(ahead: float) -> None:
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
    assert sum(clocks.is_late() for _ in range(10)) <= 1
    assert clocks.is_late(ago=3.1)


@pytest.mark.parametrize("drift", [-1e-4, 1e-4])
def test_clocks_that_come_apart_cost_an_interaction_in_hours_at_most(drift: float) -> None:
    clocks = Clocks(drift=drift)
    late = 0
    for _ in range(24):
        clocks.passed += HOUR
        late += clocks.is_late()
    assert late <= 4
    assert clocks.is_late(ago=3.1)


def test_a_machine_that_has_slept_takes_what_comes_then_for_punctual() -> None:
    """Its steady clock has stood still meanwhile."""
    clocks = Clocks()
    assert not clocks.is_late()
    clocks._drift = -0.5  # noqa: SLF001
    clocks.passed += DAY
    assert not clocks.is_late()
    assert clocks.is_late(ago=3.1)
