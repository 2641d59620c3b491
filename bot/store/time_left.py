"""How long somebody still waits for what the running task reads and writes."""

from __future__ import annotations

import math
from collections.abc import Callable
from contextvars import ContextVar

from bot.store.errors import StoreError


def _for_ever() -> float:
    return math.inf


time_left: ContextVar[Callable[[], float]] = ContextVar("time_left", default=_for_ever)
"""Says how many seconds are left, whenever it is called. It is set by who has to answer in time."""


def within(seconds: float) -> float:
    """How long a read or write may take: so many seconds, or fewer where nobody waits for so long.

    Raises StoreError where nobody waits any more.
    """
    left = time_left.get()()
    if left <= 0:
        raise StoreError("The database cannot be used: it does not answer in time.")
    return min(seconds, left)
