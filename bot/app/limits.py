"""Rate limits: per user, more than anyone plays, and for all users together, as much as the machine can handle."""

from __future__ import annotations

import time
from collections.abc import Callable
from enum import StrEnum

from cachetools import TTLCache
from discord.app_commands import Cooldown

from bot.monitoring import metrics

MOST_USERS = 10_000

_COMPLETION_SHARE = 0.5
"""The remaining share of everyone's limit at which completions stop: they are the first to go under load."""

_ALL_SECONDS = 2.0
"""The window of everyone's limit: a full burst is handled while Discord still waits for the answers."""

_TOKENS = 2
"""The tokens of a move; a completion takes one, for half a move."""


class Limit(StrEnum):
    USER = "user"
    ALL = "all"


class Limits:
    """Decides which interactions exceed a limit. A rate of 0 per second means no limit."""

    def __init__(
        self,
        *,
        user_burst: int = 20,
        user_per_second: float = 0.0,
        all_per_second: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._user_burst = user_burst
        self._user_seconds = user_burst / user_per_second if user_per_second else 0.0
        self._users: TTLCache[int, Cooldown] = TTLCache(MOST_USERS, self._user_seconds, timer=clock)
        self._all = Cooldown(max(1.0, all_per_second * _ALL_SECONDS), _ALL_SECONDS) if all_per_second else None

    def take(self, user_id: int, cost: float = 1.0, *, is_completion: bool = False) -> Limit | None:
        """Count an interaction that costs this many moves, or return the limit that it exceeds.

        A user without recent interactions can pay any cost.
        """
        now = self._clock()
        user = self._of_user(user_id)
        tokens = round(min(cost, self._user_burst) * _TOKENS)
        limit = None
        if user is not None and user.get_tokens(now) < tokens:
            limit = Limit.USER
        # Everyone's limit counts interactions, whatever they cost: expensive work waits in queues of its own.
        elif self._all is not None and self._all.get_tokens(now) <= self._all.rate * _COMPLETION_SHARE * is_completion:
            limit = Limit.ALL
        if limit is not None:
            metrics.LIMITED.labels(limit).inc()
            return limit
        if user is not None:
            user.update_rate_limit(now, tokens=tokens)
        if self._all is not None:
            self._all.update_rate_limit(now)
        return None

    def _of_user(self, user_id: int) -> Cooldown | None:
        if not self._user_seconds:
            return None
        if user_id not in self._users:
            self._users[user_id] = Cooldown(self._user_burst * _TOKENS, self._user_seconds)
        return self._users[user_id]
