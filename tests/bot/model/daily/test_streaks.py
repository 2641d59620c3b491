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
                    frozen, week = True, 0
        elif day < today:  # today can still be played
            if not frozen:
                current = 0
            frozen, week = False, 0
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


@given(CALENDARS, st.integers(0, 120))
def test_another_day_never_shortens_the_longest_streak(calendar: str, number: int) -> None:
    days, today = days_of(calendar), FIRST + 120 * ONE_DAY
    assert streak([*days, FIRST + number * ONE_DAY], today).longest >= streak(days, today).longest


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
        ("xxxxxxx.xxxxxxx", True),
        ("xxxxxxx...", False),
    ],
)
def test_seven_days_in_a_row_earn_a_freeze_and_it_is_used_once(calendar: str, *, has_freeze: bool) -> None:
    assert streak_of(calendar).has_freeze == has_freeze


@pytest.mark.parametrize("played", range(1, 20))
def test_a_freeze_saves_a_streak_over_a_missed_day_which_does_not_count(played: int) -> None:
    kept = played >= 7
    assert streak_of("x" * played + ".x").current == (played + 1 if kept else 1)
    assert streak_of("x" * played + "..").current == (played if kept else 0)


@pytest.mark.parametrize("played", [7, 14, 30])
def test_two_missed_days_end_a_streak_and_lose_the_freeze(played: int) -> None:
    assert streak_of("x" * played + "..x") == Streak(current=1, longest=played, has_freeze=False)
    assert streak_of("x" * played + "...") == Streak(current=0, longest=played, has_freeze=False)


def test_a_freeze_used_for_yesterday_is_gone_today() -> None:
    assert streak_of("xxxxxxx..") == Streak(current=7, longest=7, has_freeze=False)


@pytest.mark.parametrize("between", range(1, 7))
def test_no_week_has_two_freezes(between: int) -> None:
    assert streak_of("x" * 21 + "." + "x" * between + ".x").current == 1


def test_after_a_freeze_another_week_earns_the_next() -> None:
    result = streak_of("x" * 7 + "." + "x" * 7 + "." + "x" * 7 + ".x")
    assert result == Streak(current=22, longest=22, has_freeze=False)


def test_a_player_has_at_most_one_freeze() -> None:
    assert streak_of("x" * 28 + ".x.x").current == 1


@pytest.mark.parametrize(
    ("first", "last", "count"),
    [
        (date(2028, 2, 28), date(2028, 3, 1), 3),
        (date(2027, 2, 28), date(2027, 3, 1), 2),
        (date(2100, 2, 28), date(2100, 3, 1), 2),
        (date(2026, 12, 31), date(2027, 1, 1), 2),
        (date(2026, 4, 30), date(2026, 5, 1), 2),
        (date(2028, 1, 1), date(2028, 12, 31), 366),
    ],
)
def test_streaks_continue_across_leap_days_months_and_years(first: date, last: date, count: int) -> None:
    days = [first + number * ONE_DAY for number in range((last - first).days + 1)]
    assert streak(days, last).current == streak(days, last + ONE_DAY).current == count


def test_a_leap_day_can_be_missed_like_any_other() -> None:
    days = {date(2028, 2, 27), date(2028, 2, 28), date(2028, 3, 1)}
    assert streak(days, date(2028, 3, 1)) == Streak(current=1, longest=2, has_freeze=False)
    week = [date(2028, 2, 28) - number * ONE_DAY for number in range(7)]
    assert streak([*week, date(2028, 3, 1)], date(2028, 3, 1)).current == 8


@given(CALENDARS, st.integers(1, 30))
def test_setting_the_clock_back_ends_no_streak(calendar: str, back: int) -> None:
    days = days_of(calendar)
    today = max(days, default=FIRST)
    assert streak(days, today - back * ONE_DAY) == streak(days, today)
