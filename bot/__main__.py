"""`python -m bot`: run the bot, or one of the programs that a host runs beside it."""

from __future__ import annotations

import argparse
import asyncio
import re
import signal
import sys
from collections.abc import Coroutine
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.model.blocks import BlockKind
from bot.monitoring.build import bot_version

if TYPE_CHECKING:
    from bot.settings import Settings


class Program(StrEnum):
    """A program that the command line can name."""

    RUN = "run"
    VERIFY = "verify"
    BACKUP = "backup"
    RESTORE = "restore"
    NEW_CHAIN = "new-chain"
    USER = "user"
    BLOCK = "block"
    UNBLOCK = "unblock"
    BLOCKED = "blocked"
    MIGRATE_DATABASE = "migrate-database"

    __repr__ = str.__repr__  # argparse lists the programs like this


_NUMBER = re.compile("[0-9]{1,19}")

_FIRST_WRONG_ID = 2**63
"""Discord's ids are 64-bit numbers that begin with the time (https://discord.com/developers/docs/reference#snowflakes),
and the database stores signed ones."""

INTERRUPTED = 128 + signal.SIGINT
"""The exit status of a program ended by Ctrl-C, the same as for its signal."""

_NAME_THEIR_FILES = (Program.BACKUP, Program.RESTORE, Program.MIGRATE_DATABASE)
"""The programs whose errors name the file concerned."""

_MISSING_EXTRAS = {
    "simcord": "Set DISCORD_TOKEN, or install the extra `local` to try the bot without one.",
    "sentry_sdk": "Install the extra `sentry`, or leave SENTRY_DSN out.",
}
"""What to do if a module is missing."""


def main() -> int:
    """Run the program that the command line names, and return the exit status; print one line if it cannot run."""
    arguments = _parser().parse_args()
    try:
        return _start(arguments)
    except KeyboardInterrupt:
        if arguments.program == Program.RUN:
            return 0
        print("Interrupted.", file=sys.stderr)  # noqa: T201
        return INTERRUPTED
    except Exception as error:
        refusal = _refusal(error, arguments.program)
        if refusal is None:
            raise
        reason, status = refusal
        print(reason, file=sys.stderr)  # noqa: T201
        return status


def _start(arguments: argparse.Namespace) -> int:
    """Import and run a program, and nothing that it does not need: Discord's library alone takes half a second."""
    from bot.settings import load_settings

    settings = load_settings()
    _configure_monitoring(settings)
    if arguments.program == Program.RUN:
        from bot.app.run import run

        return run(settings)
    return asyncio.run(_program(arguments, settings.database_url))


def _program(arguments: argparse.Namespace, url: str) -> Coroutine[Any, Any, int]:
    match arguments.program:
        case Program.VERIFY:
            from bot.cli.verify import verify

            return verify(url)
        case Program.BACKUP:
            from bot.cli.backup import backup

            return backup(url, arguments.target, keep=arguments.keep)
        case Program.RESTORE:
            from bot.cli.restore import restore

            return restore(url, arguments.source)
        case Program.NEW_CHAIN:
            from bot.cli.new_chain import begin_new_chain

            return begin_new_chain(url)
        case Program.USER:
            from bot.cli.user import delete_user, export_user

            if arguments.what == "export":
                return export_user(url, arguments.id)
            return delete_user(url, arguments.id, is_confirmed=arguments.yes)
        case Program.MIGRATE_DATABASE:
            from bot.cli.migrate_database import migrate_database

            return migrate_database(arguments.source, url)
    from bot.cli.block import block, print_blocks, unblock

    if arguments.program == Program.BLOCKED:
        return print_blocks(url)
    change = block if arguments.program == Program.BLOCK else unblock
    return change(url, BlockKind(arguments.kind), arguments.id)


def _refusal(error: Exception, program: Program) -> tuple[str, int] | None:
    """Why a program cannot run, for the host to read, and its exit status; None for a fault of the bot."""
    from bot.monitoring.endpoints import EndpointsError
    from bot.settings import MISCONFIGURED, SettingsError
    from bot.store import LastingError, StoreError

    match error:
        case SettingsError():
            return f"These settings are invalid (see .env.example):\n{error}", MISCONFIGURED
        case StoreError():
            reason = str(error) if program in _NAME_THEIR_FILES else f"DATABASE_URL: {error}"
            return reason, MISCONFIGURED if isinstance(error, LastingError) else 1
        case EndpointsError():
            return str(error), 1
        case ModuleNotFoundError(name=str(name)) if name.split(".")[0] in _MISSING_EXTRAS:
            return _MISSING_EXTRAS[name.split(".")[0]], MISCONFIGURED
    return None


def _configure_monitoring(settings: Settings) -> None:
    from bot.monitoring.error_reports import configure_error_reports
    from bot.monitoring.logs import configure_logging
    from bot.settings import SettingsError

    is_quiet = settings.discord_token is None and "log_level" not in settings.model_fields_set
    level = "WARNING" if is_quiet else settings.log_level
    configure_logging(level, settings.log_format, process=settings.pod_name)
    if settings.sentry_dsn is not None:
        try:
            configure_error_reports(settings.sentry_dsn.get_secret_value())
        except ValueError:  # its message may quote a part of the key
            raise SettingsError("SENTRY_DSN: write it as Sentry shows it: https://key@host/number") from None


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="patience-bot", description="Games of patience on Discord.")
    commands = parser.add_subparsers(dest="program", help="what to do; the default is to run the bot")
    parser.set_defaults(program=Program.RUN)
    parser.add_argument("--version", action="version", version=bot_version())
    commands.add_parser(Program.RUN, help="run the bot")
    commands.add_parser(Program.VERIFY, help="look for damage, and replay every game and attempt")
    backing_up = commands.add_parser(
        Program.BACKUP, help="copy the SQLite database while the bot runs, and check the copy"
    )
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
    restoring = commands.add_parser(
        Program.RESTORE, help="put a copy in the place of the SQLite database; stop the bot first"
    )
    restoring.add_argument("source", type=Path, help="the copy, which stays as it is")
    commands.add_parser(
        Program.NEW_CHAIN, help="redraw all dailies from tomorrow on if the database has leaked; stop the bot first"
    )
    using = commands.add_parser(Program.USER, help="print or delete everything about a user, who may have asked you to")
    using.add_argument("what", choices=["export", "delete"])
    using.add_argument("id", type=_id, help="the user's ID in Discord")
    using.add_argument("--yes", action="store_true", help="delete it; without this, only print what would be deleted")
    for name, help_ in (
        (Program.BLOCK, "keep out a user or everyone in a server, or hide a user's name on leaderboards"),
        (Program.UNBLOCK, "end a block"),
    ):
        blocking = commands.add_parser(name, help=help_)
        blocking.add_argument("kind", choices=list(map(str, BlockKind)))
        blocking.add_argument("id", type=_id, help="the ID in Discord of the user or the server")
    commands.add_parser(Program.BLOCKED, help="list all blocks")
    copying = commands.add_parser(
        Program.MIGRATE_DATABASE,
        help="copy everything from SQLite to the empty PostgreSQL database that DATABASE_URL names",
    )
    copying.add_argument("source", type=_sqlite_url, help="such as sqlite:///data/patience.sqlite3; stop the bot first")
    return parser


def _number(text: str) -> int:
    if not _NUMBER.fullmatch(text) or int(text) < 1:
        raise argparse.ArgumentTypeError("write a number, 1 or more")
    return int(text)


def _id(text: str) -> int:
    number = int(text) if _NUMBER.fullmatch(text) else 0
    if not 0 < number < _FIRST_WRONG_ID:
        raise argparse.ArgumentTypeError("write the number that Discord copies as the ID")
    return number


def _sqlite_url(text: str) -> str:
    """Refuse other databases: every user of the machine can read the passwords on a command line."""
    from bot.settings import check_database_url

    try:
        if check_database_url(text).startswith("sqlite:"):
            return text
    except ValueError:
        pass
    raise argparse.ArgumentTypeError("write sqlite:/// and the path of a file; DATABASE_URL names the database to fill")


if __name__ == "__main__":
    sys.exit(main())
