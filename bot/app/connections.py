"""Connections to Discord, no more of them than are used."""

from __future__ import annotations

from typing import Any

import aiohttp

IDLE_SECONDS = 15.0
"""How long a connection that nothing is sent over is kept."""


class Connections(aiohttp.TCPConnector):
    """As many connections as requests are under way; those that only a busy moment needed end some seconds after it.

    By itself aiohttp takes the connection that was idle the longest, so that in steady use none is ever idle for long
    enough to be closed. Each takes some 80 KB, and more wait for nobody: there is no limit, as in discord.py.
    """

    def __init__(self, **options: Any) -> None:
        super().__init__(limit=0, keepalive_timeout=IDLE_SECONDS, **options)

    async def _get(self, key: Any, traces: list[Any]) -> Any:
        """Called by aiohttp for a connection that is free: it takes the first, which is made the one used last."""
        free = self._conns.get(key)
        if free:
            free.rotate(1)
        return await super()._get(key, traces)
