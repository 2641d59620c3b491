"""The file of an SQLite database: its permissions, and copies of it."""

from __future__ import annotations

import errno
import logging
import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from bot.store.database import named, translated
from bot.store.errors import LastingError, StoreError
from bot.store.sqlite_errors import LockedError, explain

log = logging.getLogger(__name__)

_LASTING = frozenset({errno.EACCES, errno.EPERM, errno.EROFS, errno.ENOTDIR, errno.EEXIST, errno.ELOOP})
"""Errors that a restart cannot fix: permissions, a read-only file system, and files in the place of folders."""

_FORBIDDEN = 0o037
"""The permissions that the bot removes. The host may let a group read, for example to make backups."""

_LOG_SECONDS = 60.0
"""How much newer than its write-ahead log a file may be: the log is moved into it after the last change."""

_OLD_LOG = (
    "If you put this file there, stop the bot, delete the files beside it that end in -wal and -shm, which belong to "
    "the file that was there before, and put it there again. `restore` does all this."
)

_IN_USE_SECONDS = 0.1
"""How long to wait for another program that has the file open."""


def is_empty(path: Path) -> bool:
    """Return whether there is no file yet, or an empty one. Raises StoreError without access to its folder."""
    try:
        is_there = path.exists()
        if is_there:
            check_file(path)
        return not is_there or path.stat().st_size == 0
    except OSError as error:
        raise _kind(error)(f"The file cannot be opened: {error.strerror}.") from error


def check_file(path: Path) -> None:
    """Raise StoreError unless the path is a file: opening a pipe, for example, never ends."""
    if not path.exists():
        raise StoreError(f"{path}: there is no such file.")
    if not path.is_file():
        raise LastingError(f"{path}: the file cannot be opened: it is a folder, a pipe or a device.")


def create_folder(path: Path) -> None:
    """Create the folder of a file, accessible to the bot alone. Raises StoreError if that fails."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _kind(error)(f"The folder {path.parent} cannot be created: {error.strerror}.") from error


def _kind(error: OSError) -> type[StoreError]:
    return LastingError if error.errno in _LASTING else StoreError


def make_private(path: Path) -> None:
    """Create the file if it does not exist, and keep other users out: it holds the seed of future deals.

    SQLite gives the files beside it the same permissions.
    """
    with suppress(OSError):  # SQLite fails for the same reason, and explains it
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    for file in path, Path(f"{path}-wal"), Path(f"{path}-shm"):
        try:
            mode = file.stat().st_mode & 0o777
        except OSError:
            continue  # it does not exist, or not any more: SQLite deletes these files when a database is closed
        if not mode & _FORBIDDEN:
            continue
        try:
            file.chmod(mode & ~_FORBIDDEN)
        except OSError as error:
            log.warning(
                "other users of this machine can read %s, and the bot cannot prevent it: %s", file, error.strerror
            )
        else:
            log.warning("other users of this machine could read %s; now they cannot", file)


def warn_of_old_log(path: Path) -> None:
    """Log a warning if the file is newer than its write-ahead log, and so may be a copy that was put in its place."""
    wal = Path(f"{path}-wal")
    try:
        is_old = wal.stat().st_size > 0 and path.stat().st_mtime > wal.stat().st_mtime + _LOG_SECONDS
    except OSError:
        return
    if is_old:
        log.warning("%s is newer than the file %s beside it, whose changes are added to it. %s", path, wal, _OLD_LOG)


def advice_on_log(path: Path) -> str:
    """Advise the host about a damaged file: a write-ahead log beside it may belong to another file."""
    wal = Path(f"{path}-wal")
    return f" {_OLD_LOG}" if wal.exists() and wal.stat().st_size > 0 else ""


def copy_file(source: Path, target: Path) -> None:
    """Copy a database that may be in use to a file that only the bot can read. Raises StoreError."""
    check_file(source)
    target.unlink(missing_ok=True)
    make_private(target)
    with (
        named(str(target)),
        translated(explain),
        closing(sqlite3.connect(source)) as opened,
        closing(sqlite3.connect(target)) as copy,
    ):
        opened.backup(copy)
    with target.open("rb") as written:
        os.fsync(written.fileno())


def copy_before(path: Path, migration: int) -> Path:
    """Copy a database before a migration changes it; return the path of the copy. Raises StoreError."""
    copy = path.with_name(f"{path.stem}-before-{migration:04}{path.suffix}")
    partial = Path(f"{copy}.partial")
    try:
        copy_file(path, partial)
        partial.replace(copy)
    except OSError as error:
        raise StoreError(f"The copy {copy} cannot be written: {error.strerror}.") from error
    finally:
        partial.unlink(missing_ok=True)
    return copy


def release_file(path: Path) -> None:
    """Close the write-ahead log of a database, if it can be read. Raises StoreError if a bot has it open."""
    if not path.exists():
        return
    try:
        with translated(explain), closing(sqlite3.connect(path, timeout=_IN_USE_SECONDS)) as opened:
            opened.execute("PRAGMA journal_mode = DELETE")
    except LockedError as error:
        raise StoreError(f"{path}: it is in use. Stop the bot first.") from error
    except StoreError:
        return
