"""What can go wrong with the stored games."""

from __future__ import annotations

import sqlite3


class StoreError(Exception):
    """The database cannot be used, or not now; nothing was changed. The message is a line for who hosts the bot."""


class LockedError(StoreError):
    """Another program kept the database locked for as long as it was waited for; nothing was changed."""


class UncertainError(StoreError):
    """The database broke off while it stored a change: it may have done so or not."""


class ConflictError(Exception):
    """What was to be changed has changed meanwhile; nothing was stored."""


class RepeatedError(Exception):
    """This interaction has been applied before; nothing was stored."""


_REASONS = {
    sqlite3.SQLITE_BUSY: "it is locked by another program",
    sqlite3.SQLITE_LOCKED: "it is locked by another program",
    sqlite3.SQLITE_READONLY: "it is read-only: give the bot write access to the file and its folder",
    sqlite3.SQLITE_PERM: "the bot has no access to the file",
    sqlite3.SQLITE_CORRUPT: "the file is damaged: restore it from a backup",
    sqlite3.SQLITE_NOTADB: "the file is no SQLite database",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened",
}


def store_error(error: sqlite3.Error) -> StoreError:
    """The StoreError that says what an error of SQLite means (https://sqlite.org/rescode.html)."""
    # The lowest byte of an extended result code is its primary code.
    code = getattr(error, "sqlite_errorcode", None)
    primary = None if code is None else code & 0xFF
    reason = None if primary is None else _REASONS.get(primary)
    kind = LockedError if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) else StoreError
    return kind(f"The database cannot be used: {reason or error}.")
