"""Errors of the database."""

from __future__ import annotations


class StoreError(Exception):
    """The database cannot be used at the moment, and nothing was changed. The message is one line for the host."""


class LastingError(StoreError):
    """The database cannot be used until its host fixes it: no restart helps."""


class DamagedError(LastingError):
    """The stored data is damaged."""


class UncertainError(StoreError):
    """The connection broke during a commit, so a change may or may not have been stored."""


class ConflictError(Exception):
    """Someone else changed the row first; nothing was stored."""


class RepeatedError(Exception):
    """This interaction was already applied; nothing was stored."""
