"""A file that is not the bot's database, or a damaged one: every program that opens it says so and leaves it alone."""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot.cli.backup import backup
from bot.cli.migrate_database import migrate_database
from bot.cli.restore import restore
from bot.cli.verify import verify
from bot.store import LastingError, open_database
from tests.support.tampering import overwrite

Make = Callable[[Path], object]


def text(path: Path) -> None:
    path.write_text("127.0.0.1 localhost\n" * 50)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def name_not_in_utf8(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"interactions", b"interact\xff\xfens"))


def changed(*statements: str) -> Make:
    def change(path: Path) -> None:
        with closing(sqlite3.connect(path, isolation_level=None)) as connection:
            for statement in statements:
                connection.execute(statement)

    return change


UNUSABLE: dict[str, tuple[Make, str]] = {
    "text": (text, "the file is not an SQLite database"),
    "a folder": (folder, "it is a folder"),
    "a pipe": (pipe, "it is a folder, a pipe"),
    "a damaged file": (lambda path: overwrite(path, 0, filler=b"\xff"), "not an SQLite database"),
    "damaged pages": (lambda path: overwrite(path, 0.02, pages=16), "the file is damaged: restore it from a backup"),
    "a name that is no text": (name_not_in_utf8, "damaged"),
    "another program's database": (changed("DROP TABLE schema_version"), "This is not the bot's database"),
    "a newer database": (changed("INSERT INTO schema_version VALUES (99, 'x')"), "newer than this bot"),
    "no schema version": (changed("DELETE FROM schema_version"), "does not say which schema"),
    "a schema version that is no number": (changed("UPDATE schema_version SET version = X'ff'"), "not a number"),
}


def state(path: Path) -> tuple[int, bytes, list[str]]:
    """The permissions and the content of a file, and what is beside it."""
    content = path.read_bytes() if path.is_file() else b""
    return path.stat().st_mode, content, sorted(each.name for each in path.parent.iterdir())


@pytest.mark.parametrize(("make", "reason"), UNUSABLE.values(), ids=UNUSABLE)
def test_every_program_says_in_one_line_what_it_cannot_use_and_changes_nothing(
    path: Path, sqlite_template: Path, make: Make, reason: str
) -> None:
    shutil.copy(sqlite_template, path)
    changed("PRAGMA journal_mode = DELETE")(path)  # otherwise reading it puts a log beside it
    make(path)
    path.chmod(0o644)
    url, copy = f"sqlite:///{path}", path.with_name("copy")
    programs: tuple[Callable[[], Coroutine[Any, Any, object]], ...] = (
        lambda: open_database(path),
        lambda: verify(url),
        lambda: backup(url, copy),
        lambda: restore(f"sqlite:///{copy}", path),
        lambda: migrate_database(url, "postgresql://postgres@host.invalid/patience"),
    )
    before = state(path)
    for run in programs:
        with pytest.raises(LastingError, match=reason) as raised:
            asyncio.run(run())
        assert str(raised.value).startswith(f"{path}: ")
        assert "\n" not in str(raised.value)
        assert state(path) == before
