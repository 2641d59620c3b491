"""Explain errors of PostgreSQL to the host, as far as possible in the server's own words."""

from __future__ import annotations

from functools import partial

import asyncpg

from bot.store.errors import DamagedError, LastingError, StoreError

# The first characters of error codes (https://www.postgresql.org/docs/current/errcodes-appendix.html).

_DAMAGED = ("XX001", "XX002")
"""A damaged table or index."""

_LASTING = ("22023", "26000", "28", "3D000", "3F000", "42501", "42704", "42P05", "55P02")
"""Errors that a restart cannot fix, such as a wrong password, option or pooler, or a missing right."""

_OUR_FAULTS = ("0A", "22", "23", "25", "26", "34", "42")
"""Classes of errors that mean a wrong query, not trouble with the database."""

_TROUBLE = ("25006", "26000", "42501", "42P05")
"""Codes in these classes that do mean trouble with the database: a read-only server, a pooler, and missing rights."""


def explain(error: Exception, *, is_opening: bool = False) -> StoreError | None:
    """The StoreError for an error of PostgreSQL; None for other errors and, except while opening, for wrong queries."""
    match error:
        case TimeoutError() | asyncpg.QueryCanceledError():
            reason = "it does not answer in time"
        case OSError():
            reason = f"it cannot be reached ({error.strerror or error})"
        case asyncpg.InterfaceError() | asyncpg.PostgresError():
            reason = first_line(error)
        case _:
            return None
    code = getattr(error, "sqlstate", None) or ""
    if not is_opening and code.startswith(_OUR_FAULTS) and code not in _TROUBLE:
        return None
    kind = DamagedError if code in _DAMAGED else LastingError if code.startswith(_LASTING) else StoreError
    return kind(f"The database cannot be used: {reason}.")


explain_opening = partial(explain, is_opening=True)
"""The StoreError for an error while a database is opened."""


def first_line(error: Exception) -> str:
    return str(error).partition("\n")[0].rstrip(".")
