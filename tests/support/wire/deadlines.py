"""Deadlines of interactions, stretched for tests by the same factor at Discord and in the bot.

A busy machine may not run a process for a second or two, which must not decide a test about three seconds.
"""

import importlib
from collections.abc import Callable
from types import ModuleType

FACTOR = 4.0

STRETCHED = "STRETCH_DEADLINES"
"""The environment variable that makes bots in other processes stretch theirs too."""

_DEADLINES = (
    "tests.support.wire.interactions.ANSWER_SECONDS",
    "bot.app.client.FINISH_SECONDS",
    "bot.app.client.LATEST_SECONDS",
    "bot.app.client.STORED_SECONDS",
    "bot.app.connection.FINISH_SECONDS",
    "bot.store.turn.LOCK_SECONDS",
    "bot.store.database.ANSWER_SECONDS",
    "bot.store.sqlite.ANSWER_SECONDS",
)


def stretched(seconds: float) -> float:
    """Stretch a real time."""
    return seconds * FACTOR


def stretch_deadlines(set_: Callable[[ModuleType, str, float], None] = setattr) -> None:
    """Stretch the deadlines of this process with `set_`, which may undo it later."""
    for name in _DEADLINES:
        path, _, constant = name.rpartition(".")
        module = importlib.import_module(path)
        set_(module, constant, stretched(getattr(module, constant)))
