"""Discord's ids, which hold the moment at which each was made (https://discord.com/developers/docs/reference#snowflakes)."""

from __future__ import annotations

import time

_EPOCH_MILLISECONDS = 1_420_070_400_000
_COUNTED = 1 << 22


class Ids:
    """Makes ids by Discord's clock, which is `ahead` of the host's by so many seconds."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._start = time.time() - time.monotonic()
        self._made = 0

    def now(self) -> float:
        """Discord's clock, in Unix seconds: the host's as it was at first, and steady since."""
        return self._start + time.monotonic() + self.ahead

    def make(self, *, age: float = 0.0) -> int:
        """An id that was made so many seconds ago."""
        self._made += 1
        milliseconds = int((self.now() - age) * 1000) - _EPOCH_MILLISECONDS
        return milliseconds * _COUNTED + self._made % _COUNTED
