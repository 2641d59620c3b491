"""A queue that serves one caller at a time, and tells those who wait how many are ahead of them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

Tell = Callable[[int], Awaitable[None]]
"""Told how many are ahead: once in line, and whenever that changes. With 0 it is one's turn."""


class Line:
    """Serves one at a time, first come, first served."""

    def __init__(self) -> None:
        self._waiting: list[asyncio.Event] = []
        """An event for each one in line, set when somebody leaves; the first is being served."""

    def __len__(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, tell: Tell) -> AsyncIterator[None]:
        """Wait for a turn, which lasts until the block ends. Cancelling the wait leaves the line."""
        moved_up = asyncio.Event()
        self._waiting.append(moved_up)
        told = None
        try:
            while told != 0:
                moved_up.clear()
                ahead = self._waiting.index(moved_up)
                if ahead == told:  # somebody further back has left
                    await moved_up.wait()
                else:
                    await tell(ahead)
                    told = ahead
            yield
        finally:
            self._waiting.remove(moved_up)
            for other in self._waiting:
                other.set()
