"""Hourly work: measure the servers and the database, and empty the database's log."""

from __future__ import annotations

import logging

import discord

from bot.commands.request_errors import REQUEST_ERRORS
from bot.monitoring import metrics
from bot.services import Services, StoreError

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 3600.0


async def measure(client: discord.Client, services: Services) -> None:
    """Measure now and every hour, and empty the log, until cancelled; a failure is only logged."""
    application = client.application  # known since the login
    while True:
        try:
            await services.turns.database.empty_log()
            metrics.DATABASE_BYTES.set(await services.turns.database.size())
            application = application or await client.application_info()
            metrics.SERVERS.set(application.approximate_guild_count)
        except (StoreError, *REQUEST_ERRORS) as error:
            log.warning("hourly work failed: %s", error)
        application = None
        await services.sleep(INTERVAL_SECONDS)
