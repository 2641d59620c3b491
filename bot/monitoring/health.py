"""Whether the bot lives, and whether it serves: who runs it tells, who asks by HTTP is told."""

from __future__ import annotations

import asyncio
import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.app.sessions import connected, is_serving
from bot.monitoring import metrics
from bot.services import Services
from bot.store import StoreError

if TYPE_CHECKING:
    from bot.app.client import SolitaireClient

BEAT_SECONDS = 0.5

STUCK_SECONDS = 30.0
"""Nothing that happens between two signs of life takes so long."""

DATABASE_SECONDS = 1.0
"""How soon the database has to answer a small question."""

_NOBODY = 0


class Health:
    """What is known of the bot's state. Who runs it tells; the endpoints ask."""

    def __init__(self, *, clock: Callable[[], float] = time.monotonic) -> None:
        self.services: Services | None = None
        """None until the bot has started."""
        self.stopping: asyncio.Event | None = None
        """Set once the bot is to stop."""
        self.client: SolitaireClient | None = None
        """The client on Discord, while there is one."""
        self.is_on_discord = False
        """Whether there should be one."""
        self._clock = clock
        self._due = math.inf

    def alive(self, seconds: float = STUCK_SECONDS) -> None:
        """Say that the next sign of life comes within so many seconds."""
        self._due = self._clock() + seconds

    def is_alive(self) -> bool:
        """Whether no sign of life is overdue."""
        return self._clock() <= self._due

    async def beat(self, client: SolitaireClient) -> None:
        """Give signs of life while this client runs, and measure the state of its shards, until cancelled."""
        self.client = client
        try:
            while True:
                self.alive()
                _measure(client)
                await asyncio.sleep(BEAT_SECONDS)
        finally:
            self.client = None
            metrics.CONNECTED.set(0)

    async def unready(self) -> str | None:
        """Why the bot does not serve, in a few words; None where it does."""
        if self.stopping is not None and self.stopping.is_set():
            return "stopping"
        if self.services is None:
            return "starting"
        if self.is_on_discord and (self.client is None or not is_serving(self.client)):
            return "not connected to Discord"
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                await self.services.boards.of(_NOBODY)
        except TimeoutError:
            return f"the database has not answered within {DATABASE_SECONDS:.0f} s"
        except StoreError:
            return "the database fails"
        return None


def _measure(client: SolitaireClient) -> None:
    shards = client.shards
    metrics.SHARDS.set(len(client.shard_ids or range(client.shard_count or 0)))
    metrics.CONNECTED.set(connected(client))
    metrics.HEARTBEAT.clear()
    for number, shard in shards.items():
        if math.isfinite(shard.latency):
            metrics.HEARTBEAT.labels(str(number)).set(shard.latency)
