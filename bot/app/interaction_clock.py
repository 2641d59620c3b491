"""Which interactions have come too late to be answered, told by Discord's clock and not by the host's."""

from __future__ import annotations

import time
from collections.abc import Callable

import discord

LATEST_SECONDS = 2.5
"""What is older has no time left to be answered in: Discord waits three seconds
(https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback)."""

STORED_SECONDS = 2.75
"""What is not stored by then is not to be: an answer that says so still comes in time."""


class Punctuality:
    """How old interactions are when they come.

    The id of one holds when Discord made it (https://discord.com/developers/docs/reference#snowflakes). That the
    host's clock is right, or goes steadily, is not relied on: time passes here by the monotonic clock, and how far that
    is from Discord's is seen from the interaction that came the soonest after it was made.
    """

    def __init__(
        self, *, clock: Callable[[], float] = time.time, steady_clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._steady_clock = steady_clock
        # Until the first interaction has come, the host's clock is the best that is known.
        self._start = clock() - steady_clock()
        self._soonest = 0.0

    def delay(self, interaction_id: int) -> float:
        """How many seconds an interaction that comes now has taken; one of over LATEST_SECONDS is late."""
        delay = self._delay(interaction_id)
        self._soonest = min(self._soonest, delay)
        return delay - self._soonest

    def was_answered(self, interaction_id: int) -> None:
        """Learn that Discord took an answer to one that seemed late: it was not, the clocks have come apart."""
        self._soonest = self._delay(interaction_id)

    def _delay(self, interaction_id: int) -> float:
        """The seconds since an interaction was made, as far as the clocks agree."""
        made = discord.utils.snowflake_time(interaction_id).timestamp()
        return self._start + self._steady_clock() - made
