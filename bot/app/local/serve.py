"""Discord in your browser: the real bot on SimCord, to try it without a token.

A page on loopback for each of two servers shows its channel to two people, Alice and Bob, and takes slash commands and
presses; the terminal takes the same from Alice. Messages last as long as the process; the database keeps the games.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
import webbrowser

from bot.app.local.page import PageError
from bot.app.local.world import World
from bot.monitoring.health import Health
from bot.store import Database

_WELCOME = """\
Open {addresses}
or type commands here, as Alice: /solitaire start game:tens, /solitaire move 3>5, /solitaire help
Buttons are pressed by “press Undo”; “tomorrow” moves the clock to the next day. Ctrl-C ends."""


async def serve(
    database: Database,
    *,
    stop: asyncio.Event,
    port: int,
    is_proving: bool = False,
    health: Health | None = None,
) -> int:
    """Serve the pages and the terminal until `stop` is set or the piped commands are done; return the exit status.

    The first page takes `port` and the second the next one; 0 picks free ports. `is_proving` says
    whether to prove dailies winnable.
    """
    world = World(database, is_proving=is_proving)
    try:
        async with world.open(port) as pages:
            if health is not None:
                health.ping_database = database.ping
            addresses = " or ".join(f"{url} ({server})" for server, url in pages.items())
            print(_WELCOME.format(addresses=addresses), flush=True)  # noqa: T201
            if (
                sys.stdin is not None
                and sys.stdin.isatty()
                and (os.environ.get("DISPLAY") or sys.platform in ("darwin", "win32"))
            ):
                webbrowser.open(next(iter(pages.values())))
            beside = [asyncio.create_task(world.stop_when_closed(stop)), asyncio.create_task(world.keep_up())]
            await _answer_lines(world, stop)
            for task in beside:
                task.cancel()
    except PageError as error:
        print(f"The page cannot be served (LOCAL_PORT {port}): {error}.", file=sys.stderr)  # noqa: T201
        return 1
    except BrokenPipeError:
        # Nobody reads the answers any more: discard the rest, as https://docs.python.org/3/library/signal.html advises.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


async def _answer_lines(world: World, stop: asyncio.Event) -> None:
    """Answer the lines of standard input in order; without any, as under a service manager, just wait for `stop`."""
    lines = _read_lines()
    answered = 0
    stopping = asyncio.create_task(stop.wait())
    while not stop.is_set():
        reading = asyncio.create_task(lines.get())
        await asyncio.wait({reading, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not reading.done():
            reading.cancel()
        elif (line := reading.result()) is not None:
            if line == "quit":
                break
            if line:
                print(await world.answer(line), end="\n\n", flush=True)  # noqa: T201
                if lines.empty():  # otherwise the next line changes the pages again
                    await world.redraw()
                answered += 1
        elif answered:
            break
    stopping.cancel()


def _read_lines() -> asyncio.Queue[str | None]:
    """Read the lines of standard input, then None, in a thread that does not delay the exit."""
    loop = asyncio.get_running_loop()
    lines: asyncio.Queue[str | None] = asyncio.Queue()

    def read() -> None:
        with contextlib.suppress(RuntimeError):  # the loop has closed
            if sys.stdin is not None:  # a service manager may have closed it
                for line in os.fdopen(os.dup(sys.stdin.fileno()), encoding="utf-8", errors="replace"):
                    loop.call_soon_threadsafe(lines.put_nowait, line.strip())
            loop.call_soon_threadsafe(lines.put_nowait, None)

    threading.Thread(target=read, daemon=True).start()
    return lines
