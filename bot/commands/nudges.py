"""Unprompted hints for newcomers who have done nothing for a while in the guided game."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.services import Sleep, StoreError
from engine import PatienceError

log = logging.getLogger(__name__)

IDLE_SECONDS = 40.0
"""How long a new player may look at the board before they are given a hint."""

_MOST_WAITING = 1000


class Nudges:
    """Waits beside those who play the guided game; what waits is lost when the process ends."""

    def __init__(self, sleep: Sleep) -> None:
        self._sleep = sleep
        self._waiting: dict[int, asyncio.Task[None]] = {}
        """By user."""

    def start(self, user_id: int, nudge: Callable[[], Awaitable[None]]) -> None:
        """Nudge a user, unless they do something in time; failures are only logged."""
        self.stop(user_id)
        if len(self._waiting) < _MOST_WAITING:
            self._waiting[user_id] = asyncio.create_task(self._wait(user_id, nudge))

    def stop(self, user_id: int) -> None:
        """Leave a user alone: they have done something."""
        task = self._waiting.pop(user_id, None)
        if task is not None:
            task.cancel()

    def close(self) -> None:
        """Stop waiting."""
        for user_id in list(self._waiting):
            self.stop(user_id)

    async def _wait(self, user_id: int, nudge: Callable[[], Awaitable[None]]) -> None:
        await self._sleep(IDLE_SECONDS)
        try:
            await nudge()
        except (PatienceError, StoreError) as error:
            log.info("no hint came by itself: %s", error)
        except Exception:
            log.exception("no hint came by itself")
        self._waiting.pop(user_id, None)
