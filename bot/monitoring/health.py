"""Readiness. Other rooms pass in what to check."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

DATABASE_SECONDS = 1.0
"""How soon the database must answer a ping."""


class Health:
    """The state of the bot, as `/ready` reports it."""

    def __init__(self) -> None:
        self.stopping: asyncio.Event | None = None
        """Set when the bot is to stop."""
        self.ping_database: Callable[[], Awaitable[object]] | None = None
        """A small read that raises if it fails; None until the bot has started."""
        self.is_connected: Callable[[], bool] | None = None
        """Whether interactions from Discord reach the bot; None for a bot that runs without Discord."""

    async def unready(self) -> str | None:
        """Why the bot cannot serve now, in a few words; None if it can."""
        if self.stopping is not None and self.stopping.is_set():
            return "stopping"
        if self.ping_database is None:
            return "starting"
        if self.is_connected is not None and not self.is_connected():
            return "not connected to Discord"
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                await self.ping_database()
        except TimeoutError:
            return f"the database has not answered within {DATABASE_SECONDS:.0f} s"
        except Exception:  # noqa: BLE001 - whatever it raises, the database is of no use now
            return "the database fails"
        return None
