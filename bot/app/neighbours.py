"""Other processes on the same database that must not run beside this one."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import NoReturn

import discord

from bot.monitoring.health import Health
from bot.services import StoreError
from bot.services.processes import BEAT_SECONDS, Process, Processes

log = logging.getLogger(__name__)


async def watch_neighbours(
    client: discord.AutoShardedClient, name: str, processes: Processes, health: Health
) -> NoReturn:
    """Warn, in the log and in `health`, of processes that serve the same shards or count them differently.

    Runs until cancelled, and waits until the client knows its shards. Other processes see this one by its `name`.
    """
    while True:
        if client.shard_count is not None:
            own = Process(name, client.shard_count, tuple(client.shard_ids or range(client.shard_count)))
            with contextlib.suppress(StoreError):  # the next query of an interaction reports it
                others = await processes.beat(own)
                conflicts = [conflict for other in others if (conflict := own.conflict(other))]
                for conflict in conflicts:
                    if conflict not in health.warnings:
                        log.error("%s", conflict)
                health.warnings = conflicts
        await asyncio.sleep(BEAT_SECONDS)
