"""Served by HTTP to who runs the bot: /metrics for Prometheus, /health and /ready for what watches over processes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.monitoring.health import Health
from bot.monitoring.metrics import watch_event_loop

log = logging.getLogger(__name__)

_SHUTDOWN_SECONDS = 0.5


class EndpointsError(Exception):
    """They cannot be served, for which the message gives the reason."""


@asynccontextmanager
async def serving(health: Health, host: str, port: int | None) -> AsyncIterator[None]:
    """Serve them inside, in this event loop; on any port that is free, which is logged, if it is 0; not without one.

    Raises EndpointsError.
    """
    if port is None:
        yield
        return
    runner = web.AppRunner(_application(health), access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
    await runner.setup()
    lag = asyncio.create_task(watch_event_loop())
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            reason = error.strerror or error
            raise EndpointsError(
                f"Metrics cannot be served on {host} port {port} (METRICS_HOST, METRICS_PORT): {reason}"
            ) from error
        log.info("metrics are served on %s port %d", host, runner.addresses[0][1])
        yield
    finally:
        lag.cancel()
        await runner.cleanup()


def _application(health: Health) -> web.Application:
    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def live(_: web.Request) -> web.Response:
        return _answer(None if health.is_alive() else "the connection to Discord is stuck")

    async def ready(_: web.Request) -> web.Response:
        return _answer(await health.unready())

    application = web.Application()
    application.add_routes([web.get("/metrics", metrics), web.get("/health", live), web.get("/ready", ready)])
    return application


def _answer(trouble: str | None) -> web.Response:
    if trouble is None:
        return web.json_response({"status": "ok"})
    return web.json_response({"status": "unavailable", "reason": trouble}, status=503)
