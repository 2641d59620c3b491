"""A Discord on loopback: REST and the gateway behind TLS, its users, and faults on demand."""

import asyncio
import dataclasses
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import aiohttp
from aiohttp import web

from bot.pictures.emoji import emoji_files, emoji_name
from tests.support.wire.faults import Faults
from tests.support.wire.gateway import Gateway
from tests.support.wire.interactions import Interaction
from tests.support.wire.loopback import Authority, connector_options
from tests.support.wire.objects import User
from tests.support.wire.people import Person
from tests.support.wire.rest import Rest
from tests.support.wire.world import World

WAIT_SECONDS = 120.0
"""How long tests wait for what must happen: far longer than it takes, even on a busy machine."""


class DiscordServer:
    """A Discord for bots to connect to.

    It tells them to use this many `shards`, of which `max_concurrency` may identify every `identify_seconds`.
    """

    def __init__(
        self,
        authority: Authority | None = None,
        *,
        shards: int = 1,
        servers: int = 1,
        max_concurrency: int = 1,
        identify_seconds: float = 5.0,
    ) -> None:
        self.world = World(servers=servers)
        self.faults = Faults()
        self.rest = Rest(self.world, shards=shards, max_concurrency=max_concurrency)
        self.gateway = Gateway(
            self.world, self.faults, max_concurrency=max_concurrency, identify_seconds=identify_seconds
        )
        self.authority = authority or Authority()
        self.shards = shards
        self.port = 0
        """The port it listens on, once it is open."""

    @asynccontextmanager
    async def open(self, port: int = 0) -> AsyncIterator[None]:
        """Listen on a port of loopback, by default a free one."""
        application = web.Application(
            middlewares=[self.faults.middleware, self.rest.middleware], client_max_size=32 * 1024 * 1024
        )
        application.add_routes([*self.rest.routes(), web.get("/", self.gateway.handle)])
        runner = web.AppRunner(application, access_log=None, shutdown_timeout=0.1, handler_cancellation=True)
        await runner.setup()
        try:
            site = web.TCPSite(runner, "127.0.0.1", port, ssl_context=self.authority.server_context())
            await site.start()
            self.port = runner.addresses[0][1]
            yield
        finally:
            await self.gateway.close()
            await runner.cleanup()

    def give_emoji(self) -> None:
        """Give the application its emoji, as if an earlier bot had uploaded them."""
        self.world.emoji = {self.world.ids.make(): emoji_name(key, png) for key, png in emoji_files().items()}

    def connector(self) -> aiohttp.TCPConnector:
        """Create a connector to this server, for one client, which owns it."""
        return aiohttp.TCPConnector(limit=0, **connector_options(self.port, self.authority.certificate))

    def person(self, name: str = "alice", *, server: int = 0) -> Person:
        """Create a user in the server with this number."""
        return Person(User(self.world.ids.make(), name), self.world.guilds[server], self.world, self.deliver)

    def elsewhere(self, person: Person, server: int) -> Person:
        """The same person in another server."""
        return dataclasses.replace(person, guild=self.world.guilds[server])

    async def deliver(self, interaction: Interaction) -> None:
        """Send an interaction to the bot; each call delivers it again."""
        payload = interaction.payload
        await self.gateway.send("INTERACTION_CREATE", payload, guild_id=int(payload["guild_id"]))

    async def ready(self) -> None:
        """Wait until all shards are connected and commands are registered. Raises TimeoutError."""
        await until(
            lambda: (
                bool(self.world.commands)
                and len({connection.session.shard for connection in self.gateway.connections if connection.session})
                == self.shards
            )
        )


async def until(is_so: Callable[[], bool]) -> None:
    """Poll a condition that has no event. Raises TimeoutError if it does not come true."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not is_so():
            await asyncio.sleep(0.005)
