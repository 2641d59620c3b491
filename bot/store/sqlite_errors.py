"""Explain errors of SQLite to the host."""

from __future__ import annotations

import sqlite3

from bot.store.errors import DamagedError, LastingError, StoreError


class LockedError(StoreError):
    """Another process has locked the file."""


_KINDS = {
    sqlite3.SQLITE_BUSY: LockedError,
    sqlite3.SQLITE_LOCKED: LockedError,
    sqlite3.SQLITE_CORRUPT: DamagedError,
    sqlite3.SQLITE_READONLY: LastingError,
    sqlite3.SQLITE_PERM: LastingError,
    sqlite3.SQLITE_NOTADB: LastingError,
    sqlite3.SQLITE_CANTOPEN: LastingError,
}
"""The codes with a more specific class than StoreError."""

DAMAGED = "the file is damaged: restore it from a backup"

_NO_TEXT = "Could not decode to UTF-8"
"""The beginning of sqlite3's message about text that is not UTF-8."""

_REASONS = {
    sqlite3.SQLITE_BUSY: "it is locked by another program",
    sqlite3.SQLITE_LOCKED: "it is locked by another program",
    sqlite3.SQLITE_READONLY: "it is read-only: the bot's user needs permission to write the file and its folder",
    sqlite3.SQLITE_PERM: "the bot's user has no permission to use the file",
    sqlite3.SQLITE_CORRUPT: DAMAGED,
    sqlite3.SQLITE_NOTADB: "the file is not an SQLite database",
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_IOERR: "the disk cannot be read or written",
    sqlite3.SQLITE_CANTOPEN: "the file cannot be opened: the bot's user needs permission to write it and its folder",
}
"""Explanations of errors for the host (https://sqlite.org/rescode.html)."""


def explain(error: Exception) -> StoreError | None:
    """The StoreError for an error of SQLite; None for wrong queries, and for any other error."""
    if not isinstance(error, sqlite3.Error) or isinstance(error, (sqlite3.IntegrityError, sqlite3.ProgrammingError)):
        return None
    code = sqlite3.SQLITE_CORRUPT if str(error).startswith(_NO_TEXT) else primary_code(error)
    kind = _KINDS.get(code, StoreError)
    return kind(f"The database cannot be used: {_REASONS.get(code, error)}.")


def primary_code(error: sqlite3.Error) -> int:
    """Return the lowest byte of the extended result code; -1 without a code."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return -1 if code is None else code & 0xFF
