"""Discord in your browser: the real bot on SimCord, to try it without a token.

A page on loopback for each of two servers shows its channel to two people, Alice and Bob, and takes slash commands and
presses. Messages last as long as the process; the database keeps the games.
"""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser

from bot.app.local.page import PageError
from bot.app.local.world import World
from bot.monitoring.health import Health
from bot.store import Database


async def serve(
    database: Database,
    *,
    stop: asyncio.Event,
    port: int,
    is_proving: bool = False,
    health: Health | None = None,
) -> int:
    """Serve the pages until `stop` is set; return the exit status.

    The first page takes `port` and the second the next one; 0 picks free ports. `is_proving` says
    whether to prove dailies winnable.
    """
    world = World(database, is_proving=is_proving)
    try:
        async with world.open(port) as pages:
            if health is not None:
                health.ping_database = database.ping
            addresses = " or ".join(f"{url} ({server})" for server, url in pages.items())
            print(f"Open {addresses}. Ctrl-C ends.", flush=True)  # noqa: T201
            if sys.stdin is not None and sys.stdin.isatty() and _has_display():
                webbrowser.open(next(iter(pages.values())))
            beside = [asyncio.create_task(world.stop_when_closed(stop)), asyncio.create_task(world.keep_up())]
            await stop.wait()
            for task in beside:
                task.cancel()
    except PageError as error:
        print(f"The page cannot be served (LOCAL_PORT {port}): {error}.", file=sys.stderr)  # noqa: T201
        return 1
    return 0


def _has_display() -> bool:
    return bool(os.environ.get("DISPLAY")) or sys.platform in ("darwin", "win32")
