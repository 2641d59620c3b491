"""Serving the real Discord: start, start again after what discord.py does not survive, stop."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Sequence

import discord
from aiohttp import ClientError

from bot.app.client import FINISH_SECONDS, SolitaireClient
from bot.app.interaction_clock import Punctuality
from bot.app.sessions import watch
from bot.monitoring import metrics
from bot.monitoring.health import STUCK_SECONDS, Health
from bot.services import Services

log = logging.getLogger(__name__)

CLOSE_SECONDS = 1.0
"""How long it waits for Discord to close the connection: with FINISH_SECONDS, a bot that is stopped ends in five."""

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 300.0
"""With this pause a connection that always fails identifies under 300 times a day; at 1000 the token is reset."""

STANDING_SECONDS = 600.0
"""After standing for so long a connection counts as good, and the next pause is short again."""

# https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes
_FINAL_CLOSE_CODES = {
    4004: "the token is wrong",
    4010: "the shard is wrong",
    4011: "more shards are needed",
    4012: "this version of its interface is no longer served: update the bot",
    4013: "the intents are wrong",
}


NewClient = Callable[..., SolitaireClient]
"""Makes a client of services, punctuality, and options as `discord.AutoShardedClient` takes them."""


async def serve(
    services: Services,
    token: str,
    *,
    stop: asyncio.Event,
    health: Health | None = None,
    shard_count: int | None = None,
    shard_ids: Sequence[int] | None = None,
    new_client: NewClient = SolitaireClient,
) -> int:
    """Serve until `stop` is set; return the process's exit status.

    It serves these shards of so many, by default all of as many as Discord recommends.

    discord.py reconnects by itself, but ends on a malformed event, and does not notice that it reconnects in vain: then
    this starts a new client, after a pause that grows. `health` is told how it goes.
    """
    health = health or Health()
    health.is_on_discord = True
    punctuality = Punctuality()
    pause = FIRST_PAUSE_SECONDS
    while not stop.is_set():
        client = new_client(services, punctuality, shard_count=shard_count, shard_ids=shard_ids)
        metrics.CLIENTS.inc()
        started = time.monotonic()
        beating = asyncio.create_task(health.beat(client))
        running = asyncio.create_task(client.start(token))
        watching = asyncio.create_task(watch(client, client.identifying.is_waiting))
        stopping = asyncio.create_task(stop.wait())
        try:
            ended, _ = await asyncio.wait({running, watching, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                break
            if time.monotonic() - started > STANDING_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            await ended.pop()
        except discord.LoginFailure:
            return _give_up("Discord refuses the token: check DISCORD_TOKEN.")
        except discord.PrivilegedIntentsRequired:
            return _give_up("Discord refuses the intents that the bot asks for.")
        except discord.ConnectionClosed as closed:
            if closed.code in _FINAL_CLOSE_CODES:
                return _give_up(f"Discord closed the connection for good: {_FINAL_CLOSE_CODES[closed.code]}.")
            log.warning("the connection ended (%s); starting again in %.0f s", closed, pause)
        except (OSError, ClientError, discord.DiscordException) as error:
            log.warning("the connection failed (%s); starting again in %.0f s", error, pause)
        except Exception:
            log.exception("the client ended; starting again in %.0f s", pause)
        finally:
            beating.cancel()
            watching.cancel()
            stopping.cancel()
            await client.finish(FINISH_SECONDS)
            await _close(client, running)
        health.alive(pause + STUCK_SECONDS)
        await _wait(stop, pause)
        pause = min(pause * 2, LONGEST_PAUSE_SECONDS)
    log.info("stopped")
    return 0


async def _close(client: SolitaireClient, running: asyncio.Task[None]) -> None:
    """Close the client, and end what runs it.

    discord.py waits half a minute for a peer that does not say goodbye, and goes on with an attempt to connect that
    hangs; neither is waited for here.
    """
    closing = asyncio.create_task(client.close())
    await asyncio.wait({closing}, timeout=CLOSE_SECONDS)
    closing.cancel()
    running.cancel()
    await asyncio.gather(closing, running, return_exceptions=True)


def _give_up(reason: str) -> int:
    print(reason, file=sys.stderr)  # noqa: T201 - the one line that a wrong token gives
    return 1


async def _wait(stop: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await stop.wait()
    except TimeoutError:
        return
