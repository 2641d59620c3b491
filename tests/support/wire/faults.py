"""Faults on demand: what a test has Discord do wrong, and how often."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from enum import Enum, auto
from typing import TYPE_CHECKING

from aiohttp import web

if TYPE_CHECKING:
    from tests.support.wire.gateway import Connection

CALLBACK = r"/interactions/\d+/[^/]+/callback"
"""Where interactions are answered."""


class Stage(Enum):
    """A moment in the life of a connection to the gateway."""

    HELLO = auto()
    """Before the server says HELLO."""
    READY = auto()
    """After IDENTIFY, before READY."""
    RESUMED = auto()
    """After RESUME, before anything is sent again."""


Act = Callable[["Connection"], Awaitable[None]]
"""What is done to a connection in place of going on with it."""


@dataclass
class RequestFault:
    """What goes wrong with a request: it is answered with a status, reset (0) or hung (None).

    `after` means that Discord does first what is asked.
    """

    path: re.Pattern[str]
    status: int | None
    retry_after: float
    after: bool
    left: int


class Faults:
    """Those that are still to happen."""

    def __init__(self) -> None:
        self._acts: dict[Stage, list[Act]] = {stage: [] for stage in Stage}
        self._requests: list[RequestFault] = []
        self._hanging = asyncio.Event()

    def at(self, stage: Stage, act: Act, *, times: int = 1) -> None:
        """Do this to the next connections that come to a stage."""
        self._acts[stage] += [act] * times

    def request(
        self,
        status: int | None,
        *,
        path: str = CALLBACK,
        retry_after: float = 0.0,
        after: bool = False,
        times: int = 1,
    ) -> None:
        """Have the next requests to a path go wrong, by default answers to interactions; see `RequestFault`."""
        self._requests.append(RequestFault(re.compile(path), status, retry_after, after, times))

    def clear(self) -> None:
        """Have no more of them happen, and break off what hangs."""
        self._hanging.set()
        self._hanging = asyncio.Event()
        self._requests.clear()
        for acts in self._acts.values():
            acts.clear()

    def left(self, stage: Stage) -> int:
        """How many connections are still to be done something to at a stage."""
        return len(self._acts[stage])

    async def meet(self, stage: Stage, connection: Connection) -> bool:
        """Do to a connection what is to be done at this stage, if anything."""
        if not self._acts[stage]:
            return False
        await self._acts[stage].pop(0)(connection)
        return True

    @web.middleware
    async def middleware(
        self, request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
    ) -> web.StreamResponse:
        """Let requests go wrong."""
        fault = next((fault for fault in self._requests if fault.path.search(request.path)), None)
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
        return _failed(fault.status, fault.retry_after)


def _failed(status: int, retry_after: float) -> web.Response:
    if status != web.HTTPTooManyRequests.status_code:
        return web.Response(status=status, text="upstream connect error", content_type="text/plain")
    # discord.py takes one without `Via` for a ban by Discord's proxy.
    return web.Response(
        status=status,
        body=f'{{"message": "You are being rate limited.", "retry_after": {retry_after}, "global": false}}'.encode(),
        content_type="application/json",
        headers={"Via": "1.1 google", "Retry-After": str(int(retry_after) + 1)},
    )
