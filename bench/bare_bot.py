"""The least that a bot of discord.py can be: one command, which answers "ok" to its user alone.

`bench/turn.py` runs it in a process of its own, to compare with: `python bench/bare_bot.py PORT CERTIFICATE TOKEN`.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path[0] = str(Path(__file__).parents[1])  # as a script this file's folder would be searched in place of the project

import aiohttp  # noqa: E402 - needs the line above
import discord  # noqa: E402
import uvloop  # noqa: E402
from discord import app_commands  # noqa: E402

from tests.support.wire.loopback import leading  # noqa: E402


class BareBot(discord.Client):
    """It has `/bare ok`, a subcommand as all of the bot's are."""

    async def setup_hook(self) -> None:
        """Register the command."""
        tree = app_commands.CommandTree(self)
        bare = app_commands.Group(name="bare", description="Nothing")

        @bare.command(description="Answer")
        async def ok(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("ok", ephemeral=True)

        tree.add_command(bare)
        await tree.sync()


async def run(port: int, certificate: bytes, token: str) -> None:
    """Serve until the process is ended."""
    led = aiohttp.TCPConnector(limit=0, **leading(port, certificate))
    async with BareBot(intents=discord.Intents.none(), max_messages=None, connector=led) as client:
        await client.start(token)


if __name__ == "__main__":
    uvloop.run(run(int(sys.argv[1]), Path(sys.argv[2]).read_bytes(), sys.argv[3]))
