"""The time by Discord's clock: how old an interaction is, and what to go by if the host's clock is wrong."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Callable
from datetime import datetime
from email.utils import parsedate_to_datetime
from types import SimpleNamespace

import aiohttp

log = logging.getLogger(__name__)

DISCORD_SECONDS = 3.0
"""How long Discord waits for an answer
(https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-callback)."""

LATEST_SECONDS = 2.5
"""An interaction that arrives older than this is rejected: there is no time left to handle it."""

STORED_SECONDS = 2.75
"""Nothing is stored for an interaction older than this, so that the user can still be told so in time."""

_TOLERATED_SECONDS = 60.0
"""How far the host's clock may be off."""

_REPORT_SECONDS = 3600.0


class InteractionClock:
    """Estimates the time at Discord, whose ids say when it created each interaction.

    The host's clock may be wrong, or be set at any time. So this counts by the monotonic clock, and learns from
    interactions that Discord's clock is ahead of the estimate, or behind it, and from the dates of HTTP answers if it
    is far off.
    """

    def __init__(
        self, *, clock: Callable[[], float] = time.time, monotonic: Callable[[], float] = time.monotonic
    ) -> None:
        self._clock = clock
        self._monotonic = monotonic
        self._reported_at = -math.inf
        # Until the first interaction arrives, the host's clock is the best estimate.
        self._offset = clock() - monotonic()
        self._rejected_until = -math.inf
        self.heard = asyncio.Event()
        """Set once Discord has told the time."""

    def now(self) -> float:
        """Return the Unix time by the host's clock, or by Discord's if the host's is more than a minute off."""
        host = self._clock()
        discord = self._now()
        return host if abs(host - discord) <= _TOLERATED_SECONDS else discord

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace that learns from the dates of all answers to a client's requests."""
        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(self._learn_from_answer)
        return trace

    async def _learn_from_answer(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, answered: aiohttp.TraceRequestEndParams
    ) -> None:
        with contextlib.suppress(KeyError, ValueError):  # a proxy's answer may have no date
            self.learn(parsedate_to_datetime(answered.response.headers["Date"]))

    def learn(self, now: datetime) -> None:
        """Learn the time from an answer of Discord's, which gives it in whole seconds and a moment later."""
        if abs(now.timestamp() - self._now()) > _TOLERATED_SECONDS:
            self._offset = now.timestamp() - self._monotonic()
        self.heard.set()
        self._report()

    def age(self, created_at: datetime) -> float:
        """Return how many seconds ago Discord created an interaction that arrives now."""
        self.heard.set()
        created = created_at.timestamp()
        age = self._now() - created
        if age < 0:
            self._offset -= age
            age = 0.0
            self._report()
        return max(age, DISCORD_SECONDS) if created <= self._rejected_until else age

    def was_behind(self, created_at: datetime) -> None:
        """Learn that Discord's clock is behind the estimate: it accepted an answer to what seemed too old.

        That interaction and all before it stay too old, because the user was told that nothing was changed, and Discord
        may deliver it again.
        """
        # Discord may accept the answer to a later interaction first.
        self._rejected_until = max(self._rejected_until, created_at.timestamp())
        self._offset = min(self._offset, self._rejected_until - self._monotonic())
        self._report()

    def _report(self) -> None:
        """Log once an hour how far the host's clock is off, on which it depends when a day begins."""
        ahead = self._clock() - self._now()
        if abs(ahead) > _TOLERATED_SECONDS and self._monotonic() - self._reported_at > _REPORT_SECONDS:
            self._reported_at = self._monotonic()
            side = "ahead of" if ahead > 0 else "behind"
            log.error(
                "this machine's clock is %.0f s %s Discord's, which counts until you set yours, for example with NTP",
                abs(ahead),
                side,
            )

    def _now(self) -> float:
        """The estimated time at Discord, in Unix seconds."""
        return self._offset + self._monotonic()
