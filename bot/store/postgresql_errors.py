"""Explain errors of PostgreSQL to the host."""

from __future__ import annotations

from functools import partial

import asyncpg

from bot.store.errors import DamagedError, LastingError, StoreError


def explain(error: Exception, *, is_opening: bool = False) -> StoreError | None:
    """The StoreError for an error of PostgreSQL; None for other errors and, except while opening, for wrong queries."""
    match error:
        case TimeoutError():
            reason = "it does not answer in time"
        case OSError():
            reason = f"it cannot be reached ({error.strerror or error})"
        case asyncpg.InterfaceError():
            reason = first_line(error)
        case asyncpg.PostgresError():
            return _explain_code(error, error.sqlstate or "", is_opening=is_opening)
        case _:
            return None
    return StoreError(f"The database cannot be used: {reason}.")


def _explain_code(error: Exception, code: str, *, is_opening: bool) -> StoreError | None:
    reason = next((reason for beginning, reason in _REASONS.items() if code.startswith(beginning)), None)
    if code in _RIGHTS:
        reason = f"{first_line(error)}: {_GRANT}"
    elif is_opening and code in _OPTIONS:
        reason = f"{first_line(error)}: {WRONG_OPTION}"
    if reason is None and not is_opening and code[:2] in _OUR_FAULTS:
        return None
    kind = DamagedError if code in _DAMAGED else LastingError if code.startswith(_LASTING) else StoreError
    return kind(f"The database cannot be used: {reason or first_line(error)}.")


explain_opening = partial(explain, is_opening=True)
"""The StoreError for an error while a database is opened."""


_DAMAGED = ("XX001", "XX002")
"""The codes of damaged tables and indexes."""

_RIGHTS = ("3F000", "42501")
"""The codes of missing rights; a user without any on its schemas cannot create tables."""

_OPTIONS = ("22023", "42704", "55P02")
"""The codes of unknown options, and of values that an option does not accept."""

_LASTING = (*_RIGHTS, *_OPTIONS, "26000", "28", "3D000", "42P05")
"""The beginnings of codes of errors that a restart cannot fix, such as a wrong password."""

_GRANT = (
    "as a superuser, run GRANT ALL ON SCHEMA public TO the bot's user, or make it the OWNER of the database and of "
    "the tables in it"
)

WRONG_OPTION = "look at the options behind the ? of DATABASE_URL"

_OUR_FAULTS = frozenset({"0A", "22", "23", "25", "26", "34", "42"})
"""Classes of errors that mean a wrong query, not trouble with the database."""

_POOLER = (
    "its pooler mixes up prepared statements: with PgBouncer in transaction mode, use version 1.21 or newer and set "
    "max_prepared_statements above 0"
)

_REASONS = {
    "08": "the connection to it is lost",
    "25006": "it is read-only",
    "26000": _POOLER,
    "28": "it rejects the user or the password",
    "3D000": "the server has no database of this name",
    "40": "too many transactions change the same rows at once",
    "42P05": _POOLER,
    "53100": "the disk is full",
    "53200": "the server is out of memory",
    "53300": "the server has too many connections",
    "55P03": "it is locked by another program",
    "57014": "it does not answer in time",
    "57P": "the server is stopping or starting",
    "58": "the server cannot use its disk",
    "XX001": "it is damaged: restore it from a backup",
    "XX002": "it is damaged: restore it from a backup",
}
"""Explanations for the host, by the first characters of error codes
(https://www.postgresql.org/docs/current/errcodes-appendix.html)."""


def first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")
