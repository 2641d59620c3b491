"""When a client has to be replaced by a new one, which discord.py does not find by itself."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import TYPE_CHECKING

from bot.monitoring import metrics

if TYPE_CHECKING:
    from bot.app.client import SolitaireClient

START_SECONDS = 30.0
"""How long a start may be stuck: a request that hangs, or a gateway that says nothing."""

OUTAGE_SECONDS = 7.0
"""How long a shard may be without a session once the client was ready: longer than it waits before it identifies. Of a
client with other shards that serve it may so much longer for each of them: they would all have to identify anew."""

LONGEST_OUTAGE_SECONDS = 60.0
"""However many serve."""

MOST_BREAKS = 3
BREAKS_SECONDS = 60.0
"""A shard that breaks off so often within this time is not resumed once more: discord.py would go on at once and for
ever, hundreds of times a second, even where Discord takes the session for lost. With the pauses between clients
(`bot.app.supervisor`) a connection that always breaks identifies under 900 times a day."""

MOST_PATIENCE = 3
"""Beside other shards that are in a session it may twice, and at most three times, as often, unless it identifies each
time: while a shard is only turned away discord.py makes pauses that grow, and the outage is too long before it comes to
so many."""

_LOOK_SECONDS = 0.5


class Sessions:
    """The shards of a client that are in a session with Discord: an open connection alone may be one that says nothing.

    The client tells what its shards do.
    """

    def __init__(self) -> None:
        self.unsteady = asyncio.Event()
        """Set once a shard breaks off again and again."""
        self._shards: set[int] = set()
        self._breaks: defaultdict[int, deque[float]] = defaultdict(deque)
        """When each shard broke off lately."""
        self._identified: defaultdict[int, deque[float]] = defaultdict(deque)
        """When each shard asked for another session lately."""

    def begun(self, shard_id: int) -> None:
        """Discord said that a session of this shard begins, or goes on."""
        self._shards.add(shard_id)

    def broken_off(self, shard_id: int) -> None:
        """The connection of this shard has ended."""
        metrics.DISCONNECTS.inc()
        self._shards.discard(shard_id)
        breaks, identified = self._breaks[shard_id], self._identified[shard_id]
        breaks.append(time.monotonic())
        is_turned_away = _lately(identified) < MOST_BREAKS - 1
        patience = min(1 + len(self._shards), MOST_PATIENCE) if is_turned_away else 1
        if _lately(breaks) >= MOST_BREAKS * patience:
            self.unsteady.set()

    def identified(self, shard_id: int) -> None:
        """This shard asks for another session, as that which it had is lost."""
        self._identified[shard_id].append(time.monotonic())

    def __contains__(self, shard_id: int) -> bool:
        return shard_id in self._shards


def _lately(moments: deque[float]) -> int:
    """How many of these are of the last BREAKS_SECONDS; the others are forgotten."""
    while moments and moments[0] <= time.monotonic() - BREAKS_SECONDS:
        moments.popleft()
    return len(moments)


async def watch(client: SolitaireClient, is_waiting: Callable[[], bool]) -> None:
    """Raise ConnectionError, which says why, once the client has to be replaced; not while it `is_waiting` its turn."""
    seen, since = _state(client), time.monotonic()
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_LOOK_SECONDS):
                await client.sessions.unsteady.wait()
            raise ConnectionError(f"broken off again and again within {BREAKS_SECONDS:.0f} s")
        state, now = _state(client), time.monotonic()
        if state != seen or is_serving(client) or is_waiting():
            seen, since = state, now
        elif now - since > (_patience(client) if client.is_ready() else START_SECONDS):
            raise ConnectionError(f"not connected for {now - since:.0f} s")


def _patience(client: SolitaireClient) -> float:
    """How many seconds a shard of a client that was ready may be without a session."""
    return min(OUTAGE_SECONDS * (1 + connected(client)), LONGEST_OUTAGE_SECONDS)


def connected(client: SolitaireClient) -> int:
    """Of how many shards interactions reach the client."""
    return sum(number in client.sessions and not shard.is_closed() for number, shard in client.shards.items())


def is_serving(client: SolitaireClient) -> bool:
    """Whether interactions of all shards reach the client."""
    return client.is_ready() and connected(client) == len(client.shards)


def _state(client: SolitaireClient) -> object:
    """What changes while a client comes up."""
    shards = {number: (shard.is_closed(), number in client.sessions) for number, shard in client.shards.items()}
    return client.is_ready(), shards
