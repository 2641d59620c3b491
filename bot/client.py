"""The Discord client: which intents, which commands, and what is in hand while it stops."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Any, cast

import discord
from aiohttp import ClientError
from discord import app_commands

from bot import logs
from bot.announcer import Announcer
from bot.application_emoji import provide_emoji
from bot.commands.answers import Answers
from bot.commands.failures import answer_failure
from bot.commands.presses import Presses
from bot.commands.sending import chosen_value
from bot.commands.solitaire import SolitaireCommands
from bot.commands.solitaire_admin import AdminCommands, tell_problem
from bot.commands.translator import CommandTranslator
from bot.services import Services
from bot.store import StoreError
from engine import PatienceError

log = logging.getLogger(__name__)


class StoppingError(PatienceError):
    """The bot is about to stop."""

    def __init__(self) -> None:
        super().__init__("The bot is restarting. Please try again in a moment.")


class SolitaireClient(discord.AutoShardedClient):
    """Application commands and components only: no intent is needed, and no message of anyone is read."""

    def __init__(self, services: Services, **options: Any) -> None:
        super().__init__(
            intents=discord.Intents.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            # Without intents no guild ever arrives, so waiting for them would only delay the start.
            guild_ready_timeout=0.05,
            **options,
        )
        self.answers = Answers(services)
        self.tree = SolitaireTree(self)
        self.tree.add_command(SolitaireCommands(services, self.answers))
        self.tree.add_command(AdminCommands(services))
        self._services = services
        self._presses = Presses(services, self.answers)
        self._announcing: asyncio.Task[None] | None = None
        self.emoji_provided: asyncio.Task[None] | None = None
        """Done once the application's emoji are at hand; None before the client is logged in."""
        self._in_hand: set[asyncio.Task[Any]] = set()
        self._stopping = False

    async def setup_hook(self) -> None:
        """Register the commands with Discord; called by discord.py once it is logged in."""
        await self.tree.set_translator(CommandTranslator())
        await self.tree.sync()
        # Uploading all of them takes Discord a while; boards are drawn as text until they are there.
        self._look_for_emoji()
        self.answers.when_refused = self._look_for_emoji
        self._announcing = asyncio.create_task(Announcer(self, self._services).run())

    async def close(self) -> None:
        """Close the connection."""
        for task in (self.emoji_provided, self._announcing):
            if task is not None:
                task.cancel()
        await super().close()

    def _look_for_emoji(self) -> None:
        async def provide() -> None:
            self.answers.faces = await provide_emoji(self)

        if self.emoji_provided is None or self.emoji_provided.done():
            self.emoji_provided = asyncio.create_task(provide())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Called by discord.py for each interaction; the command tree answers all but the presses of buttons."""
        if interaction.type is not discord.InteractionType.component:
            return
        data = cast("dict[str, Any]", interaction.data)
        if await self.take_in_hand(interaction):
            await self._presses.answer(
                interaction, data["custom_id"], chosen_value("".join(data.get("values", ())[:1]))
            )

    async def on_app_command_completion(
        self, interaction: discord.Interaction, _: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
    ) -> None:
        """Called by discord.py after each command."""
        try:
            await tell_problem(interaction, self._services)
        except (StoreError, discord.HTTPException, ClientError, OSError) as error:
            log.warning("what ended the announcements could not be told: %s", error)

    async def take_in_hand(self, interaction: discord.Interaction) -> bool:
        """Note that the running task handles an interaction, and look up how its user wants to be answered.

        Refuses it, kindly, while the bot is stopping or the database fails.
        """
        logs.interaction_id.set(interaction.id)
        name = interaction.command.qualified_name if interaction.command else _pressed(interaction)
        if self._stopping:
            log.info("%s refused while stopping", name)
            if interaction.type is not discord.InteractionType.autocomplete:
                await answer_failure(interaction, StoppingError())
            return False
        task = asyncio.current_task()
        assert task is not None, "discord.py handles each interaction in a task"
        self._in_hand.add(task)
        started = time.perf_counter()

        def done(finished: asyncio.Task[Any]) -> None:
            self._in_hand.discard(finished)
            log.info("%s %s took %.0f ms", interaction.type.name, name, (time.perf_counter() - started) * 1000)

        task.add_done_callback(done)
        try:
            await self.answers.prepare(interaction)
        except StoreError as error:
            if interaction.type is not discord.InteractionType.autocomplete:
                await answer_failure(interaction, error)
            return False
        return True

    async def finish(self, seconds: float) -> None:
        """Take nothing more in hand, and wait for what is, at most so long."""
        self._stopping = True
        if self._in_hand:
            await asyncio.wait(self._in_hand, timeout=seconds)


def _pressed(interaction: discord.Interaction) -> str:
    """What a button or select does, for the log."""
    custom_id = str(cast("dict[str, Any]", interaction.data or {}).get("custom_id", ""))
    return "press " + custom_id.removeprefix("solitaire:").partition(":")[0]


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
