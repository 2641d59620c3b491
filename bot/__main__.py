"""`python -m bot`: reads the settings, builds the parts, runs. `python -m bot verify` checks what is stored instead.

`python -m bot move` moves it to PostgreSQL.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import signal
import sys
from collections.abc import Callable, Coroutine
from typing import Any

from bot.app import supervisor
from bot.app.client import SolitaireClient
from bot.monitoring.endpoints import EndpointsError, serving
from bot.monitoring.error_reports import configure_error_reports
from bot.monitoring.health import Health
from bot.monitoring.logs import configure_logging
from bot.services import Services
from bot.services.limits import Limits
from bot.services.verify import verify
from bot.settings import Settings, SettingsError, check_database_url, load_settings
from bot.store import StoreError, open_database
from bot.store.move import move

run_event_loop: Callable[[Coroutine[Any, Any, int]], int] = asyncio.run
with contextlib.suppress(ModuleNotFoundError):  # an extra
    import uvloop

    run_event_loop = uvloop.run

RUN, VERIFY, MOVE = "run", "verify", "move"

_MISSING = {
    "simcord": "Set DISCORD_TOKEN, or install the extra `local` to try the bot without one.",
    "sentry_sdk": "Install the extra `sentry`, or leave SENTRY_DSN out.",
}
"""What to do where an extra is missing."""


async def run(settings: Settings, command: str, *, new_client: supervisor.NewClient = SolitaireClient) -> int:
    """Run the bot until it is stopped, or do what the command says; return the process's exit status.

    On Discord it is the client that `new_client` makes.
    """
    if command == VERIFY:
        return await verify(settings.database_url)
    stop = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows has none: Ctrl-C interrupts there
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(signal_number, stop.set)
    health = Health()
    health.stopping = stop
    async with serving(health, settings.metrics_host, settings.metrics_port):
        return await _serve(settings, stop, health, new_client)


async def _serve(settings: Settings, stop: asyncio.Event, health: Health, new_client: supervisor.NewClient) -> int:
    database = await open_database(settings.database_url)
    try:
        secret = None if settings.daily_secret is None else settings.daily_secret.get_secret_value()
        if settings.discord_token is None:
            from bot.app.local import serve  # noqa: PLC0415 - its Discord is an extra, which a host with a token does not need

            return await serve.serve(
                database,
                stop=stop,
                port=settings.local_port,
                daily_secret=secret,
                is_proving=settings.prove_dailies,
                health=health,
            )
        limits = Limits(
            user_burst=settings.limit_user_burst,
            user_per_second=settings.limit_user_per_second,
            all_per_second=settings.limit_all_per_second,
        )
        services = Services.create(database, daily_secret=secret, limits=limits)
        async with services.running(is_proving=settings.prove_dailies):
            tune_gc()
            token = settings.discord_token.get_secret_value()
            health.ping_database = database.ping
            return await supervisor.serve(
                services,
                token,
                stop=stop,
                health=health,
                shard_count=settings.shard_count,
                shard_ids=settings.shards,
                new_client=new_client,
            )
    finally:
        await database.close()


def tune_gc() -> None:
    """Exempt what is loaded by now from garbage collection, and run it less often than by default."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, *gc.get_threshold()[1:])


def main() -> int:
    """Say in one line what keeps the bot from running, if anything does."""
    given = _parser().parse_args()
    try:
        settings = load_settings()
        quiet = settings.discord_token is None and "log_level" not in settings.model_fields_set
        configure_logging("WARNING" if quiet else settings.log_level)
        if settings.sentry_dsn is not None:
            configure_error_reports(settings.sentry_dsn.get_secret_value())
        if given.command == MOVE:
            return asyncio.run(move(given.source, given.target))
        # SimCord reads the timers of asyncio's own loop.
        runner = asyncio.run if settings.discord_token is None else run_event_loop
        return runner(run(settings, given.command or RUN))
    except SettingsError as error:
        print(f"These settings are wrong (see .env.example):\n{error}", file=sys.stderr)  # noqa: T201
    except StoreError as error:
        print(error if given.command == MOVE else f"DATABASE_URL: {error}", file=sys.stderr)  # noqa: T201
    except EndpointsError as error:
        print(error, file=sys.stderr)  # noqa: T201
    except ModuleNotFoundError as error:
        advice = _MISSING.get((error.name or "").split(".")[0])
        if advice is None:
            raise
        print(advice, file=sys.stderr)  # noqa: T201
    except KeyboardInterrupt:
        return 0
    return 1


def _url(text: str) -> str:
    try:
        return check_database_url(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="patience-bot", description="Five games of patience on Discord.")
    commands = parser.add_subparsers(dest="command", help="what to do, by default to run the bot")
    commands.add_parser(RUN, help="run the bot")
    commands.add_parser(VERIFY, help="check what is stored instead")
    moving = commands.add_parser(MOVE, help="move from SQLite to PostgreSQL, while no bot runs")
    moving.add_argument("source", type=_url, help="as in sqlite:///data/patience.sqlite3")
    moving.add_argument("target", type=_url, help="an empty database, as in postgresql://user:password@host/name")
    return parser


if __name__ == "__main__":
    sys.exit(main())
