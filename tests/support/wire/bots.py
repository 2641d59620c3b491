"""The bot, unchanged except for its connector, on a Discord on loopback: in this process or its own."""

import argparse
import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiohttp

from bot.app import connection
from bot.app.client import SolitaireClient
from bot.app.interaction_clock import InteractionClock
from bot.app.limits import Limits
from bot.app.run import run
from bot.monitoring.health import Health
from bot.monitoring.logs import configure_logging
from bot.services import Services
from bot.settings import load_settings
from bot.store import Database, open_database
from tests.support.environment import environment
from tests.support.wire.deadlines import STRETCHED, stretch_deadlines, stretched
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.loopback import connector_options

_END_SECONDS = stretched(10.0)


class RunningBot:
    """A bot in this process. The result of `serving` is its exit status."""

    def __init__(self, database: Database, services: Services, serving: asyncio.Task[int]) -> None:
        self.database = database
        self.services = services
        self.serving = serving


@asynccontextmanager
async def running(
    wire: DiscordServer,
    path: str | Path,
    *,
    clock: Callable[[], float] = time.time,
    limits: Limits | None = None,
    health: Health | None = None,
    shard_count: int | None = None,
    shard_ids: Sequence[int] | None = None,
    is_restarted: bool = False,
    **options: Any,
) -> AsyncIterator[RunningBot]:
    """Run a bot on the database at this path or URL, with these options for its client, and stop it at the end.

    If `is_restarted`, start it again whenever it ends, as Docker does.
    """
    database = await open_database(path)
    services = Services(database, clock=clock)
    stop = asyncio.Event()
    if health is not None:
        health.stopping = stop
        health.ping_database = database.ping

    async def serve() -> int:
        client = SolitaireClient(
            services,
            InteractionClock(clock=clock),
            limits,
            connector=wire.connector(),
            shard_count=shard_count,
            shard_ids=shard_ids,
            **options,
        )
        status = await connection.serve(client, wire.rest.token, stop=stop, health=health or Health())
        return await serve() if is_restarted and not stop.is_set() else status

    serving = asyncio.create_task(serve())
    try:
        yield RunningBot(database, services, serving)
    finally:
        wire.faults.clear()
        stop.set()
        await asyncio.wait_for(serving, _END_SECONDS)
        services.pictures.close()
        await services.solving.close()
        await database.close()


class BotProcess:
    """A bot in its own process, with its database in a folder; `module` runs it as `main` below does."""

    def __init__(
        self, wire: DiscordServer, folder: Path, *, module: str = "tests.support.wire.bots", **settings: str
    ) -> None:
        certificate = folder / "certificate.pem"
        certificate.write_bytes(wire.authority.certificate)
        self.log = folder / "bot.log"
        self._command = [sys.executable, "-m", module, "--port", str(wire.port)]
        self._command += ["--certificate", str(certificate)]
        # Proving dailies would take CPU time from the test.
        quiet = {"PROVE_DAILIES": "false", "DISCORD_TOKEN": wire.rest.token}
        self._environment = environment(folder, **{**quiet, **settings})
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def has_ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(  # noqa: S603
                self._command, cwd=self._folder, env=self._environment, stdin=subprocess.DEVNULL, stderr=log
            )

    @asynccontextmanager
    async def serving(self) -> AsyncIterator[None]:
        self.start()
        try:
            yield
        finally:
            await asyncio.to_thread(self.end)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        assert self._process is not None
        self._process.send_signal(number)
        return self._process.wait(_END_SECONDS)


def main() -> int:
    """`python -m tests.support.wire.bots`: run the bot as `python -m bot` does, with settings from the environment."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.wire.bots", description=main.__doc__)
    parser.add_argument("--port", type=int, required=True, help="the port of the Discord")
    parser.add_argument("--certificate", type=Path, required=True, help="the certificate to trust, as PEM")
    given = parser.parse_args()
    certificate = given.certificate.read_bytes()
    if STRETCHED in os.environ:
        stretch_deadlines()

    def new_client(*parts: Any, **options: Any) -> SolitaireClient:
        connector = aiohttp.TCPConnector(limit=0, **connector_options(given.port, certificate))
        return SolitaireClient(*parts, connector=connector, **options)

    settings = load_settings()
    configure_logging(settings.log_level, settings.log_format)
    with contextlib.suppress(KeyboardInterrupt):
        return run(settings, new_client=new_client)
    return 0


if __name__ == "__main__":
    sys.exit(main())
