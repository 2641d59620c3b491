"""`python -m bot`: run the bot, or one of the programs that a host runs beside it."""

from __future__ import annotations

import argparse
import asyncio
import logging
import signal
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

from bot.app.run import run
from bot.cli.backup import backup
from bot.cli.block import block, print_blocks, unblock
from bot.cli.info import info
from bot.cli.migrate_database import migrate_database
from bot.cli.new_chain import begin_new_chain
from bot.cli.restore import restore
from bot.cli.user import delete_user, export_user
from bot.cli.verify import verify
from bot.model.blocks import BlockKind
from bot.monitoring.build import bot_version
from bot.monitoring.endpoints import EndpointsError
from bot.monitoring.error_reports import configure_error_reports
from bot.monitoring.logs import configure_logging
from bot.settings import MISCONFIGURED, Settings, SettingsError, check_database_url, load_settings, unknown_names
from bot.store import LastingError, StoreError
from bot.store.sqlite import URL_PREFIX

log = logging.getLogger("bot")

RUN, INFO, VERIFY, BACKUP, RESTORE = "run", "info", "verify", "backup", "restore"
MIGRATE_DATABASE, NEW_CHAIN, USER = "migrate-database", "new-chain", "user"
BLOCK, UNBLOCK, BLOCKED = "block", "unblock", "blocked"

_FIRST_WRONG_ID = 2**63
"""Discord's ids are 64-bit numbers that begin with the time (https://discord.com/developers/docs/reference#snowflakes),
and the database stores signed ones."""

INTERRUPTED = 128 + signal.SIGINT
"""The exit status of a program that Ctrl-C ended, as of one that its signal ended."""

_MISSING_EXTRAS = {
    "simcord": "Set DISCORD_TOKEN, or install the extra `local` to try the bot without one.",
    "sentry_sdk": "Install the extra `sentry`, or leave SENTRY_DSN out.",
}
"""What to do without a module."""


def main() -> int:
    """Run the program that the command line names, and return the exit status; print one line if it cannot run."""
    arguments = _parser().parse_args()
    try:
        settings = load_settings()
        _configure_monitoring(settings)
        for line in unknown_names():
            log.warning("%s", line)
        return _run_program(arguments, settings)
    except (SettingsError, StoreError, EndpointsError, ModuleNotFoundError) as error:
        explanation = _explanation(error, arguments.command)
        if explanation is None:
            raise
        print(explanation, file=sys.stderr)  # noqa: T201
        may_pass = isinstance(error, StoreError | EndpointsError) and not isinstance(error, LastingError)
        return 1 if may_pass else MISCONFIGURED
    except KeyboardInterrupt:
        if arguments.command in (None, RUN):
            return 0
        print("Interrupted.", file=sys.stderr)  # noqa: T201
        return INTERRUPTED


def _explanation(error: Exception, command: str | None) -> str | None:
    """Why a program cannot run, for the host to read; None for a fault of the bot."""
    match error:
        case SettingsError():
            return f"These settings are invalid (see .env.example):\n{error}"
        case StoreError() if command not in (BACKUP, RESTORE, MIGRATE_DATABASE):  # these name their files
            return f"DATABASE_URL: {error}"
        case ModuleNotFoundError(name=name):
            return _MISSING_EXTRAS.get((name or "").split(".")[0])
    return str(error)


def _run_program(arguments: argparse.Namespace, settings: Settings) -> int:
    url = settings.database_url
    programs: dict[str, Callable[[], Coroutine[Any, Any, int]]] = {
        INFO: lambda: info(settings),
        VERIFY: lambda: verify(url, rebuild=arguments.rebuild),
        BACKUP: lambda: backup(url, arguments.target, keep=arguments.keep),
        RESTORE: lambda: restore(url, arguments.source),
        MIGRATE_DATABASE: lambda: migrate_database(arguments.source, url),
        NEW_CHAIN: lambda: begin_new_chain(url),
        USER: lambda: {"export": export_user, "delete": delete_user}[arguments.what](url, arguments.id),
        BLOCK: lambda: block(url, BlockKind(arguments.kind), arguments.id),
        UNBLOCK: lambda: unblock(url, BlockKind(arguments.kind), arguments.id),
        BLOCKED: lambda: print_blocks(url),
    }
    program = programs.get(arguments.command)
    return run(settings) if program is None else asyncio.run(_until_interrupted(program()))


async def _until_interrupted(program: Coroutine[Any, Any, int]) -> int:
    """Run a program; a failure after Ctrl-C counts as the interruption."""
    try:
        return await program
    except Exception:
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError from None
        raise


def _configure_monitoring(settings: Settings) -> None:
    is_quiet = settings.discord_token is None and "log_level" not in settings.model_fields_set
    level = "WARNING" if is_quiet else settings.log_level
    configure_logging(level, settings.log_format, process=settings.pod_name)
    if settings.sentry_dsn is not None:
        configure_error_reports(settings.sentry_dsn.get_secret_value())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="patience-bot", description="Games of patience on Discord.")
    commands = parser.add_subparsers(dest="command", help="what to do; the default is to run the bot")
    parser.add_argument("--version", action="version", version=bot_version())
    commands.add_parser(RUN, help="run the bot")
    commands.add_parser(INFO, help="print the version, the settings and what is in the database, without secrets")
    verifying = commands.add_parser(VERIFY, help="look for damage, and check every game, result, proof and leaderboard")
    verifying.add_argument(
        "--rebuild",
        action="store_true",
        help="first compute all leaderboards again, as after a change of ranking rules",
    )
    backing_up = commands.add_parser(BACKUP, help="copy the SQLite database while the bot runs, and check the copy")
    backing_up.add_argument(
        "target",
        type=Path,
        nargs="?",
        help="a file, or a folder for a copy with the time in its name; by default, the folder of the database",
    )
    backing_up.add_argument(
        "--keep",
        type=_number,
        help="keep this many copies with the time in their names in the folder, and delete older ones",
    )
    restoring = commands.add_parser(RESTORE, help="put a copy in the place of the SQLite database; stop the bot first")
    restoring.add_argument("source", type=Path, help="the copy, which stays as it is")
    commands.add_parser(
        NEW_CHAIN, help="redraw all dailies from tomorrow on if the database has leaked; stop the bot first"
    )
    using = commands.add_parser(USER, help="print or delete everything about a user, who may have asked you to")
    using.add_argument("what", choices=["export", "delete"])
    using.add_argument("id", type=_id, help="the user's ID in Discord")
    for name, help_ in (
        (BLOCK, "keep out a user or everyone in a server, or hide a user's name on leaderboards"),
        (UNBLOCK, "end a block"),
    ):
        blocking = commands.add_parser(name, help=help_)
        blocking.add_argument("kind", choices=list(map(str, BlockKind)))
        blocking.add_argument("id", type=_id, help="the ID in Discord of the user or the server")
    commands.add_parser(BLOCKED, help="list all blocks")
    copying = commands.add_parser(
        MIGRATE_DATABASE, help="copy everything from SQLite to the empty PostgreSQL database that DATABASE_URL names"
    )
    copying.add_argument("source", type=_sqlite_url, help="such as sqlite:///data/patience.sqlite3; stop the bot first")
    return parser


def _number(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError("write a number, 1 or more")
    return int(text)


def _id(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if not 0 < number < _FIRST_WRONG_ID:
        raise argparse.ArgumentTypeError("write the number that Discord copies as the ID")
    return number


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
