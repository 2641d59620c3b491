"""HTTP endpoints, without TLS, that control people and faults on a Discord in another process."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from aiohttp import web

from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import Interaction, UnansweredError
from tests.support.wire.people import Person
from tests.support.wire.rest import respond


class Control:
    """Accepts JSON objects, and answers with what the person sees and how many seconds that took."""

    def __init__(self, wire: DiscordServer) -> None:
        self._wire = wire
        self._people: dict[tuple[str, int | None], Person] = {}

    @asynccontextmanager
    async def open(self, port: int = 0) -> AsyncIterator[int]:
        """Listen on a port of loopback, by default a free one; yields the port."""
        application = web.Application()
        application.add_routes(
            [
                web.get("/state", self._state),
                web.post("/say", self._say),
                web.post("/press", self._press),
                web.post("/fail", self._fail),
                web.post("/break", self._break),
            ]
        )
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1)
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", port).start()
            yield runner.addresses[0][1]
        finally:
            await runner.cleanup()

    async def _state(self, _: web.Request) -> web.Response:
        """Which shards are connected, which commands are registered, and how often bots connected."""
        gateway = self._wire.gateway
        shards = [connection.session.shard for connection in gateway.connections if connection.session is not None]
        return respond(
            {
                "shards": shards,
                "commands": [command["name"] for command in self._wire.world.commands],
                "connected": len(gateway.connected_at),
                "identified": len(gateway.identified_at),
            }
        )

    async def _say(self, request: web.Request) -> web.Response:
        """`{"person": "alice", "server": 0, "command": "start", "options": {"game": "tens"}}`."""
        asked = await request.json()
        person = self._person(asked)
        return await self._send(person, person.command(asked["command"], **asked.get("options", {})))

    async def _press(self, request: web.Request) -> web.Response:
        """`{"person": "alice", "server": 0, "message": "17", "label": "Draw"}`."""
        asked = await request.json()
        person = self._person(asked)
        return await self._send(
            person, person.component(self._wire.world.message(int(asked["message"])), asked["label"])
        )

    async def _fail(self, request: web.Request) -> web.Response:
        """The arguments of `Faults.request`, such as `{"status": 503, "times": 2}`."""
        self._wire.faults.request(**await request.json())
        return respond({})

    async def _break(self, _: web.Request) -> web.Response:
        """Reset all connections."""
        await self._wire.gateway.close()
        return respond({})

    def _person(self, asked: dict[str, Any]) -> Person:
        key = asked["person"], asked.get("server", 0)
        if key not in self._people:
            self._people[key] = self._wire.person(key[0], server=key[1])
        return self._people[key]

    async def _send(self, person: Person, interaction: Interaction) -> web.Response:
        started = time.perf_counter()
        try:
            shown = (await person.send(interaction)).shown.payload()
        except UnansweredError:
            shown = None
        return respond({"seconds": time.perf_counter() - started, "message": shown, "refused": interaction.refused})
