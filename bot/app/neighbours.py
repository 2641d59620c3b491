"""Other processes on the same database that must not run beside this one."""

from __future__ import annotations

import asyncio
import logging
from typing import NoReturn

import discord

from bot.monitoring.health import Health
from bot.services import StoreError
from bot.services.processes import BEAT_SECONDS, Process, Processes

log = logging.getLogger(__name__)


class Neighbours:
    """Warns of processes that serve the same shards, or count them differently: in the log, and in `health`.

    The others know this process by its name.
    """

    def __init__(self, name: str, processes: Processes, health: Health) -> None:
        self._name = name
        self._processes = processes
        self._health = health

    async def watch(self, client: discord.AutoShardedClient) -> NoReturn:
        """Look for them from the moment at which a client knows its shards, until cancelled."""
        while True:
            if client.shard_count is not None:
                shards = tuple(client.shard_ids or range(client.shard_count))
                await self._look(Process(self._name, client.shard_count, shards))
            await asyncio.sleep(BEAT_SECONDS)

    async def leave(self) -> None:
        """Let the others know that this process ends."""
        await self._processes.leave()

    async def _look(self, own: Process) -> None:
        try:
            others = await self._processes.beat(own)
        except StoreError:
            return  # whoever needs the database more says so
        conflicts = [conflict for other in others if (conflict := own.conflict(other))]
        for conflict in conflicts:
            if conflict not in self._health.warnings:
                log.error("%s", conflict)
        self._health.warnings = conflicts
