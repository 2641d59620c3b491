"""Keep a client connected to Discord: start it, replace it when discord.py cannot recover, stop it."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import sys
from collections.abc import Callable, Sequence
from time import monotonic

import discord
from aiohttp import ClientError

from bot.app.client import FINISH_SECONDS, SolitaireClient
from bot.app.interaction_clock import InteractionClock
from bot.app.neighbours import watch_neighbours
from bot.app.pauses import Pauses
from bot.app.sessions import WINDOW_SECONDS
from bot.monitoring import metrics
from bot.monitoring.health import STUCK_SECONDS, Health
from bot.services import Services
from bot.services.processes import Processes
from bot.settings import MISCONFIGURED

log = logging.getLogger(__name__)

_GATEWAY_LOG = logging.getLogger("discord.gateway")
"""Where discord.py says how its connections are."""

START_SECONDS = 30.0
"""How long a start may make no progress: a request may hang, or the gateway may say nothing."""

OUTAGE_SECONDS = 7.0
"""How long a shard of a client that was ready may have no session: longer than it waits to identify. Each other shard
that is connected adds this much again, because replacing the client makes all of them identify again."""

LONGEST_OUTAGE_SECONDS = 60.0

CLOSE_SECONDS = 1.0
"""How long closing the connection may take: with FINISH_SECONDS, a bot that is stopped ends within five."""

_POLL_SECONDS = 0.5

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
_FINAL_CLOSE_CODES = {
    4004: "the token is wrong",
    4010: "the shard is wrong",
    4011: "more shards are needed",
    4012: "this version of its interface is no longer served: update the bot",
    4013: "the intents are wrong",
}

_CONNECTION_ERRORS = (OSError, ClientError, discord.DiscordException)

NewClient = Callable[..., SolitaireClient]
"""Makes a client from services, a clock, and options for `discord.AutoShardedClient`."""


async def serve(
    services: Services,
    token: str,
    *,
    stop: asyncio.Event,
    health: Health | None = None,
    shard_count: int | None = None,
    shard_ids: Sequence[int] | None = None,
    name: str = "another process",
    clock: InteractionClock | None = None,
    new_client: NewClient = SolitaireClient,
) -> int:
    """Serve these shards until `stop` is set; return the process's exit status.

    By default Discord says how many shards there are, and this serves all of them. Processes on the same database know
    one another by `name`.

    discord.py reconnects by itself, but a malformed event ends it, and it may reconnect in vain without end. Then this
    starts a new client, after the pause that `Pauses` says.
    """
    health = health or Health()
    client: SolitaireClient | None = None
    health.is_connected = lambda: client is not None and client.is_connected
    clock = clock or InteractionClock()
    pauses = Pauses(clock=monotonic)
    while not stop.is_set():
        client = new_client(services, clock, shard_count=shard_count, shard_ids=shard_ids)
        metrics.CLIENTS.inc()
        pauses.started()
        try:
            await _run(client, token, stop, health, name, services.processes)
        except Exception as error:
            reason = _final_reason(error)
            if reason is not None:
                print(reason, file=sys.stderr)  # noqa: T201 - a host reads it without a log's prefix
                return MISCONFIGURED
            pause = pauses.after(has_served=client.has_served)
            if isinstance(error, _CONNECTION_ERRORS):
                log.warning("the connection failed (%s); starting again in %.0f s", error, pause)
            else:
                log.exception("the client failed; starting again in %.0f s", pause)
        else:
            pause = pauses.after(has_served=client.has_served)
        finally:
            client = None
        health.beat(pause + STUCK_SECONDS)
        await _wait(stop, pause)
    log.info("stopped")
    return 0


def _final_reason(error: Exception) -> str | None:
    """Why another attempt would fail too, for the host to read; None if it might succeed."""
    match error:
        case discord.LoginFailure():
            return "Discord refuses the token: check DISCORD_TOKEN."
        case discord.PrivilegedIntentsRequired():
            return "Discord refuses the intents that the bot asks for."
        case discord.ConnectionClosed(code=code) if code in _FINAL_CLOSE_CODES:
            return f"Discord closed the connection for good: {_FINAL_CLOSE_CODES[code]}."
    return None


async def _run(
    client: SolitaireClient, token: str, stop: asyncio.Event, health: Health, name: str, processes: Processes
) -> None:
    """Run a client until `stop` is set, and close it; raises what ends it before, or ConnectionError if it is stuck."""
    _GATEWAY_LOG.addFilter(client.sessions.is_news)
    running = asyncio.create_task(client.start(token))
    watching = asyncio.create_task(_watch(client))
    reporting = asyncio.create_task(_report(client, health))
    looking_around = asyncio.create_task(watch_neighbours(client, name, processes, health))
    stopping = asyncio.create_task(stop.wait())
    try:
        ended, _ = await asyncio.wait({running, watching, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not stop.is_set():
            await ended.pop()
    finally:
        for task in (watching, reporting, looking_around, stopping):
            task.cancel()
        await client.finish(FINISH_SECONDS)
        await asyncio.gather(_close(client, running), processes.leave())
        _GATEWAY_LOG.removeFilter(client.sessions.is_news)


async def _watch(client: SolitaireClient) -> None:
    """Raise ConnectionError, which says why, once the client has to be replaced."""
    seen, since = _progress(client), monotonic()
    while True:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_POLL_SECONDS):
                await client.sessions.unstable.wait()
            raise ConnectionError(f"a shard kept disconnecting within {WINDOW_SECONDS:.0f} s")
        progress, now = _progress(client), monotonic()
        if progress != seen or client.is_connected or client.identify_limiter.is_waiting:
            seen, since = progress, now
        elif now - since > (_outage_seconds(client) if client.is_ready() else START_SECONDS):
            raise ConnectionError(f"not connected for {now - since:.0f} s")


def _outage_seconds(client: SolitaireClient) -> float:
    """How long a shard of a client that was ready may have no session."""
    return min(OUTAGE_SECONDS * (1 + client.connected_shards), LONGEST_OUTAGE_SECONDS)


def _progress(client: SolitaireClient) -> object:
    """A value that changes whenever a client gets further in connecting."""
    shards = {number: (shard.is_closed(), number in client.sessions) for number, shard in client.shards.items()}
    return client.is_ready(), shards


async def _report(client: SolitaireClient, health: Health) -> None:
    """Give signs of life and measure the shards of a client, until cancelled."""
    try:
        while True:
            health.beat()
            _measure(client)
            await asyncio.sleep(_POLL_SECONDS)
    finally:
        metrics.CONNECTED.set(0)


def _measure(client: SolitaireClient) -> None:
    metrics.SHARDS.set(len(client.shard_ids or range(client.shard_count or 0)))
    metrics.CONNECTED.set(client.connected_shards)
    metrics.HEARTBEAT.clear()
    for number, shard in client.shards.items():
        if math.isfinite(shard.latency):
            metrics.HEARTBEAT.labels(str(number)).set(shard.latency)


async def _close(client: SolitaireClient, running: asyncio.Task[None]) -> None:
    """Close the client, and end the task that runs it.

    discord.py waits half a minute for a peer that does not close its side, and keeps trying to connect to one that
    hangs; this waits for neither.
    """
    closing = asyncio.create_task(client.close())
    await asyncio.wait({closing}, timeout=CLOSE_SECONDS)
    closing.cancel()
    running.cancel()
    await asyncio.gather(closing, running, return_exceptions=True)


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            await stop.wait()
