"""Logging the same warning or error once a minute, with a count: an outage repeats it with every command."""

from __future__ import annotations

import logging
import re
import threading
import traceback
from collections.abc import Hashable

from cachetools import LRUCache

REPEATED_SECONDS = 60.0

_MOST_LINES = 1000

_VARYING = re.compile(r"\b[0-9a-f]{8}\b|\d+")
"""References and numbers, which differ from one line to the next."""


class Repetition(logging.Filter):
    """Drops what was logged within the last minute, and counts it in the `repeats` of the next such record."""

    def __init__(self) -> None:
        super().__init__()
        self._lines: LRUCache[Hashable, tuple[float, int]] = LRUCache(_MOST_LINES)
        """When each line was logged last, and how many were dropped since."""
        self._lock = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log a record; called by logging."""
        record.repeats = 0
        if record.levelno < logging.WARNING:
            return True
        with self._lock:
            line = _line(record)
            logged_at, dropped = self._lines.get(line, (None, 0))
            if logged_at is not None and abs(record.created - logged_at) < REPEATED_SECONDS:
                self._lines[line] = logged_at, dropped + 1
                return False
            self._lines[line] = record.created, 0
            record.repeats = dropped
            return True


def _line(record: logging.LogRecord) -> Hashable:
    """Return what two records have in common that say the same, including where an exception was raised."""
    place = None
    if record.exc_info:
        kind, _, raised = record.exc_info
        place = kind, [(frame.filename, frame.lineno) for frame in traceback.extract_tb(raised)][-1:]
    return record.name, record.levelno, _VARYING.sub("", record.getMessage()), str(place)
