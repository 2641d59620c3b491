"""When a client has to be replaced by a new one, which discord.py does not find by itself."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict, deque
from collections.abc import Callable

import discord

from bot import metrics

START_SECONDS = 60.0
"""How long a start may be stuck: a request that hangs, or a gateway that says nothing."""

OUTAGE_SECONDS = 7.0
"""How long a shard may be without a connection once the client was ready: longer than it waits before it identifies."""

MOST_BREAKS = 3
BREAKS_SECONDS = 60.0
"""A shard that breaks off so often within this time is not resumed once more: discord.py would go on at once and for
ever, hundreds of times a second, even where Discord takes the session for lost. With the pauses between clients
(`bot.gateway`) a connection that always breaks identifies under 900 times a day."""

_LOOK_SECONDS = 0.5


async def watch(client: discord.AutoShardedClient, is_waiting: Callable[[], bool]) -> None:
    """Raise ConnectionError, which says why, once the client has to be replaced; not while it `is_waiting` its turn."""
    unsteady = asyncio.Event()
    breaks: defaultdict[int | None, deque[float]] = defaultdict(lambda: deque(maxlen=MOST_BREAKS))

    @client.event
    async def on_shard_disconnect(shard_id: int | None) -> None:
        metrics.DISCONNECTS.inc()
        recent = breaks[shard_id]
        recent.append(time.monotonic())
        if len(recent) == MOST_BREAKS and recent[-1] - recent[0] < BREAKS_SECONDS:
            unsteady.set()

    seen, since = _state(client), time.monotonic()
    while True:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(unsteady.wait(), _LOOK_SECONDS)
            raise ConnectionError(f"broken off {MOST_BREAKS} times in {BREAKS_SECONDS:.0f} s")
        state, now = _state(client), time.monotonic()
        if state != seen or is_serving(client) or is_waiting():
            seen, since = state, now
        elif now - since > (OUTAGE_SECONDS if client.is_ready() else START_SECONDS):
            raise ConnectionError(f"not connected for {now - since:.0f} s")


def is_serving(client: discord.AutoShardedClient) -> bool:
    """Whether interactions of all shards reach the client."""
    return client.is_ready() and not any(shard.is_closed() for shard in client.shards.values())


def _state(client: discord.AutoShardedClient) -> object:
    """What changes while a client comes up."""
    return client.is_ready(), {number: shard.is_closed() for number, shard in client.shards.items()}
