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
        with suppress(OSError):  # it does not exist, or belongs to another user
            mode = file.stat().st_mode & 0o777
            if mode & _FORBIDDEN:
                file.chmod(mode & ~_FORBIDDEN)
                log.warning("other users of this machine could read %s; now they cannot", file)


def copy_file(source: Path, target: Path) -> None:
    """Copy a database that may be in use to a file that only the bot can read."""
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
    """Copy a database before a migration changes it; return the path of the copy."""
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
