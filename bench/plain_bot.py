"""A card game written like most discord.py bots, as a reference for `bench.turn`.

Each turn reads the player's row, changes and commits it, and shows an embed of 52 emoji above a select and five
buttons. The game has no rules, no undo and no protection against double delivery.

`bench.turn` starts it: `python -m bench.plain_bot PORT CERTIFICATE TOKEN DATABASE`.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path
from typing import Any

import aiohttp
import aiosqlite
import discord
import uvloop
from discord import app_commands

from tests.support.wire.loopback import connector_options

CARDS = 52
BUTTONS = ("Draw", "Undo", "Hint", "New game", "Give up")


class PlainBot(discord.Client):
    """A bot with one command, `/plain move`, and a view under every board."""

    database: aiosqlite.Connection
    emoji: list[str]

    def __init__(self, connector: aiohttp.BaseConnector, database: str) -> None:
        super().__init__(intents=discord.Intents.none(), connector=connector)
        self.path = database
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        """Open the database, fetch the emoji and register the command."""
        self.database = await aiosqlite.connect(self.path)
        await self.database.execute("CREATE TABLE games (user_id INTEGER PRIMARY KEY, cards TEXT, moves INTEGER)")
        self.emoji = [str(emoji) for emoji in await self.fetch_application_emojis()][:CARDS]
        plain = app_commands.Group(name="plain", description="A plain game")

        @plain.command(description="Play a move")
        @app_commands.describe(move="The cards to swap, such as 3>5")
        async def move(interaction: discord.Interaction[Any], move: str) -> None:
            embed, view = await self.play(interaction.user, move)
            await interaction.response.send_message(embed=embed, view=view)

        self.tree.add_command(plain)
        await self.tree.sync()

    async def play(self, user: discord.User | discord.Member, move: str) -> tuple[discord.Embed, discord.ui.View]:
        """Store the user's move, and return the board to show."""
        cursor = await self.database.execute("SELECT cards, moves FROM games WHERE user_id = ?", (user.id,))
        row = await cursor.fetchone()
        cards, moves = (list(range(CARDS)), 0) if row is None else (json.loads(row[0]), row[1])
        first, second = map(int, move.split(">"))
        cards[first], cards[second] = cards[second], cards[first]
        await self.database.execute("REPLACE INTO games VALUES (?, ?, ?)", (user.id, json.dumps(cards), moves + 1))
        await self.database.commit()
        return self.draw(user, cards, moves + 1), Controls(self)

    def draw(self, user: discord.User | discord.Member, cards: list[int], moves: int) -> discord.Embed:
        """Draw the cards in rows of thirteen."""
        rows = (cards[start : start + 13] for start in range(0, CARDS, 13))
        embed = discord.Embed(
            title=f"{user.display_name}'s game",
            description="\n".join(" ".join(self.emoji[card] for card in row) for row in rows),
            colour=discord.Colour.green(),
        )
        embed.add_field(name="Moves", value=str(moves))
        embed.add_field(name="Score", value=str(10 * moves))
        return embed


class Controls(discord.ui.View):
    """A select of 15 moves and five buttons, each of which plays one."""

    def __init__(self, bot: PlainBot) -> None:
        super().__init__()
        self.add_item(MoveSelect(bot))
        for label in BUTTONS:
            self.add_item(MoveButton(bot, label))


class MoveSelect(discord.ui.Select[Controls]):
    """Offers 15 moves drawn at random."""

    def __init__(self, bot: PlainBot) -> None:
        pairs = {tuple(random.sample(range(CARDS), 2)) for _ in range(15)}
        options = [discord.SelectOption(label=f"Swap {a} and {b}", value=f"{a}>{b}") for a, b in pairs]
        super().__init__(placeholder="Choose a move", options=options)
        self.bot = bot

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Play the chosen move and redraw the board in its message."""
        embed, view = await self.bot.play(interaction.user, self.values[0])
        await interaction.response.edit_message(embed=embed, view=view)


class MoveButton(discord.ui.Button[Controls]):
    """Swaps the first two cards."""

    def __init__(self, bot: PlainBot, label: str) -> None:
        super().__init__(label=label)
        self.bot = bot

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Play the move and redraw the board in its message."""
        embed, view = await self.bot.play(interaction.user, "0>1")
        await interaction.response.edit_message(embed=embed, view=view)


async def run(port: int, certificate: bytes, token: str, database: str) -> None:
    """Serve until the process is ended."""
    connector = aiohttp.TCPConnector(limit=0, **connector_options(port, certificate))
    async with PlainBot(connector, database) as bot:
        await bot.start(token)


if __name__ == "__main__":
    uvloop.run(run(int(sys.argv[1]), Path(sys.argv[2]).read_bytes(), sys.argv[3], sys.argv[4]))
