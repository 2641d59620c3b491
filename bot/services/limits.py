"""How many interactions are taken in hand: of one user so many that no player notices, of all what the machine can do.

A bucket of tokens for each user and one for all, kept as the generic cell rate algorithm does it (ITU-T I.371): the
moment at which a bucket is full again says all of it. The libraries that limit calls (limits, aiolimiter) wait instead
of refusing, or keep the time of each call by the host's clock, and neither forgets users.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable, Hashable
from enum import StrEnum

from bot.monitoring import metrics

MOST_BUCKETS = 10_000
"""More are never kept: the one that was used the longest ago is forgotten then, and counts as full."""

_COMPLETION_COST = 0.5
"""Less than a move: one comes with each key that is typed."""

_COMPLETION_RESERVE = 0.5
"""How much of the bucket of all is kept from completions, which are the first to be left out where too much comes."""

_ALL_SECONDS = 2.0
"""How long the bucket of all takes to fill: what comes at once is done in the time that Discord waits."""

_TOLD_SECONDS = 10.0
"""How long who was told that it is too much is not told again."""

_ROUNDING_SECONDS = 1e-6

_COSTS = {"hint": 4.0, "analyse": 10.0, "replay": 10.0, "export": 10.0, "stats": 3.0, "leaderboard": 2.0, "ranks": 2.0}
"""What takes more than a move: the solver's time, pictures, or much of the database."""


class Limit(StrEnum):
    """Which limit is met."""

    USER = "user"
    ALL = "all"


class TokenBuckets:
    """A bucket of `burst` tokens for each key, into which so many `per_second` come back. `clock` is in seconds."""

    def __init__(self, burst: float, per_second: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._seconds = burst / per_second
        self._clock = clock
        self._full_at: OrderedDict[Hashable, float] = OrderedDict()

    def __len__(self) -> int:
        return len(self._full_at)

    def has(self, key: Hashable, tokens: float = 1.0, *, reserve: float = 0.0) -> bool:
        """Whether so many tokens are there, and after them this share of the bucket."""
        return self._after(key, tokens) <= self._clock() + self._seconds * (1.0 - reserve) + _ROUNDING_SECONDS

    def take(self, key: Hashable, tokens: float = 1.0) -> None:
        """Take tokens that are there."""
        now = self._clock()
        self._full_at[key] = self._after(key, tokens)
        self._full_at.move_to_end(key)
        while len(self._full_at) > 1:
            oldest, full_at = next(iter(self._full_at.items()))
            if full_at > now and len(self._full_at) <= MOST_BUCKETS:
                break
            del self._full_at[oldest]

    def _after(self, key: Hashable, tokens: float) -> float:
        """When the bucket would be full again."""
        now = self._clock()
        return max(now, self._full_at.get(key, now)) + tokens / self._per_second


class Limits:
    """Says of each interaction whether it is too much. 0 calls per second stand for any number."""

    def __init__(
        self,
        *,
        user_burst: float = 20.0,
        user_per_second: float = 0.0,
        all_per_second: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._users = TokenBuckets(user_burst, user_per_second, clock=clock) if user_per_second else None
        self._all = TokenBuckets(_ALL_SECONDS * all_per_second, all_per_second, clock=clock) if all_per_second else None
        self._told = TokenBuckets(1.0, 1.0 / _TOLD_SECONDS, clock=clock)
        self._most = user_burst
        self._decided: OrderedDict[int, Limit | None] = OrderedDict()
        """What was said of the newest interactions: one that is delivered again is not let in after it was refused."""

    def met(self, interaction_id: int, user_id: int, name: str, *, is_completion: bool) -> Limit | None:
        """The limit that an interaction meets, if any. `name` is what a command or a button does."""
        if self._users is None and self._all is None:
            return None
        if interaction_id not in self._decided:
            limit = self._decide(user_id, name, is_completion=is_completion)
            if limit is not None:
                metrics.LIMITED.labels(limit).inc()
            self._decided[interaction_id] = limit
            if len(self._decided) > MOST_BUCKETS:
                self._decided.popitem(last=False)
        return self._decided[interaction_id]

    def is_to_be_told(self, user_id: int) -> bool:
        """Whether a user whose interactions are refused has not been told so just before."""
        if not self._told.has(user_id):
            return False
        self._told.take(user_id)
        return True

    def _decide(self, user_id: int, name: str, *, is_completion: bool) -> Limit | None:
        cost = _COMPLETION_COST if is_completion else min(_COSTS.get(name, 1.0), self._most)
        if self._users is not None and not self._users.has(user_id, cost):
            return Limit.USER
        # For all it is one more, whatever it does: what is dear waits in queues of its own.
        if self._all is not None:
            if not self._all.has(None, reserve=_COMPLETION_RESERVE if is_completion else 0.0):
                return Limit.ALL
            self._all.take(None)
        if self._users is not None:
            self._users.take(user_id, cost)
        return None
