"""Serving the real Discord: start, start again after what discord.py does not survive, stop."""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from pathlib import Path

import discord
from aiohttp import ClientError

from bot import health
from bot.client import SolitaireClient
from bot.services import Services

log = logging.getLogger(__name__)

FINISH_SECONDS = 2.5
"""How long a stopping bot waits for the interactions in hand; Discord itself waits three seconds for an answer."""

CLOSE_SECONDS = 1.0
"""How long it waits for Discord to close the connection: with the above, it ends within five seconds."""

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


async def serve(services: Services, token: str, *, stop: asyncio.Event, health_file: Path | None) -> int:
    """Serve until `stop` is set; return the process's exit status.

    discord.py reconnects by itself, but ends on a malformed event or a first connection that breaks
    (https://github.com/Rapptz/discord.py): then this starts a new client, after a pause that grows.
    """
    pause = FIRST_PAUSE_SECONDS
    while not stop.is_set():
        client = SolitaireClient(services)
        started = time.monotonic()
        beating = asyncio.create_task(health.beat(health_file, client))
        running = asyncio.create_task(client.start(token))
        stopping = asyncio.create_task(stop.wait())
        try:
            await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
            if stop.is_set():
                await client.finish(FINISH_SECONDS)
                break
            if time.monotonic() - started > STANDING_SECONDS:
                pause = FIRST_PAUSE_SECONDS
            await running
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
            stopping.cancel()
            await _close(client, running)
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
        await asyncio.wait_for(stop.wait(), seconds)
    except TimeoutError:
        return
