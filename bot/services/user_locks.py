"""One change of a user's games at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar
from weakref import WeakValueDictionary

from bot.model.errors import BusyError
from bot.store import ConflictError

_LOCK_SECONDS = 1.0
"""How long a change waits for earlier ones of the same user: time must be left to store it and to answer."""

_ATTEMPTS = 20
"""How often to try a change, which fails when another process has changed the game first."""

Changed = TypeVar("Changed")


class UserLocks:
    """Runs each user's changes one after another, in the order in which they came.

    This only saves them from conflicting: it is the game's version that settles concurrent changes, across processes.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Each user's lock, for as long as a change holds it or waits for it."""

    async def run(self, user_id: int, change: Callable[[], Awaitable[Changed]]) -> Changed:
        """Run a change while holding the user's lock, and again after each ConflictError.

        Raises BusyError when it conflicts every time, or when the changes before it take too long.
        """
        lock = self._locks.setdefault(user_id, asyncio.Lock())
        try:
            async with asyncio.timeout(_LOCK_SECONDS):
                await lock.acquire()
        except TimeoutError:
            raise BusyError from None
        try:
            for _ in range(_ATTEMPTS):
                with suppress(ConflictError):
                    return await change()
        finally:
            lock.release()
        raise BusyError
