"""The order in which each user's changes are made."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar
from weakref import WeakValueDictionary

from bot.model.errors import BusyError
from bot.store import ConflictError

_TURN_SECONDS = 1.0
"""How long a change waits for those of the same user before it: there must be time left to store it and to answer."""

_ATTEMPTS = 20
"""How often a change is tried; it fails where another process has changed the game meanwhile."""

Changed = TypeVar("Changed")


class Turns:
    """Has each user's changes made one after another, as they came, so that they do not try in vain.

    That is all: what keeps changes apart, those of other processes too, is the version of the game.
    """

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """One for each user who changes something just now."""

    async def take(self, user_id: int, change: Callable[[], Awaitable[Changed]]) -> Changed:
        """Make a change when it is its turn, anew after each ConflictError.

        Raises BusyError where that goes on, or where the changes before take too long.
        """
        lock = self._locks.get(user_id)
        if lock is None:
            lock = self._locks[user_id] = asyncio.Lock()
            await lock.acquire()  # at once: nobody else has it
        else:
            await _acquire_in_time(lock)
        try:
            for _ in range(_ATTEMPTS):
                try:
                    return await change()
                except ConflictError:
                    continue
        finally:
            lock.release()
        raise BusyError


async def _acquire_in_time(lock: asyncio.Lock) -> None:
    try:
        async with asyncio.timeout(_TURN_SECONDS):
            await lock.acquire()
    except TimeoutError:
        raise BusyError from None
