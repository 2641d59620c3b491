"""`python -m bot`: run the bot, verify what is stored, copy it to another database, or begin a new chain of keys."""

from __future__ import annotations

import argparse
import asyncio
import sys

from bot.app.run import run
from bot.cli.migrate_database import migrate_database
from bot.cli.new_chain import begin_new_chain
from bot.cli.verify import verify
from bot.monitoring.endpoints import EndpointsError
from bot.monitoring.error_reports import configure_error_reports
from bot.monitoring.logs import configure_logging
from bot.settings import Settings, SettingsError, check_database_url, load_settings
from bot.store import StoreError
from bot.store.sqlite import URL_PREFIX

RUN, VERIFY, MIGRATE_DATABASE, NEW_CHAIN = "run", "verify", "migrate-database", "new-chain"

_MISSING_EXTRAS = {
    "simcord": "Set DISCORD_TOKEN, or install the extra `local` to try the bot without one.",
    "sentry_sdk": "Install the extra `sentry`, or leave SENTRY_DSN out.",
}
"""What to do without a module."""


def main() -> int:
    """Do what the command line says; print one line about what prevents it, and return the exit status."""
    arguments = _parser().parse_args()
    try:
        settings = load_settings()
        _configure_monitoring(settings)
        if arguments.command == VERIFY:
            return asyncio.run(verify(settings.database_url, rebuild=arguments.rebuild))
        if arguments.command == MIGRATE_DATABASE:
            return asyncio.run(migrate_database(arguments.source, settings.database_url))
        if arguments.command == NEW_CHAIN:
            return asyncio.run(begin_new_chain(settings.database_url))
        return run(settings)
    except SettingsError as error:
        print(f"These settings are invalid (see .env.example):\n{error}", file=sys.stderr)  # noqa: T201
    except StoreError as error:
        print(error if arguments.command == MIGRATE_DATABASE else f"DATABASE_URL: {error}", file=sys.stderr)  # noqa: T201
    except EndpointsError as error:
        print(error, file=sys.stderr)  # noqa: T201
    except ModuleNotFoundError as error:
        advice = _MISSING_EXTRAS.get((error.name or "").split(".")[0])
        if advice is None:
            raise
        print(advice, file=sys.stderr)  # noqa: T201
    except KeyboardInterrupt:
        return 0
    return 1


def _configure_monitoring(settings: Settings) -> None:
    is_quiet = settings.discord_token is None and "log_level" not in settings.model_fields_set
    configure_logging("WARNING" if is_quiet else settings.log_level)
    if settings.sentry_dsn is not None:
        configure_error_reports(settings.sentry_dsn.get_secret_value())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="patience-bot", description="Games of patience on Discord.")
    commands = parser.add_subparsers(dest="command", help="what to do, by default to run the bot")
    commands.add_parser(RUN, help="run the bot")
    verifying = commands.add_parser(VERIFY, help="check every result, proof and leaderboard")
    verifying.add_argument(
        "--rebuild",
        action="store_true",
        help="first compute all leaderboards again, as after a change of ranking rules",
    )
    commands.add_parser(
        NEW_CHAIN, help="redraw all dailies from tomorrow on if the database has leaked; stop the bot first"
    )
    copying = commands.add_parser(
        MIGRATE_DATABASE, help="copy everything from SQLite to the empty PostgreSQL database that DATABASE_URL names"
    )
    copying.add_argument("source", type=_sqlite_url, help="such as sqlite:///data/patience.sqlite3; stop the bot first")
    return parser


def _sqlite_url(text: str) -> str:
    """Accept no other database: every user of the machine can read the passwords on a command line."""
    try:
        if check_database_url(text).startswith(URL_PREFIX):
            return text
    except ValueError:
        pass
    raise argparse.ArgumentTypeError("write sqlite:/// and the path of a file; DATABASE_URL names the database to fill")


if __name__ == "__main__":
    sys.exit(main())
