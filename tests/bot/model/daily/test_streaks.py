"""Streaks of days: what keeps them, what ends them, and when a freeze is earned and used."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.daily.streaks import Streak, streak
from tests.support.recording import day_by_day

ONE_DAY = timedelta(days=1)
FIRST = date(2028, 2, 20)
"""The first day of the examples; the longer ones include a leap day."""

CALENDARS = st.text("x. ", max_size=40) | st.lists(
    st.builds(lambda played, missed: "x" * played + missed, st.integers(1, 16), st.text(". ", max_size=3)), max_size=6
).map("".join)
"""Random days, and runs of days that are long enough for freezes: x is played, a dot missed, a space has no dailies."""
FIRST_DAYS = st.dates(date(2020, 1, 1), date(2199, 1, 1))


def days_of(calendar: str, first: date = FIRST, marks: str = "x") -> list[date]:
    """The days with one of these marks in a calendar, which has one character per day."""
    return [first + number * ONE_DAY for number, mark in enumerate(calendar) if mark in marks]


def dailies_of(calendar: str, first: date = FIRST) -> list[date]:
    return days_of(calendar, first, "x.")


def streak_of(calendar: str) -> Streak:
    return streak(days_of(calendar), FIRST + (len(calendar) - 1) * ONE_DAY, dailies_of(calendar))


@given(CALENDARS, st.integers(-1, 3), FIRST_DAYS)
def test_a_streak_equals_counting_day_by_day(calendar: str, pause: int, first: date) -> None:
    calendar += "." * pause
    days, dailies = days_of(calendar, first), dailies_of(calendar, first)
    today = first + (max(len(calendar), 1) + pause) * ONE_DAY
    assert streak(days, today, dailies) == day_by_day(set(days), today, set(dailies))


@given(CALENDARS.map(lambda calendar: f"{calendar}."))
def test_a_day_without_dailies_is_as_if_it_had_not_been(calendar: str) -> None:
    assert streak_of(calendar) == streak_of(calendar.replace(" ", ""))


@given(CALENDARS.flatmap(lambda calendar: st.permutations(days_of(calendar) * 2)))
def test_neither_the_order_nor_the_repetition_of_days_matters(days: list[date]) -> None:
    today = max(days, default=FIRST)
    dailies = sorted(set(days))
    assert streak(days, today, dailies) == streak(sorted(set(days)), today, dailies)
    assert streak(iter(days), today, dailies) == streak(days, today, dailies)


@pytest.mark.parametrize(
    ("calendar", "current", "longest"),
    [
        (".", 0, 0),
        ("xxx.", 3, 3),
        ("xxx..", 0, 3),
        ("xxx.x", 1, 3),
        ("xx xxx", 5, 5),
        ("xx  .", 2, 2),
        ("xx. .", 0, 2),
    ],
)
def test_a_missed_day_ends_a_streak_but_today_is_not_missed_yet(calendar: str, current: int, longest: int) -> None:
    result = streak_of(calendar)
    assert (result.current, result.longest) == (current, longest)


@pytest.mark.parametrize(
    ("calendar", "has_freeze"),
    [
        ("xxxxxx", False),
        ("xxxxxxx", True),
        ("xxxxxxx.", True),
        ("xxxx xxx", True),
        ("xxxxxxx .x", False),
        ("xxxx.xxxxxxx", True),
        ("xxxxxxx.x", False),
        ("xxxxxxx.xxxxxxx", True),
        ("xxxxxxx..", False),
    ],
)
def test_seven_days_in_a_row_earn_a_freeze_and_it_is_used_once(calendar: str, *, has_freeze: bool) -> None:
    assert streak_of(calendar).has_freeze == has_freeze


@pytest.mark.parametrize("between", range(1, 7))
def test_no_week_has_two_freezes(between: int) -> None:
    assert streak_of("x" * 21 + "." + "x" * between + ".x").current == 1


@given(CALENDARS, st.integers(1, 30))
def test_setting_the_clock_back_ends_no_streak(calendar: str, back: int) -> None:
    days = days_of(calendar)
    today = max(days, default=FIRST)
    dailies = dailies_of(calendar)
    assert streak(days, today - back * ONE_DAY, dailies) == streak(days, today, dailies)
