"""A clock by which hours pass at once for the supervisor."""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

HOUR = 3600.0


class SupervisorClock:
    """The clock with which the supervisor measures how long a client has been stuck."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def read(self) -> float:
        """The time in seconds."""
        return time.monotonic() + self._ahead

    def advance(self, seconds: float) -> None:
        """Let this much time pass at once."""
        self._ahead += seconds

    @asynccontextmanager
    async def hurrying(self) -> AsyncIterator[None]:
        """Let hours pass at once, and again after ever longer pauses: a client may have got further just before."""

        async def hurry() -> None:
            for number in itertools.count():
                self.advance(2 * HOUR)
                await asyncio.sleep(2**number)

        task = asyncio.create_task(hurry())
        try:
            yield
        finally:
            task.cancel()
