"""Discord's ids, which contain the time of their creation (https://discord.com/developers/docs/reference#snowflakes)."""

import time

_EPOCH_MILLISECONDS = 1_420_070_400_000
_COUNTED = 1 << 22


class Ids:
    """Makes ids by Discord's clock, which is this many seconds `ahead` of the host's."""

    def __init__(self) -> None:
        self.ahead = 0.0
        self._start = time.time() - time.monotonic()
        self._made = 0

    def now(self) -> float:
        """Discord's time in Unix seconds: it starts at the host's, and then follows the monotonic clock."""
        return self._start + time.monotonic() + self.ahead

    def make(self, *, age: float = 0.0) -> int:
        """Make an id that is this many seconds old."""
        self._made += 1
        milliseconds = int((self.now() - age) * 1000) - _EPOCH_MILLISECONDS
        return milliseconds * _COUNTED + self._made % _COUNTED
