"""An hour of the day in a time zone, with its changes between summer and winter time."""

from __future__ import annotations

import difflib
import functools
from dataclasses import dataclass
from datetime import datetime
from unicodedata import combining, normalize
from zoneinfo import ZoneInfo, available_timezones

from bot.model.daily.days import ONE_DAY
from engine import PatienceError

UTC = "UTC"
"""The time zone of everyone who has chosen no other."""

HOURS = 24
HOUR_SECONDS = 60 * 60

_AREAS = frozenset(
    ("Africa", "America", "Antarctica", "Arctic", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")
)
"""Time zones of these areas are named after places. Others have outdated names, such as US/Eastern, or confusing signs,
such as Etc/GMT+5."""

_WELL_KNOWN = (
    UTC,
    "America/Los_Angeles",
    "America/Denver",
    "America/Chicago",
    "America/Mexico_City",
    "America/Bogota",
    "America/New_York",
    "America/Sao_Paulo",
    "America/Argentina/Buenos_Aires",
    "Europe/London",
    "Europe/Lisbon",
    "Europe/Madrid",
    "Europe/Paris",
    "Europe/Berlin",
    "Europe/Warsaw",
    "Europe/Istanbul",
    "Africa/Lagos",
    "Africa/Johannesburg",
    "Asia/Kolkata",
    "Asia/Jakarta",
    "Asia/Shanghai",
    "Asia/Manila",
    "Asia/Tokyo",
    "Australia/Sydney",
    "Pacific/Auckland",
)
"""Listed before others, from west to east."""

_NO_ZONES = frozenset(("localtime", "Factory"))
"""The host's own time zone and an empty one, which the IANA database may list."""

_LEAST_LIKENESS = 0.6
_LONGEST_TYPED = 40


@dataclass(frozen=True)
class LocalHour:
    """An hour, from 0 to 23, in a time zone of the IANA database."""

    hour: int
    time_zone: str = UTC

    def next_after(self, moment: float) -> int:
        """The first Unix time after a moment at which this hour begins.

        It begins once on each local day: if the clocks skip it, later by as much as they skip; if they repeat it, the
        first time.

        >>> LocalHour(18).next_after(0)
        64800
        """
        zone = ZoneInfo(self.time_zone)
        today = _time_of(moment, self.time_zone).date()
        days = (today + ONE_DAY * ahead for ahead in range(3))
        hours = (datetime(day.year, day.month, day.day, self.hour, tzinfo=zone).timestamp() for day in days)
        return next(int(begins) for begins in hours if begins > moment)


def is_time_zone(name: str) -> bool:
    """Whether this is exactly the name of a time zone."""
    return _all_time_zones().get(_plain(name)) == name


def find_time_zone(typed: str) -> str:
    """Return the name of a time zone that may be typed in lower case, with spaces, or as its city alone.

    Raises PatienceError with the nearest name if there is none.
    """
    wanted = _plain(typed)
    listed = _listed_time_zones()
    found = listed.get(wanted) or _all_time_zones().get(wanted)
    if found is not None:
        return found
    nearest = difflib.get_close_matches(wanted, listed, n=1, cutoff=_LEAST_LIKENESS)
    if nearest:
        raise PatienceError(
            "I don't know the time zone “{typed}”. Do you mean {nearest}?",
            typed=typed[:_LONGEST_TYPED],
            nearest=listed[nearest[0]],
        )
    raise PatienceError(
        "I don't know the time zone “{typed}”. Type a big city near you, such as Berlin, and pick one from the list.",
        typed=typed[:_LONGEST_TYPED],
    )


def matching_time_zones(typed: str) -> list[str]:
    """The time zones whose names contain the typed text; first those in which a part begins with it."""
    wanted = _plain(typed)
    names = dict.fromkeys((*_WELL_KNOWN, *sorted(_listed_time_zones().values())))
    found = [name for name in names if wanted in _plain(name)]
    return sorted(found, key=lambda name: not any(part.startswith(wanted) for part in _plain(name).split("/")))


def hour_of(moment: float, time_zone: str) -> int:
    """The hour of the day in a time zone at a Unix time.

    >>> hour_of(0, "Asia/Kolkata")
    5
    """
    return _time_of(moment, time_zone).hour


def clock_of(moment: float, time_zone: str) -> str:
    """The time of day in a time zone, as clocks show it.

    >>> clock_of(0, "Asia/Kolkata")
    '5:30'
    """
    shown = _time_of(moment, time_zone)
    return f"{shown.hour}:{shown.minute:02}"


def _time_of(moment: float, time_zone: str) -> datetime:
    """The time in a time zone; `fromtimestamp` would round the last microsecond of a second up."""
    return datetime.fromtimestamp(moment // 1, ZoneInfo(time_zone))


@functools.cache
def _listed_time_zones() -> dict[str, str]:
    """UTC and the time zones that are named after places, by their plain names and by their cities alone."""
    names = [name for name in sorted(_all_time_zones().values()) if name.partition("/")[0] in _AREAS]
    cities = {_plain(name.rpartition("/")[2]): name for name in names}
    return cities | {_plain(name): name for name in (UTC, *names)}


@functools.cache
def _all_time_zones() -> dict[str, str]:
    """By their plain names."""
    return {_plain(name): name for name in available_timezones() - _NO_ZONES}


def _plain(name: str) -> str:
    """Normalise a name for comparison.

    >>> _plain(" New york"), _plain("São Paulo")
    ('new_york', 'sao_paulo')
    """
    letters = "".join(letter for letter in normalize("NFKD", name) if not combining(letter))
    return letters.strip().casefold().replace(" ", "_")
