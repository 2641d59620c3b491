"""The deadline of the running task."""

from __future__ import annotations

import time
from contextvars import ContextVar

from bot.store.errors import StoreError

deadline: ContextVar[float | None] = ContextVar("deadline", default=None)
"""The `time.monotonic()` by which someone needs the outcome of the running task; None if nobody waits for it."""


def seconds_left(limit: float) -> float:
    """Return how many seconds a database call may take: `limit`, or less if the deadline comes first.

    Raises StoreError after the deadline.
    """
    due = deadline.get()
    if due is None:
        return limit
    left = due - time.monotonic()
    if left <= 0:
        raise StoreError("The database cannot be used: it does not answer in time.")
    return min(limit, left)
