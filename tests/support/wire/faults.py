"""Faults on demand: how Discord fails, and how often."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from tests.support.wire.gateway import Connection

CALLBACK = r"/interactions/\d+/[^/]+/callback"
"""The path of answers to interactions."""


class Stage(Enum):
    """A step in the life of a gateway connection."""

    HELLO = auto()
    """Before the server says HELLO."""
    READY = auto()
    """After IDENTIFY, before READY."""
    RESUMED = auto()
    """After RESUME, before missed events are sent."""


Act = Callable[["Connection"], Awaitable[None]]
"""Replaces the next step of a connection."""


@dataclass
class Held:
    """Answers to interactions that are held back."""

    waiting: int = 0
    released: asyncio.Event = field(default_factory=asyncio.Event)


@dataclass
class RequestFault:
    """A request gets this status and error code; 0 resets it, and None never answers it.

    With `after`, Discord carries out the request first.
    """

    path: re.Pattern[str]
    status: int | None
    code: int
    retry_after: float
    after: bool
    left: int
    method: str | None

    def hits(self, request: web.Request) -> bool:
        return self.method in (None, request.method) and self.path.search(request.path) is not None


class Faults:
    """The faults still to come."""

    def __init__(self) -> None:
        self._acts: dict[Stage, list[Act]] = {stage: [] for stage in Stage}
        self._requests: list[RequestFault] = []
        self._hanging = asyncio.Event()
        self._held: Held | None = None

    def at(self, stage: Stage, act: Act, *, times: int = 1) -> None:
        """Do this to the next connections that reach a stage."""
        self._acts[stage] += [act] * times

    def request(
        self,
        status: int | None,
        *,
        path: str = CALLBACK,
        method: str | None = None,
        code: int = 0,
        retry_after: float = 0.0,
        after: bool = False,
        times: int = 1,
    ) -> None:
        """Make the next requests to a path fail as `RequestFault` says, by default answers to interactions."""
        self._requests.append(RequestFault(re.compile(path), status, code, retry_after, after, times, method))

    def hold(self) -> Held:
        """Hold back answers to interactions until `release`."""
        self._held = Held()
        return self._held

    def release(self) -> None:
        """Carry out the answers held back."""
        if self._held is not None:
            self._held.released.set()
            self._held = None

    def clear(self) -> None:
        """Drop all faults, and reset the requests that hang."""
        self.release()
        self._hanging.set()
        self._hanging = asyncio.Event()
        self._requests.clear()
        for acts in self._acts.values():
            acts.clear()

    @property
    def requests_left(self) -> int:
        return len(self._requests)

    def left(self, stage: Stage) -> int:
        return len(self._acts[stage])

    async def apply(self, stage: Stage, connection: Connection) -> bool:
        """Apply the next fault at this stage to a connection; return whether there was one."""
        if not self._acts[stage]:
            return False
        await self._acts[stage].pop(0)(connection)
        return True

    @web.middleware
    async def middleware(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Apply faults to requests."""
        held = self._held
        if held is not None and re.search(CALLBACK, request.path):
            held.waiting += 1
            await held.released.wait()
        fault = next((fault for fault in self._requests if fault.hits(request)), None)
        if fault is None:
            return await handler(request)
        fault.left -= 1
        if not fault.left:
            self._requests.remove(fault)
        await request.read()
        if fault.after:
            await handler(request)
        if fault.status is None:
            await self._hanging.wait()
        if not fault.status:
            assert request.transport is not None
            request.transport.abort()
            return web.Response()
        return _error_response(fault.status, fault.code, fault.retry_after)


def _error_response(status: int, code: int, retry_after: float) -> web.Response:
    if code:
        body = f'{{"message": "refused", "code": {code}}}'.encode()
        return web.Response(status=status, body=body, content_type="application/json")
    if status != web.HTTPTooManyRequests.status_code:
        return web.Response(status=status, text="upstream connect error", content_type="text/plain")
    # Without `Via`, discord.py takes the response for a ban by Discord's proxy.
    return web.Response(
        status=status,
        body=f'{{"message": "You are being rate limited.", "retry_after": {retry_after}, "global": false}}'.encode(),
        content_type="application/json",
        headers={"Via": "1.1 google", "Retry-After": str(int(retry_after) + 1)},
    )
