"""Hourly work: delete what nobody needs any more, and measure the servers and the database."""

from __future__ import annotations

import discord

from bot.monitoring import metrics
from bot.services import Services


async def work_hourly(client: discord.Client, services: Services) -> None:
    """Raises StoreError, and the errors of a request to Discord."""
    await services.cleanup.run(services.clock())
    metrics.DATABASE_BYTES.set(await services.turns.database.size())
    metrics.SERVERS.set((await client.application_info()).approximate_guild_count)
