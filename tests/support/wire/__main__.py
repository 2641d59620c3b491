"""`python -m tests.support.wire`: a Discord on loopback, for bots in other processes.

It prints one line of JSON: its port, the port that controls it (`tests.support.wire.control`), the bot's token, and the
path of the certificate to trust. It ends on SIGTERM or Ctrl-C.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
from pathlib import Path

from tests.support.wire.control import Control
from tests.support.wire.discord_server import DiscordServer


async def serve(given: argparse.Namespace) -> None:
    """Serve until a signal arrives."""
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    wire = DiscordServer(
        shards=given.shards,
        servers=given.servers,
        max_concurrency=given.max_concurrency,
        identify_seconds=given.identify_seconds,
    )
    await asyncio.to_thread(given.certificate.write_bytes, wire.authority.certificate)
    async with wire.open(given.port), Control(wire).open(given.control_port) as control_port:
        told = {"port": wire.port, "control": control_port, "token": wire.rest.token}
        print(json.dumps({**told, "certificate": str(given.certificate)}), flush=True)  # noqa: T201
        await stop.wait()


def main() -> None:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.wire", description=__doc__)
    parser.add_argument(
        "--certificate", type=Path, required=True, help="where to write the certificate that bots have to trust"
    )
    parser.add_argument("--port", type=int, default=0, help="a free one by default")
    parser.add_argument("--control-port", type=int, default=0, help="a free one by default")
    parser.add_argument("--shards", type=int, default=1, help="the number of shards that bots are told to use")
    parser.add_argument("--servers", type=int, default=1, help="the number of servers")
    parser.add_argument("--max-concurrency", type=int, default=1, help="how many shards may identify at once")
    parser.add_argument(
        "--identify-seconds", type=float, default=5.0, help="how many seconds apart they have to identify"
    )
    asyncio.run(serve(parser.parse_args()))


if __name__ == "__main__":
    main()
