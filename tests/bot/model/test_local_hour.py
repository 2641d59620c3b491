"""Hours of the day in time zones: once a day, whatever the clocks do."""

from datetime import UTC, date, datetime
from itertools import pairwise
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.announcement import Announcement
from bot.model.daily.days import ONE_DAY, day_of
from bot.model.local_hour import HOUR_SECONDS, LocalHour, find_time_zone, matching_time_zones
from engine import PatienceError

MOMENTS = st.integers(1_577_836_800, 1_893_456_000)
"""From 2020 to 2029."""

LOCAL_HOURS = st.builds(LocalHour, st.integers(0, 23), st.sampled_from(sorted(available_timezones())))


def days_at(hour: LocalHour, since: float, days: int) -> list[int]:
    """The Unix times at which an hour begins on so many days."""
    found: list[int] = []
    while len(found) < days:
        found.append(hour.next_after(found[-1] if found else since))
    return found


def utc(moment: str) -> int:
    return int(datetime.fromisoformat(moment).replace(tzinfo=UTC).timestamp())


@given(LOCAL_HOURS, MOMENTS)
def test_an_hour_comes_once_on_each_local_day(hour: LocalHour, since: int) -> None:
    moments = days_at(hour, since, 200)
    shown = [datetime.fromtimestamp(moment, ZoneInfo(hour.time_zone)) for moment in moments]
    assert all(after.date() - before.date() == ONE_DAY for before, after in pairwise(shown))
    assert sum(moment.hour != hour.hour for moment in shown) <= 2  # the clocks skip it where they are put forward
    assert 0 < moments[0] - since <= 26 * HOUR_SECONDS


@pytest.mark.parametrize(
    ("hour", "time_zone", "since", "expected"),
    [
        (18, "Europe/Berlin", "2026-03-28 12:00", ["2026-03-28 17:00", "2026-03-29 16:00"]),
        (18, "Europe/Berlin", "2026-10-24 12:00", ["2026-10-24 16:00", "2026-10-25 17:00"]),
        (2, "Europe/Berlin", "2026-03-28 12:00", ["2026-03-29 01:00", "2026-03-30 00:00"]),
        (2, "Europe/Berlin", "2026-10-24 12:00", ["2026-10-25 00:00", "2026-10-26 01:00"]),
        (9, "Pacific/Apia", "2011-12-29 12:00", ["2011-12-29 19:00", "2011-12-30 19:00"]),
    ],
    ids=["an earlier evening", "a later evening", "skipped", "repeated", "a skipped day"],
)
def test_an_hour_follows_changes_of_the_clocks(hour: int, time_zone: str, since: str, expected: list[str]) -> None:
    assert days_at(LocalHour(hour, time_zone), utc(since), 2) == [utc(moment) for moment in expected]


@given(LOCAL_HOURS, MOMENTS)
def test_a_server_is_due_at_most_once_a_utc_day_and_hardly_misses_one(hour: LocalHour, since: int) -> None:
    days: list[date] = []
    now = since
    while len(days) < 200:
        due_at = Announcement(1, 2, "en", hour, announced=days[-1] if days else None).next_at(now)
        assert due_at > now
        now = due_at
        days.append(day_of(now))
    gaps = [(after - before).days for before, after in pairwise(days)]
    assert set(gaps) <= {1, 2}
    assert gaps.count(2) <= 2  # where a change of the clocks moves the hour over midnight in UTC


@pytest.mark.parametrize(("hours_late", "following"), [(0, "2026-11-22 23:30"), (2, "2026-11-23 23:30")])
def test_a_late_announcement_moves_no_later_one(hours_late: int, following: str) -> None:
    """Even if it is so late that it is about the next day."""
    hour = LocalHour(5, "Asia/Kolkata")
    now = utc("2026-11-21 23:30") + hours_late * HOUR_SECONDS
    assert Announcement(1, 2, "en", hour, announced=day_of(now)).next_at(now) == utc(following)


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("Europe/Berlin", "Europe/Berlin"),
        (" europe/berlin ", "Europe/Berlin"),
        ("berlin", "Europe/Berlin"),
        ("new york", "America/New_York"),
        ("utc", "UTC"),
        ("US/Eastern", "US/Eastern"),
    ],
)
def test_a_time_zone_is_found_however_it_is_typed(typed: str, found: str) -> None:
    assert find_time_zone(typed) == found


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("Europe/Berln", "Do you mean Europe/Berlin?"),
        ("?" * 5000, "Type a big city near you, such as Berlin"),
        ("localtime", "I don't know the time zone “localtime”."),
        ("Factory", "I don't know the time zone “Factory”."),
    ],
)
def test_an_unknown_time_zone_is_answered_with_the_nearest_one(typed: str, answer: str) -> None:
    with pytest.raises(PatienceError) as refused:
        find_time_zone(typed)
    assert answer in str(refused.value)


def test_time_zones_whose_city_begins_with_what_is_typed_come_first() -> None:
    assert matching_time_zones("ber")[:2] == ["Europe/Berlin", "Atlantic/Bermuda"]
    assert matching_time_zones("york") == ["America/New_York"]
    assert matching_time_zones("")[0] == "UTC"
