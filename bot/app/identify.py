"""When shards may identify: Discord's limits hold for all processes of the bot together.

See https://discord.com/developers/docs/events/gateway#rate-limiting and #session-start-limit-object there.
"""

from __future__ import annotations

import asyncio
import logging
import math
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

import discord
from aiohttp import ClientError

from bot.services import Services, StoreError

log = logging.getLogger(__name__)

IDENTIFY_SECONDS = 5.5
"""How far apart shards of one bucket identify: Discord asks for 5, and the latency of the network varies."""

LONGEST_TURN_SECONDS = 50.0
"""How long a connected shard waits for its turn: discord.py takes a connection for dead after a minute."""

LIMITS_SECONDS = 60.0
"""How long Discord's answer about its limits is cached."""

LONGEST_PAUSE_SECONDS = 600.0
"""How long to wait for more sessions before asking Discord again."""

_ASK_SECONDS = 3.0
_LEAST_PAUSE_SECONDS = 1.0
_JITTER_SECONDS = 0.1
_RANDOM_TURNS = 3


class IdentifyLimiter:
    """Spaces out the identification of shards, by claims that all processes share.

    While the database fails, the client spaces out only its own shards, with a random delay if other processes have
    shards too; Discord rejects those that still come too early.
    """

    def __init__(self, client: discord.AutoShardedClient, services: Services) -> None:
        self._client = client
        self._claims = services.claims
        self._limits: discord.SessionStartLimits | None = None
        self._asked_at = -math.inf
        self._next_turns: dict[int, float] = {}
        """When each bucket may next identify, as far as this client knows, by `time.monotonic`."""
        self._waiting = 0

    @property
    def is_waiting(self) -> bool:
        """Whether a shard is waiting for its turn; its delay is then expected."""
        return self._waiting > 0

    async def wait_for_sessions(self) -> None:
        """Wait while Discord allows hardly any more sessions today: beyond its limit it resets the token."""
        with self._counted():
            while (limits := await self._current_limits()) is not None and limits.remaining <= _reserve(limits):
                log.warning(
                    "waiting, as Discord allows only %d more sessions within the next %.0f min",
                    limits.remaining,
                    limits.reset_after / 60_000,
                )
                pause = limits.reset_after / 1000 + _LEAST_PAUSE_SECONDS
                await asyncio.sleep(min(pause, LONGEST_PAUSE_SECONDS))
                self._asked_at = -math.inf

    async def wait_for_turn(self, shard_id: int) -> None:
        """Wait until a shard may identify, which it must then do immediately.

        Raises TimeoutError if that would take longer than its connection lasts.
        """
        with self._counted():
            async with asyncio.timeout(LONGEST_TURN_SECONDS):
                await self.wait_for_sessions()
                concurrency = 1 if self._limits is None else self._limits.max_concurrency
                bucket = shard_id % concurrency
                try:
                    await self._wait_for_shared_turn(bucket)
                except StoreError as error:
                    log.warning("shard %d identifies without regard to other processes: %s", shard_id, error)
                    await self._wait_for_own_turn(bucket)
                self._next_turns[bucket] = time.monotonic() + IDENTIFY_SECONDS

    async def _wait_for_shared_turn(self, bucket: int) -> None:
        """Wait for a turn among all processes, by making a claim that is never renewed."""
        while True:
            left = await self._claims.new(f"identify {bucket}", IDENTIFY_SECONDS).make()
            if not left:
                return
            await asyncio.sleep(left + random.uniform(0, _JITTER_SECONDS))  # noqa: S311

    async def _wait_for_own_turn(self, bucket: int) -> None:
        pause = max(0.0, self._next_turns.get(bucket, 0.0) - time.monotonic())
        if self._shares_shards:
            pause += random.uniform(0, _RANDOM_TURNS * IDENTIFY_SECONDS)  # noqa: S311
        await asyncio.sleep(pause)

    @property
    def _shares_shards(self) -> bool:
        """Whether other processes have shards too."""
        return self._client.shard_ids is not None and len(self._client.shard_ids) != self._client.shard_count

    async def _current_limits(self) -> discord.SessionStartLimits | None:
        """Discord's limits, or what is known of them if Discord does not answer."""
        if time.monotonic() - self._asked_at > LIMITS_SECONDS:
            self._asked_at = time.monotonic()
            try:
                async with asyncio.timeout(_ASK_SECONDS):
                    self._limits = await self._client.fetch_session_start_limits()
            except (discord.DiscordException, ClientError, OSError) as error:
                log.warning("Discord does not say how often the bot may identify: %r", error)
        return self._limits

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self._waiting += 1
        try:
            yield
        finally:
            self._waiting -= 1


def _reserve(limits: discord.SessionStartLimits) -> int:
    """How many sessions all processes may start at most before this one asks Discord again."""
    return math.ceil(LIMITS_SECONDS / IDENTIFY_SECONDS) * limits.max_concurrency
