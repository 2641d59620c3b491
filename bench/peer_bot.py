"""Two games of the library discord-games, for `bench.turn`: Lights Out on 25 buttons, and 2048 as a picture.

They keep a game in memory and store nothing. `bench.turn` starts this:
`python -m bench.peer_bot PORT CERTIFICATE TOKEN`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import aiohttp
import discord
import uvloop
from discord import app_commands
from discord.ext import commands
from discord_games.button_games import BetaTwenty48, LightsOut

from tests.support.wire.loopback import connector_options


class PeerBot(commands.Bot):
    """A bot with a command for each game."""

    def __init__(self, connector: aiohttp.BaseConnector) -> None:
        super().__init__(command_prefix=(), intents=discord.Intents.none(), connector=connector)

    async def setup_hook(self) -> None:
        peer = app_commands.Group(name="peer", description="Games of discord-games")

        @peer.command(name="lights-out", description="Play Lights Out")
        async def lights_out(interaction: discord.Interaction[Any]) -> None:
            await LightsOut(5).start(await commands.Context.from_interaction(interaction))

        @peer.command(name="2048", description="Play 2048")
        async def twenty48(interaction: discord.Interaction[Any]) -> None:
            await BetaTwenty48(render_image=True).start(await commands.Context.from_interaction(interaction))

        self.tree.add_command(peer)
        await self.tree.sync()


async def run(port: int, certificate: bytes, token: str) -> None:
    """Serve until the process is ended."""
    connector = aiohttp.TCPConnector(limit=0, **connector_options(port, certificate))
    async with PeerBot(connector) as bot:
        await bot.start(token)


if __name__ == "__main__":
    uvloop.run(run(int(sys.argv[1]), Path(sys.argv[2]).read_bytes(), sys.argv[3]))
