"""The age of an interaction: Discord accepts no answer after three seconds.

See https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import datetime

log = logging.getLogger(__name__)

LATEST_SECONDS = 2.5
"""An interaction that arrives older than this is rejected, because there is no time left to handle it."""

STORED_SECONDS = 2.75
"""Nothing is stored for an interaction older than this, which leaves time to tell the user."""

_TOLERATED_SECONDS = 60.0
"""How far the host's clock may be off before the log says so."""


class InteractionClock:
    """Compares the host's clock with the times at which Discord created interactions."""

    def __init__(self, *, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._ahead = 0.0
        """Seconds by which the host's clock is ahead of Discord's, judging by interactions."""
        self._has_warned = False

    def age(self, created_at: datetime) -> float:
        """Return the seconds since Discord created an interaction that arrives now."""
        age = self._clock() - self._ahead - created_at.timestamp()
        if age < 0:
            self._learn(self._ahead + age)
        return max(0.0, age)

    def was_in_time(self, created_at: datetime) -> None:
        """Note that the clock is ahead, because Discord has just accepted an answer that seemed too late."""
        self._learn(self._clock() - created_at.timestamp())

    def _learn(self, ahead: float) -> None:
        self._ahead = ahead
        if abs(ahead) > _TOLERATED_SECONDS and not self._has_warned:
            self._has_warned = True
            side = "ahead of" if ahead > 0 else "behind"
            log.error("this machine's clock is %.0f s %s Discord's: set it, for example with NTP", abs(ahead), side)
