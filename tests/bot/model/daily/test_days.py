"""Days, weeks and months, across midnights, month ends, leap days and clocks that are set back."""

import math
import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.model.daily.days import day_of, end_of_attempts, month_of, start_of, week_of

ONE_DAY = timedelta(days=1)
DAYS = st.dates(date(2000, 1, 1), date(2199, 12, 31))


@pytest.fixture(params=["UTC0", "FAR-14", "SUMMER-1DAYLIGHT,M3.5.0,M10.5.0"])
def elsewhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine in another time zone."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("elsewhere")
def test_a_day_ends_at_midnight_in_utc_whatever_the_time_zone_of_the_machine() -> None:
    leap_day = date(2028, 2, 29)
    midnight = datetime(2028, 3, 1, tzinfo=UTC).timestamp()
    assert day_of(midnight - 1) == leap_day
    assert day_of(midnight) == date(2028, 3, 1)
    assert start_of(date(2028, 3, 1)) == midnight


@given(DAYS)
@example(date(2026, 11, 21))
def test_the_last_instant_before_midnight_is_still_in_the_old_day(day: date) -> None:
    assert day_of(math.nextafter(start_of(day + ONE_DAY), 0)) == day


@given(st.floats(0, 7_000_000_000))
def test_a_time_belongs_to_the_day_that_has_begun_and_not_ended(now: float) -> None:
    day = day_of(now)
    assert start_of(day) <= now < start_of(day + ONE_DAY)


@given(DAYS)
def test_an_attempt_may_be_finished_until_the_end_of_the_next_day(day: date) -> None:
    assert day_of(end_of_attempts(day) - 1) == day + ONE_DAY
    assert day_of(end_of_attempts(day)) == day + 2 * ONE_DAY


@given(DAYS)
def test_a_week_is_the_seven_days_from_a_monday(day: date) -> None:
    monday = week_of(day)
    assert monday.strftime("%u") == "1"
    assert monday <= day < monday + 7 * ONE_DAY
    assert {week_of(monday + number * ONE_DAY) for number in range(7)} == {monday}
    assert monday.isocalendar()[:2] == day.isocalendar()[:2]


@given(DAYS)
def test_a_month_starts_on_its_first_day(day: date) -> None:
    assert month_of(day).isoformat() == f"{day.isoformat()[:7]}-01"
