"""Run the bot: build its parts from the settings, and take them down in order."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
from collections.abc import Callable, Coroutine
from typing import Any

from aiohttp import BasicAuth
from yarl import URL

from bot.app import connection
from bot.app.client import SolitaireClient
from bot.app.interaction_clock import InteractionClock
from bot.app.limits import Limits
from bot.monitoring.build import bot_version
from bot.monitoring.endpoints import serving
from bot.monitoring.health import Health
from bot.services import Services
from bot.settings import Settings
from bot.store import Database, location_of, open_database

log = logging.getLogger(__name__)

_run_event_loop: Callable[[Coroutine[Any, Any, int]], int] = asyncio.run
with contextlib.suppress(ModuleNotFoundError):  # an extra
    import uvloop

    _run_event_loop = uvloop.run


NewClient = Callable[..., SolitaireClient]
"""Makes a client from services, a clock, limits, and options for `discord.AutoShardedClient`."""


def run(settings: Settings, *, new_client: NewClient = SolitaireClient) -> int:
    """Run the bot in an event loop until it is stopped by a signal; return the process's exit status.

    Raises EndpointsError or StoreError if it cannot start, and ModuleNotFoundError for an extra that is not installed.
    """
    # SimCord reads the timers of asyncio's own event loop.
    run_event_loop = asyncio.run if settings.discord_token is None else _run_event_loop
    return run_event_loop(serve(settings, new_client=new_client))


async def serve(settings: Settings, *, new_client: NewClient = SolitaireClient) -> int:
    health = Health()
    health.stopping = stop = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # on Windows, where Ctrl-C interrupts instead
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(signal_number, stop.set)
    log.info(
        "version %s, %s, database %s, shards %s",
        bot_version(),
        "in the browser" if settings.discord_token is None else "on Discord",
        location_of(settings.database_url),
        "all" if settings.shards is None else f"{', '.join(map(str, settings.shards))} of {settings.shard_count}",
    )
    async with serving(health, settings.metrics_host, settings.metrics_port):
        database = await open_database(settings.database_url)
        try:
            if settings.discord_token is not None:
                token = settings.discord_token.get_secret_value()
                return await _serve_on_discord(settings, token, database, stop, health, new_client)
            from bot.app.local.serve import serve as serve_locally  # noqa: PLC0415 - SimCord is an extra

            return await serve_locally(
                database, stop=stop, health=health, port=settings.local_port, is_proving=settings.prove_dailies
            )
        finally:
            await database.close()


async def _serve_on_discord(
    settings: Settings,
    token: str,
    database: Database,
    stop: asyncio.Event,
    health: Health,
    new_client: NewClient,
) -> int:
    limits = Limits(
        user_burst=settings.limit_user_burst,
        user_per_second=settings.limit_user_per_second,
        all_per_second=settings.limit_all_per_second,
    )
    services = Services(database)
    async with services.running(is_proving=settings.prove_dailies):
        _tune_gc()
        health.ping_database = database.ping
        client = new_client(
            services,
            InteractionClock(),
            limits,
            shard_count=settings.shard_count,
            shard_ids=settings.shards,
            **_proxy_options(settings),
        )
        return await connection.serve(client, token, stop=stop, health=health)


def _proxy_options(settings: Settings) -> dict[str, Any]:
    """The options that make a client use the proxy. Errors of aiohttp quote the URL, so it has no password."""
    if settings.https_proxy is None:
        return {}
    url = URL(settings.https_proxy.get_secret_value())
    return {"proxy": str(url.with_user(None)), "proxy_auth": BasicAuth.from_url(url, encoding="utf-8")}


def _tune_gc() -> None:
    """Exempt everything loaded so far from garbage collection, and run it less often than by default."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, *gc.get_threshold()[1:])
