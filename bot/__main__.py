"""`python -m bot`: reads the settings, builds the parts, runs. `python -m bot verify` checks what is stored instead."""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys

from bot import gateway
from bot.logs import configure_logging
from bot.services import Services
from bot.settings import Settings, SettingsError, load_settings
from bot.store import Database, StoreError
from bot.verify import verify

RUN, VERIFY = "run", "verify"


async def run(settings: Settings, command: str) -> int:
    """Run the bot until it is stopped, or do what the command says; return the process's exit status."""
    if command == VERIFY:
        return await verify(settings.database_path)
    stop = asyncio.Event()
    with contextlib.suppress(NotImplementedError):  # Windows has none: Ctrl-C interrupts there
        for signal_number in (signal.SIGINT, signal.SIGTERM):
            asyncio.get_running_loop().add_signal_handler(signal_number, stop.set)
    database = await Database.open(settings.database_path)
    try:
        secret = None if settings.daily_secret is None else settings.daily_secret.get_secret_value()
        if settings.discord_token is None:
            from bot import local  # noqa: PLC0415 - its Discord is an extra, which a host with a token does not need

            return await local.serve(database, stop=stop, port=settings.local_port, daily_secret=secret)
        services = Services.over(database, daily_secret=secret)
        with contextlib.closing(services.pictures):
            token = settings.discord_token.get_secret_value()
            return await gateway.serve(services, token, stop=stop, health_file=settings.health_file)
    finally:
        await database.close()


def main() -> int:
    """Say in one line what keeps the bot from running, if anything does."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Five games of patience on Discord.")
    parser.add_argument("command", nargs="?", choices=(RUN, VERIFY), default=RUN, help="what to do")
    command = parser.parse_args().command
    try:
        settings = load_settings()
        quiet = settings.discord_token is None and "log_level" not in settings.model_fields_set
        configure_logging("WARNING" if quiet else settings.log_level)
        return asyncio.run(run(settings, command))
    except SettingsError as error:
        print(f"These settings are wrong (see .env.example):\n{error}", file=sys.stderr)  # noqa: T201
    except StoreError as error:
        print(error, file=sys.stderr)  # noqa: T201
    except ModuleNotFoundError as error:
        if error.name is None or error.name.split(".")[0] != "simcord":
            raise
        print("Set DISCORD_TOKEN, or install the extra `local` to try the bot without one.", file=sys.stderr)  # noqa: T201
    except KeyboardInterrupt:
        return 0
    return 1


if __name__ == "__main__":
    sys.exit(main())
