"""HTTP endpoints: /metrics for Prometheus, /health and /ready for whatever supervises the process."""

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
    """The endpoints cannot be served; the message says why."""


@asynccontextmanager
async def serving(health: Health, host: str, port: int | None) -> AsyncIterator[None]:
    """Serve the endpoints inside the block. Without a port, serve nothing; with port 0, choose and log a free one.

    Raises EndpointsError.
    """
    if port is None:
        yield
        return
    runner = web.AppRunner(_application(health), access_log=None, shutdown_timeout=_SHUTDOWN_SECONDS)
    await runner.setup()
    watching = asyncio.create_task(watch_event_loop())
    try:
        try:
            await web.TCPSite(runner, host, port).start()
        except OSError as error:
            reason = error.strerror or error
            raise EndpointsError(
                f"Cannot serve metrics on {host} port {port} (METRICS_HOST, METRICS_PORT): {reason}"
            ) from error
        log.info("serving metrics on %s port %d", host, runner.addresses[0][1])
        yield
    finally:
        watching.cancel()
        await runner.cleanup()


def _application(health: Health) -> web.Application:
    async def metrics(_: web.Request) -> web.Response:
        return web.Response(body=generate_latest(), headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def live(_: web.Request) -> web.Response:
        """A stuck event loop does not answer."""
        return web.json_response({"status": "ok"})

    async def ready(_: web.Request) -> web.Response:
        reason = await health.unready()
        if reason is None:
            return web.json_response({"status": "ok"})
        return web.json_response({"status": "unavailable", "reason": reason}, status=503)

    application = web.Application()
    application.add_routes([web.get("/metrics", metrics), web.get("/health", live), web.get("/ready", ready)])
    return application
