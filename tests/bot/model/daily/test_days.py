"""Days, weeks and months, across midnights, month ends, leap days and clocks that are set back."""

from __future__ import annotations

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

MIDNIGHTS = [
    (date(2026, 11, 21), date(2026, 11, 22)),
    (date(2026, 4, 30), date(2026, 5, 1)),
    (date(2026, 2, 28), date(2026, 3, 1)),
    (date(2028, 2, 28), date(2028, 2, 29)),
    (date(2028, 2, 29), date(2028, 3, 1)),
    (date(2100, 2, 28), date(2100, 3, 1)),
    (date(2026, 12, 31), date(2027, 1, 1)),
    (date(2028, 12, 31), date(2029, 1, 1)),
]


def moment(text: str) -> float:
    """The Unix time of a date and time in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@pytest.fixture(params=["FAR-14", "WEST+12", "SUMMER-1DAYLIGHT,M3.5.0,M10.5.0"])
def elsewhere(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine in another time zone."""
    with monkeypatch.context() as patch:
        patch.setenv("TZ", request.param)
        time.tzset()
        yield
    time.tzset()


@pytest.mark.parametrize(("before", "after"), MIDNIGHTS)
def test_a_day_ends_at_midnight_in_utc(before: date, after: date) -> None:
    midnight = moment(f"{after}T00:00:00")
    assert start_of(after) == midnight
    assert day_of(midnight - 1) == before
    assert day_of(midnight) == after
    assert day_of(midnight + 0.5) == after


@pytest.mark.parametrize(("before", "after"), MIDNIGHTS)
@pytest.mark.usefixtures("elsewhere")
def test_the_time_zone_of_the_machine_makes_no_difference(before: date, after: date) -> None:
    midnight = moment(f"{after}T00:00:00")
    assert (day_of(midnight - 1), day_of(midnight)) == (before, after)
    assert start_of(after) == midnight


@given(DAYS)
@example(date(2026, 11, 21))
def test_the_last_instant_before_midnight_is_still_in_the_old_day(day: date) -> None:
    assert day_of(math.nextafter(start_of(day + ONE_DAY), 0)) == day


@given(st.floats(0, 7_000_000_000))
def test_a_time_belongs_to_the_day_that_has_begun_and_not_ended(now: float) -> None:
    day = day_of(now)
    assert start_of(day) <= now < start_of(day + ONE_DAY)


@given(DAYS)
def test_every_day_has_the_same_length(day: date) -> None:
    assert start_of(day + ONE_DAY) - start_of(day) == 24 * 60 * 60


@given(st.integers(0, 7_000_000_000), st.integers(0, 10_000_000))
def test_setting_the_clock_back_brings_the_earlier_day_back(now: int, back: int) -> None:
    assert day_of(max(0, now - back)) <= day_of(now)


def test_setting_the_clock_back_past_midnight_brings_the_day_before_back() -> None:
    midnight = moment("2028-03-01T00:00:00")
    clock = [midnight - 2, midnight + 1, midnight - 1, midnight + 2]
    leap_day, first = date(2028, 2, 29), date(2028, 3, 1)
    assert [day_of(now) for now in clock] == [leap_day, first, leap_day, first]


@pytest.mark.parametrize(
    ("day", "end"),
    [
        (date(2026, 11, 21), "2026-11-23T00:00:00"),
        (date(2026, 4, 30), "2026-05-02T00:00:00"),
        (date(2026, 2, 27), "2026-03-01T00:00:00"),
        (date(2026, 2, 28), "2026-03-02T00:00:00"),
        (date(2028, 2, 27), "2028-02-29T00:00:00"),
        (date(2028, 2, 28), "2028-03-01T00:00:00"),
        (date(2028, 2, 29), "2028-03-02T00:00:00"),
        (date(2026, 12, 30), "2027-01-01T00:00:00"),
        (date(2026, 12, 31), "2027-01-02T00:00:00"),
    ],
)
def test_an_attempt_may_be_finished_until_the_end_of_the_next_day(day: date, end: str) -> None:
    assert end_of_attempts(day) == moment(end)


@given(DAYS)
def test_the_whole_next_day_is_in_time_and_the_day_after_is_not(day: date) -> None:
    assert day_of(end_of_attempts(day) - 1) == day + ONE_DAY
    assert day_of(end_of_attempts(day)) == day + 2 * ONE_DAY


@given(DAYS)
def test_a_week_is_the_seven_days_from_a_monday(day: date) -> None:
    monday = week_of(day)
    assert monday.strftime("%u") == "1"
    assert monday <= day < monday + 7 * ONE_DAY
    assert {week_of(monday + number * ONE_DAY) for number in range(7)} == {monday}
    assert monday.isocalendar()[:2] == day.isocalendar()[:2]


@pytest.mark.parametrize(
    ("day", "monday"),
    [
        (date(2026, 12, 28), date(2026, 12, 28)),
        (date(2027, 1, 3), date(2026, 12, 28)),
        (date(2027, 1, 4), date(2027, 1, 4)),
        (date(2028, 2, 29), date(2028, 2, 28)),
        (date(2028, 3, 1), date(2028, 2, 28)),
        (date(2028, 3, 5), date(2028, 2, 28)),
    ],
)
def test_a_week_continues_across_months_and_years(day: date, monday: date) -> None:
    assert week_of(day) == monday


@given(DAYS)
def test_a_month_starts_on_its_first_day(day: date) -> None:
    assert month_of(day).isoformat() == f"{day.isoformat()[:7]}-01"


@pytest.mark.parametrize(("before", "after"), MIDNIGHTS)
def test_a_new_month_starts_exactly_on_a_first(before: date, after: date) -> None:
    assert (month_of(before) == month_of(after)) == (not after.isoformat().endswith("-01"))
