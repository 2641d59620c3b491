"""How long to wait before a client that ended is replaced."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 300.0
"""With this pause a connection that always fails identifies under 300 times a day; at 1000 Discord resets the token."""

STABLE_SECONDS = 600.0
"""After a connection has lasted this long, the next pause is short again."""

MOST_QUICK = 20
QUICK_SECONDS = 3600.0
"""This many pauses in this time are short because the client had served: 480 a day, which leaves room for others."""


class Pauses:
    """Grows from pause to pause, but stays short after a client that served players before it ended.

    A malformed event ends a client although all is well before and after it, and discord.py has no public way around
    that. It parses an event while it receives it, so an error in its parser ends the shard's task, and then `connect`.
    The events for raw data (`enable_debug_events`) are dispatched before that, but cannot change or drop what is
    parsed; an error raised in an override of `dispatch` ends the connection before discord.py notes the number of the
    event, so that Discord would send it again after a resume; and the connector sees a stream, not messages. The table
    of parsers and the WebSocket class are private. So the successor of such a client starts soon, in a new session
    where Discord does not repeat the event.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._started_at = clock()
        self._next = FIRST_PAUSE_SECONDS
        self._quick: deque[float] = deque(maxlen=MOST_QUICK)

    def started(self) -> None:
        """Record that a client starts."""
        self._started_at = self._clock()

    def after(self, *, has_served: bool) -> float:
        """Return how many seconds to wait now that the client has ended."""
        now = self._clock()
        if now - self._started_at > STABLE_SECONDS:
            self._next = FIRST_PAUSE_SECONDS
        elif has_served and (len(self._quick) < MOST_QUICK or now - self._quick[0] > QUICK_SECONDS):
            self._quick.append(now)
            self._next = FIRST_PAUSE_SECONDS
        pause = self._next
        self._next = min(pause * 2, LONGEST_PAUSE_SECONDS)
        return pause
