"""Rate limits: per user, beyond what anyone plays, and for all users together, what the machine can handle.

A token bucket per user and one for everyone, as the generic cell rate algorithm (ITU-T I.371): all that there is to
store of a bucket is when it will be full again. Libraries fit less well: limits and discord.py's Cooldown count in
windows, aiolimiter and pyrate-limiter wait instead of refusing, and throttled-py takes whole tokens and no clock.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Hashable
from enum import StrEnum

from cachetools import LRUCache, TLRUCache, TTLCache

from bot.monitoring import metrics

MOST_BUCKETS = 10_000
"""How many buckets are kept, at most. The least recently used one is dropped, which counts as full."""

_COMPLETION_RESERVE = 0.5
"""How much of everyone's bucket is out of bounds for completions: they are the first to go under load."""

_ALL_SECONDS = 2.0
"""How long everyone's bucket takes to fill: a full burst is handled while Discord still waits for the answers."""

_NOTICE_SECONDS = 10.0
"""How long to wait before telling the same user again that they are too fast."""

_ROUNDING_SECONDS = 1e-6


class Limit(StrEnum):
    """Whose limit is exceeded."""

    USER = "user"
    ALL = "all"


class TokenBuckets:
    """A bucket of `burst` tokens for each key, refilled at `per_second`. `clock` counts seconds."""

    def __init__(self, burst: float, per_second: float, *, clock: Callable[[], float] = time.monotonic) -> None:
        self._per_second = per_second
        self._fill_seconds = burst / per_second
        self._clock = clock
        self._full_at: TLRUCache[Hashable, float] = TLRUCache(
            MOST_BUCKETS, ttu=lambda _key, full_at, _now: full_at, timer=clock
        )
        """When each bucket will be full. A full one need not be stored."""

    def __len__(self) -> int:
        return len(self._full_at)

    def has(self, key: Hashable, tokens: float = 1.0, *, reserve: float = 0.0) -> bool:
        """Whether a bucket holds this many tokens on top of a reserve, which is a share of the full bucket."""
        now = self._clock()
        full_at = self._full_at.get(key, now) + tokens / self._per_second
        return full_at <= now + self._fill_seconds * (1.0 - reserve) + _ROUNDING_SECONDS

    def take(self, key: Hashable, tokens: float = 1.0) -> None:
        """Take tokens out of a bucket that has them."""
        self._full_at[key] = self._full_at.get(key, self._clock()) + tokens / self._per_second


class Limits:
    """Decides which interactions exceed a limit. A rate of 0 per second means no limit."""

    def __init__(
        self,
        *,
        user_burst: float = 20.0,
        user_per_second: float = 0.0,
        all_per_second: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._users = TokenBuckets(user_burst, user_per_second or math.inf, clock=clock)
        self._all = TokenBuckets(_ALL_SECONDS * all_per_second, all_per_second or math.inf, clock=clock)
        self._user_burst = user_burst
        self._decided: LRUCache[int, Limit | None] = LRUCache(MOST_BUCKETS)
        """By interaction, so that one that was refused is not accepted when it is delivered again."""
        self._noticed: TTLCache[int, None] = TTLCache(MOST_BUCKETS, _NOTICE_SECONDS, timer=clock)
        """The users who have just been told that they are too fast."""

    def take(
        self, interaction_id: int, user_id: int, cost: float = 1.0, *, is_completion: bool = False
    ) -> Limit | None:
        """Take the tokens that an interaction costs, once, or return the limit that it exceeds.

        A full bucket pays any cost.
        """
        if interaction_id not in self._decided:
            limit = self._decide(user_id, min(cost, self._user_burst), is_completion=is_completion)
            if limit is not None:
                metrics.LIMITED.labels(limit).inc()
            self._decided[interaction_id] = limit
        return self._decided[interaction_id]

    def claim_notice(self, user_id: int) -> bool:
        """Record a warning to a user who is too fast; return False if they have just had one."""
        if user_id in self._noticed:
            return False
        self._noticed[user_id] = None
        return True

    def _decide(self, user_id: int, cost: float, *, is_completion: bool) -> Limit | None:
        if not self._users.has(user_id, cost):
            return Limit.USER
        # Everyone's bucket counts interactions, whatever they cost: expensive work waits in queues of its own.
        if not self._all.has(None, reserve=_COMPLETION_RESERVE if is_completion else 0.0):
            return Limit.ALL
        self._users.take(user_id, cost)
        self._all.take(None)
        return None
