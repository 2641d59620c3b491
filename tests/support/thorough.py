"""How much tests try: enough before a commit, several times as much in the long suites."""

from collections.abc import Iterable
from itertools import cycle, product
from typing import TypeVar

from hypothesis import settings

First = TypeVar("First")
Second = TypeVar("Second")

THOROUGH = "thorough"
"""The profile of the long suites."""


def is_thorough() -> bool:
    return settings.get_current_profile_name() == THOROUGH


def times(few: int) -> int:
    """How often to repeat something of which `few` are enough before a commit."""
    return 5 * few if is_thorough() else few


def pairs(many: Iterable[First], few: Iterable[Second]) -> list[tuple[First, Second]]:
    """Every pair; before a commit, each of the many with one of the few in turn."""
    return list(product(many, few)) if is_thorough() else list(zip(many, cycle(few), strict=False))
