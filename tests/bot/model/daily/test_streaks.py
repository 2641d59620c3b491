"""Streaks of days: what keeps them, what ends them, and when a freeze is earned and used."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.model.daily.streaks import Streak, streak

ONE_DAY = timedelta(days=1)
FIRST = date(2028, 2, 20)
"""The first day of the examples; the longer ones include a leap day."""

CALENDARS = st.text("x.", max_size=40) | st.lists(
    st.builds(lambda played, missed: "x" * played + "." * missed, st.integers(1, 16), st.integers(0, 3)), max_size=6
).map("".join)
"""Random days, and runs of days that are long enough for freezes."""
FIRST_DAYS = st.dates(date(2020, 1, 1), date(2199, 1, 1))


def days_of(calendar: str, first: date = FIRST) -> list[date]:
    """The days that a calendar, with one character per day, marks with an x."""
    return [first + number * ONE_DAY for number, mark in enumerate(calendar) if mark == "x"]


def streak_of(calendar: str) -> Streak:
    """The streak on the last day of a calendar."""
    return streak(days_of(calendar), FIRST + (len(calendar) - 1) * ONE_DAY)


def day_by_day(days: set[date], today: date) -> Streak:
    """Counts day by day, as simply as possible, to compare with."""
    current = longest = week = 0
    frozen = False
    day = min(days, default=today)
    while day <= today:
        if day in days:
            current += 1
            longest = max(longest, current)
            if not frozen:
                week += 1
                if week == 7:
                    frozen = True
                    week = 0
        elif day < today:  # today can still be played
            if not frozen:
                current = 0
            frozen = False
            week = 0
        day += ONE_DAY
    return Streak(current, longest, frozen)


@given(CALENDARS, st.integers(-1, 3), FIRST_DAYS)
def test_a_streak_equals_counting_day_by_day(calendar: str, pause: int, first: date) -> None:
    days = days_of(calendar, first)
    today = first + (max(len(calendar), 1) + pause) * ONE_DAY
    assert streak(days, today) == day_by_day(set(days), today)


@given(CALENDARS.flatmap(lambda calendar: st.permutations(days_of(calendar) * 2)))
def test_neither_the_order_nor_the_repetition_of_days_matters(days: list[date]) -> None:
    today = max(days, default=FIRST)
    assert streak(days, today) == streak(sorted(set(days)), today)
    assert streak(iter(days), today) == streak(days, today)


@pytest.mark.parametrize(
    ("calendar", "current", "longest"),
    [
        (".", 0, 0),
        ("x", 1, 1),
        ("x.", 1, 1),
        ("x..", 0, 1),
        ("xxx", 3, 3),
        ("xxx.", 3, 3),
        ("xxx..", 0, 3),
        ("xxx.x", 1, 3),
        ("xx.xxx", 3, 3),
        ("xxxx.xx", 2, 4),
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
        ("xxxxxxxxxxxxxxxxxxxx", True),
        ("xxxxxx.x", False),
        ("xxxx.xxxxxx", False),
        ("xxxx.xxxxxxx", True),
        ("xxxxxxx.x", False),
        ("xxxxxxx.xxxxxx", False),
        ("xxxxxxxxxx.xxxx", False),
        ("xxxxxxx.xxxxxxx", True),
        ("xxxxxxx...", False),
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
    assert streak(days, today - back * ONE_DAY) == streak(days, today)
