"""Serve Discord until the bot is stopped, or until its connection fails in a way that discord.py cannot repair.

The process then ends, and its supervisor (Docker, systemd, Kubernetes) starts it again.
"""

from __future__ import annotations

import asyncio
import logging
import sys

import discord
from aiohttp import ClientError

from bot.app.client import FINISH_SECONDS, SolitaireClient
from bot.monitoring import metrics
from bot.monitoring.health import Health
from bot.settings import MISCONFIGURED

log = logging.getLogger(__name__)

FAILED = 1
"""The exit status of a bot that may be started again."""

CLOSE_SECONDS = 1.0
"""How long closing the connection may take: together with FINISH_SECONDS, a stopped bot ends within five."""

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
_FINAL_CLOSE_CODES = {
    4004: "the token is wrong",
    4010: "the shard is wrong",
    4011: "more shards are needed",
    4012: "this version of its interface is no longer served: update the bot",
    4013: "the intents are wrong",
}

_CONNECTION_ERRORS = (OSError, ClientError, discord.DiscordException)


async def serve(client: SolitaireClient, token: str, *, stop: asyncio.Event, health: Health) -> int:
    """Run a client until `stop` is set or its connection fails; return the process's exit status."""
    health.is_connected = lambda: client.is_connected
    running = asyncio.create_task(client.start(token))
    stopping = asyncio.create_task(stop.wait())
    metrics.SHARDS.set_function(lambda: len(client.shard_ids or range(client.shard_count or 0)))
    metrics.CONNECTED.set_function(lambda: client.connected_shards)
    metrics.HEARTBEAT.set_function(lambda: client.slowest_heartbeat)
    await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
    is_stopped = stop.is_set()
    stopping.cancel()
    await client.finish(FINISH_SECONDS)
    error = await _close(client, running)
    if is_stopped:
        log.info("stopped")
        return 0
    return _status(error)


def _status(error: BaseException | None) -> int:
    """Log why the connection failed, and return the exit status."""
    reason = _final_reason(error)
    if reason is not None:
        print(reason, file=sys.stderr)  # noqa: T201 - a host reads it without a log's prefix
        return MISCONFIGURED
    if error is None or isinstance(error, _CONNECTION_ERRORS):
        cause = "it was closed without an error" if error is None else repr(error)
        log.error("the connection to Discord has failed, so the bot ends: %s", cause)
    else:
        log.error("the client has failed, so the bot ends", exc_info=error)
    return FAILED


def _final_reason(error: BaseException | None) -> str | None:
    """Why another start would fail too, for the host to read; None if it might succeed."""
    match error:
        case discord.LoginFailure():
            return "Discord refuses the token: check DISCORD_TOKEN."
        case discord.PrivilegedIntentsRequired():
            return "Discord refuses the intents that the bot asks for."
        case discord.ConnectionClosed(code=code) if code in _FINAL_CLOSE_CODES:
            return f"Discord closed the connection for good: {_FINAL_CLOSE_CODES[code]}."
    return None


async def _close(client: SolitaireClient, running: asyncio.Task[None]) -> BaseException | None:
    """Close the client and end the task that runs it; return the error that ended the task, if any.

    discord.py waits half a minute for a peer that does not close its side, and keeps trying to connect to a hanging
    one; this function waits for neither.
    """
    closing = asyncio.create_task(client.close())
    await asyncio.wait({closing}, timeout=CLOSE_SECONDS)
    closing.cancel()
    running.cancel()
    await asyncio.wait({closing, running})
    return None if running.cancelled() else running.exception()
