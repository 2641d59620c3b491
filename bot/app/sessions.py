"""Which shards of a client are in a session with Discord, and which keep losing theirs."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import defaultdict, deque

from bot.monitoring import metrics

MOST_DISCONNECTS = 3
WINDOW_SECONDS = 60.0
"""A shard that disconnects this often within this time is not left to discord.py, which would resume at once and
forever, hundreds of times a second, even if Discord keeps rejecting the session. With the supervisor's pauses between
clients, a connection that always breaks identifies under 900 times a day."""

MOST_PATIENCE = 3
"""The limit grows with the number of other shards in a session: it is 3 disconnects with none, 6 with one and 9 with
two or more. It stays at 3 for a shard that identified at least twice within the window. discord.py backs off while
Discord only refuses a connection, so such a shard reaches the outage timeout before the higher limit."""


class Sessions:
    """Tracks the shards of a client by what discord.py reports about them.

    An open connection alone is not enough: Discord may say nothing on it.
    """

    def __init__(self) -> None:
        self.unstable = asyncio.Event()
        """Set once a shard has disconnected too often."""
        self._shards: set[int] = set()
        self._disconnects: defaultdict[int, deque[float]] = defaultdict(deque)
        self._identifies: defaultdict[int, deque[float]] = defaultdict(deque)

    def started(self, shard_id: int) -> None:
        """Record that Discord started or resumed a session of this shard."""
        self._shards.add(shard_id)

    def disconnected(self, shard_id: int) -> None:
        """Record that the connection of this shard has ended."""
        metrics.DISCONNECTS.inc()
        self._shards.discard(shard_id)
        disconnects, identifies = self._disconnects[shard_id], self._identifies[shard_id]
        disconnects.append(time.monotonic())
        is_merely_refused = _count_recent(identifies) < MOST_DISCONNECTS - 1
        patience = min(1 + len(self._shards), MOST_PATIENCE) if is_merely_refused else 1
        if _count_recent(disconnects) >= MOST_DISCONNECTS * patience:
            self.unstable.set()

    def identified(self, shard_id: int) -> None:
        """Record that this shard lost its session and asks for a new one."""
        self._identifies[shard_id].append(time.monotonic())

    def is_news(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record of discord.py's; a filter for its logger.

        For discord.py, a shard is behind by the time between a heartbeat and the answer. It sends the first one before
        the shard waits for its turn to identify, and reads the answer after that. So this says nothing before the
        session has started.
        """
        is_about_delay = str(record.msg).startswith("Can't keep up")
        return not is_about_delay or (isinstance(record.args, tuple) and record.args[0] in self._shards)

    def __contains__(self, shard_id: int) -> bool:
        return shard_id in self._shards


def _count_recent(moments: deque[float]) -> int:
    """Count the moments within the last WINDOW_SECONDS, and drop the others."""
    while moments and moments[0] <= time.monotonic() - WINDOW_SECONDS:
        moments.popleft()
    return len(moments)
