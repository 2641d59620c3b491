"""The Discord client: which intents, which commands, and what is in hand while it stops."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any

import discord
from discord import app_commands

from bot import logs
from bot.board.message import notice
from bot.commands.answers import whisper
from bot.commands.buttons import BoardButton
from bot.commands.failures import answer_failure
from bot.commands.solitaire import SolitaireCommands
from bot.services.games import Games

log = logging.getLogger(__name__)


class SolitaireClient(discord.AutoShardedClient):
    """Application commands and buttons only: no intent is needed, and no message of anyone is read."""

    def __init__(self, games: Games, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            # Without intents no guild ever arrives, so waiting for them would only delay the start.
            guild_ready_timeout=0.05,
            **options,
        )
        self.games = games
        self.tree = SolitaireTree(self)
        self._in_hand: set[asyncio.Task[Any]] = set()
        self._stopping = False

    async def setup_hook(self) -> None:
        """Register the commands with Discord."""
        self.tree.clear_commands(guild=None)
        self.tree.add_command(SolitaireCommands(self.games))
        self.add_dynamic_items(BoardButton)
        await self.tree.sync()

    async def take_in_hand(self, interaction: discord.Interaction) -> bool:
        """Note that the running task handles an interaction; refuse it, kindly, while the bot is stopping."""
        logs.interaction_id.set(interaction.id)
        name = interaction.command.qualified_name if interaction.command else "button"
        if self._stopping:
            log.info("%s refused while stopping", name)
            if interaction.type is not discord.InteractionType.autocomplete:
                await whisper(interaction, notice("The bot is restarting. Please try again in a moment."))
            return False
        task = asyncio.current_task()
        assert task is not None, "discord.py handles each interaction in a task"
        self._in_hand.add(task)
        started = time.perf_counter()

        def done(finished: asyncio.Task[Any]) -> None:
            self._in_hand.discard(finished)
            log.info("%s %s took %.0f ms", interaction.type.name, name, (time.perf_counter() - started) * 1000)

        task.add_done_callback(done)
        return True

    async def finish(self, seconds: float) -> None:
        """Take nothing more in hand, and wait for what is, at most so long."""
        self._stopping = True
        if self._in_hand:
            await asyncio.wait(self._in_hand, timeout=seconds)


class SolitaireTree(app_commands.CommandTree[SolitaireClient]):
    """The command tree."""

    async def interaction_check(self, interaction: discord.Interaction[SolitaireClient], /) -> bool:
        """Called by discord.py before each command and autocompletion."""
        return await self.client.take_in_hand(interaction)

    async def on_error(
        self, interaction: discord.Interaction[SolitaireClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Called by discord.py when a command raises."""
        await answer_failure(interaction, error)
