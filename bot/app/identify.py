"""When shards may identify: within Discord's limits, which hold for all processes of the bot together.

See https://discord.com/developers/docs/events/gateway#rate-limiting and #session-start-limit-object there.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager

import discord
from aiohttp import ClientError

from bot.store import LeaseStore, StoreError

log = logging.getLogger(__name__)

IDENTIFY_SECONDS = 5.5
"""How far apart shards of one bucket identify: Discord asks for 5, and the way there takes now longer, now shorter."""

LONGEST_TURN_SECONDS = 50.0
"""How long a shard that is connected waits for its turn: discord.py takes a connection for dead after a minute."""

LIMITS_SECONDS = 60.0
"""For how long what Discord said of its limits is relied on."""

LONGEST_PAUSE_SECONDS = 600.0
"""How long it waits for more sessions to be allowed before it asks again."""

_ASK_SECONDS = 3.0
_LEAST_PAUSE_SECONDS = 1.0
_UNEVENNESS_SECONDS = 0.1
_BLIND_TURNS = 3


class Identifying:
    """Gives the shards of a client their turns, in step with those of all processes that share the database.

    While the database fails the client keeps time for itself; where there are others, it takes a turn at random, and
    Discord has those wait that come too soon.
    """

    def __init__(self, client: discord.AutoShardedClient, leases: LeaseStore) -> None:
        self._client = client
        self._leases = leases
        self._limits: discord.SessionStartLimits | None = None
        self._asked_at = -math.inf
        self._next_turns: dict[int, float] = {}
        """When a bucket's next turn is, as far as it depends on this client."""
        self._waiting = 0

    def is_waiting(self) -> bool:
        """Whether the client could not do anything now but wait."""
        return self._waiting > 0

    async def allowed(self) -> None:
        """Wait until Discord lets the bot begin more sessions today: with too many it would reset the token."""
        with self._being_waited_for():
            while (limits := await self._known_limits()) is not None and limits.remaining <= _reserve(limits):
                log.warning(
                    "Discord lets the bot begin only %d more sessions within the next %.0f min: waiting",
                    limits.remaining,
                    limits.reset_after / 60_000,
                )
                pause = limits.reset_after / 1000 + _LEAST_PAUSE_SECONDS
                await asyncio.sleep(min(pause, LONGEST_PAUSE_SECONDS))
                self._asked_at = -math.inf

    async def turn(self, shard_id: int) -> None:
        """Wait for a shard's turn to identify, which it then does at once.

        Raises TimeoutError where that would take longer than a connection stands.
        """
        with self._being_waited_for():
            async with asyncio.timeout(LONGEST_TURN_SECONDS):
                await self.allowed()
                concurrency = 1 if self._limits is None else self._limits.max_concurrency
                bucket = shard_id % concurrency
                try:
                    await self._shared_turn(bucket)
                except StoreError as error:
                    log.warning("shard %d identifies without asking the other processes: %s", shard_id, error)
                    await self._own_turn(bucket)
                self._next_turns[bucket] = time.monotonic() + IDENTIFY_SECONDS

    async def _shared_turn(self, bucket: int) -> None:
        """Wait for a turn among all processes: a lease that nobody renews."""
        while True:
            left = await self._leases.claim(f"identify {bucket}", secrets.token_hex(8), IDENTIFY_SECONDS)
            if not left:
                return
            await asyncio.sleep(left + random.uniform(0, _UNEVENNESS_SECONDS))  # noqa: S311

    async def _own_turn(self, bucket: int) -> None:
        pause = max(0.0, self._next_turns.get(bucket, 0.0) - time.monotonic())
        if self._has_others:
            pause += random.uniform(0, _BLIND_TURNS * IDENTIFY_SECONDS)  # noqa: S311
        await asyncio.sleep(pause)

    @property
    def _has_others(self) -> bool:
        """Whether there are shards in other processes."""
        return self._client.shard_ids is not None and len(self._client.shard_ids) != self._client.shard_count

    async def _known_limits(self) -> discord.SessionStartLimits | None:
        """What Discord said of its limits lately; what it said last where it does not answer, if anything."""
        if time.monotonic() - self._asked_at > LIMITS_SECONDS:
            self._asked_at = time.monotonic()
            try:
                async with asyncio.timeout(_ASK_SECONDS):
                    self._limits = await self._client.fetch_session_start_limits()
            except (discord.DiscordException, ClientError, OSError) as error:
                log.warning("Discord does not say how often the bot may identify: %r", error)
        return self._limits

    @contextmanager
    def _being_waited_for(self) -> Iterator[None]:
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1


def _reserve(limits: discord.SessionStartLimits) -> int:
    """How many sessions all processes may begin at most before this one asks Discord again."""
    return math.ceil(LIMITS_SECONDS / IDENTIFY_SECONDS) * limits.max_concurrency
