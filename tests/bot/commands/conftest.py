"""The rooms that tests of commands play in, beside `room`."""

from tests.support.challenge_room import noon
from tests.support.daily_room import day, on

__all__ = ["day", "noon", "on"]
