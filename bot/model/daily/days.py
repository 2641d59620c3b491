"""Days, weeks and months in UTC. All times are Unix times in seconds."""

from __future__ import annotations

from calendar import monthrange
from datetime import UTC, date, datetime, timedelta

ONE_DAY = timedelta(days=1)


def day_of(now: float) -> date:
    """The day of a Unix time.

    >>> day_of(1_772_323_199), day_of(1_772_323_200)
    (datetime.date(2026, 2, 28), datetime.date(2026, 3, 1))
    """
    return datetime.fromtimestamp(now // 1, UTC).date()  # fromtimestamp would round the last microsecond of a day up


def start_of(day: date) -> int:
    return int(datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp())


def end_of_attempts(day: date) -> int:
    """When attempts at this day's dailies stop counting: at the end of the next day."""
    return start_of(day + 2 * ONE_DAY)


def week_of(day: date) -> date:
    """The Monday of a day's week (ISO 8601).

    >>> week_of(date(2027, 1, 1))
    datetime.date(2026, 12, 28)
    """
    return day - timedelta(days=day.weekday())


def month_of(day: date) -> date:
    """The first day of the month."""
    return day.replace(day=1)


def days_of_month(day: date) -> list[date]:
    """All days of a day's month.

    >>> len(days_of_month(date(2026, 2, 14)))
    28
    """
    return [day.replace(day=number) for number in range(1, monthrange(day.year, day.month)[1] + 1)]
