"""Days, weeks and months, all in UTC. A moment is a Unix time in seconds."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

ONE_DAY = timedelta(days=1)


def day_of(now: float) -> date:
    """The day that a moment is in.

    >>> day_of(1_772_323_199), day_of(1_772_323_200)
    (datetime.date(2026, 2, 28), datetime.date(2026, 3, 1))
    """
    return datetime.fromtimestamp(now // 1, UTC).date()  # which would round the last instant of a day up


def start_of(day: date) -> int:
    """The first moment of a day."""
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def end_of_attempts(day: date) -> int:
    """The moment from which an attempt at this day's deals counts no more: the end of the next day."""
    return start_of(day + 2 * ONE_DAY)


def week_of(day: date) -> date:
    """The Monday of the day's week, as ISO 8601 counts weeks.

    >>> week_of(date(2027, 1, 1))
    datetime.date(2026, 12, 28)
    """
    return day - timedelta(days=day.weekday())


def month_of(day: date) -> date:
    """The first of the day's month."""
    return day.replace(day=1)
