"""The Discord client: which intents, which commands, and what is in hand while it stops."""

from __future__ import annotations

import asyncio
import contextvars
import logging
import math
import time
from typing import Any, cast

import discord
from discord import app_commands

from bot.app.announcer import Announcer
from bot.app.identify import IdentifyLimiter
from bot.app.interaction_clock import LATEST_SECONDS, STORED_SECONDS, Punctuality
from bot.app.sessions import Sessions
from bot.app.startup import provide_emoji, register_commands
from bot.commands.announcements import report_problem
from bot.commands.context import BotState, Context
from bot.commands.rendering import chosen_value
from bot.commands.routes import GROUPS, answer_press
from bot.commands.translator import CommandTranslator
from bot.messages.custom_id import Action
from bot.monitoring import logs, metrics
from bot.monitoring.metrics import Kind
from bot.services import Services
from bot.services.limits import Limit
from bot.store import StoreError
from bot.store.time_left import time_left
from engine import PatienceError

log = logging.getLogger(__name__)

FINISH_SECONDS = 2.5
"""How long a client that ends waits for the interactions in hand; Discord itself waits three seconds for an answer."""


GIVE_UP_SECONDS = 0.5
"""How long what is given up then has to take back what it has said."""

HEARTBEAT_TIMEOUT_SECONDS = 45.0
"""After hearing nothing for so long a connection is given up, at the next heartbeat: Discord asks for one each 41 s."""


class StoppingError(PatienceError):
    """The bot is about to stop."""

    def __init__(self) -> None:
        super().__init__("The bot is restarting. Please try again in a moment.")


class LateError(PatienceError):
    """An interaction has come too late to be answered."""

    def __init__(self) -> None:
        super().__init__("That came here too late, so nothing was changed. Please try again.")


class TooFastError(PatienceError):
    """More interactions have come from a user than anyone plays with."""

    def __init__(self) -> None:
        super().__init__("That was a lot at once, so nothing was done. Please wait a few seconds.")


class OverloadedError(PatienceError):
    """More interactions have come from all users than the bot can handle."""

    def __init__(self) -> None:
        super().__init__("Too many are playing at this moment, so nothing was done. Please try again in a few seconds.")


_TOO_MUCH = {Limit.USER: TooFastError, Limit.ALL: OverloadedError}


class SolitaireClient(discord.AutoShardedClient):
    """Application commands and components only: no intent is needed, and no message of anyone is read."""

    def __init__(self, services: Services, punctuality: Punctuality | None = None, **options: Any) -> None:
        """Made in a running event loop.

        Without `punctuality` nothing comes too late, as in a Discord whose ids do not follow the clock.
        """
        super().__init__(
            intents=discord.Intents.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            # Without intents no guild ever arrives, so waiting for them would only delay the start.
            guild_ready_timeout=0.05,
            **{"heartbeat_timeout": HEARTBEAT_TIMEOUT_SECONDS, **options},
        )
        self.state = BotState(services)
        self.tree = SolitaireTree(self)
        for group in GROUPS:
            self.tree.add_command(group)
        self._services = services
        self._punctuality = punctuality
        self.identify_limiter = IdentifyLimiter(self, services.leases)
        self.sessions = Sessions()
        self._announcing: asyncio.Task[None] | None = None
        self.emoji_provided: asyncio.Task[None] | None = None
        """Done once the application's emoji are at hand; None before the client is logged in."""
        self._in_hand: set[asyncio.Task[Any]] = set()
        self._stopping = False

    async def setup_hook(self) -> None:
        """Register the commands with Discord; called by discord.py once it is logged in."""
        await self.tree.set_translator(CommandTranslator())
        await register_commands(self.tree, self._services)
        # Uploading all of them takes Discord a while; boards are drawn as text until they are there.
        self._look_for_emoji()
        self.state.on_emoji_rejected = self._look_for_emoji
        self.state.live_boards.start()
        self._announcing = asyncio.create_task(Announcer(self, self._services).run())

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards and keep them connected; called by discord.py after `setup_hook`."""
        await self.identify_limiter.wait_for_sessions()
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for a shard's turn; discord.py by itself knows of none but its own."""
        metrics.IDENTIFIES.inc()
        await self.identify_limiter.wait_for_turn(shard_id or 0)
        if not initial:
            self.sessions.identified(shard_id or 0)

    async def on_shard_connect(self, shard_id: int) -> None:
        """Called by discord.py once Discord has said READY."""
        self.sessions.started(shard_id)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Called by discord.py once a session goes on."""
        self.sessions.started(shard_id)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Called by discord.py each time that a connection has ended."""
        self.sessions.disconnected(shard_id)

    @property
    def connected_shards(self) -> int:
        """How many shards interactions reach the bot through."""
        return sum(number in self.sessions and not shard.is_closed() for number, shard in self.shards.items())

    @property
    def is_connected(self) -> bool:
        """Whether interactions reach the bot through all of its shards."""
        return self.is_ready() and self.connected_shards == len(self.shards)

    async def close(self) -> None:
        """Close the connection once what is in hand is answered; discord.py does it too, after an event that failed."""
        for task in (self.emoji_provided, self._announcing):
            if task is not None:
                task.cancel()
        if not self._stopping:
            await self.finish(FINISH_SECONDS)
        for in_hand in self._in_hand:
            in_hand.cancel()  # it would only fail, when it finds the connection closed
        # At once, as whoever closes it may not wait long for either.
        await asyncio.gather(super().close(), self.state.live_boards.close())

    def _look_for_emoji(self) -> None:
        is_start = self.emoji_provided is None

        async def provide() -> None:
            try:
                self.state.set_emoji(await provide_emoji(self, self._services.leases, delete_outdated=is_start))
            except Exception:
                log.exception("the emoji could not be provided, so boards are drawn as text")

        if self.emoji_provided is None or self.emoji_provided.done():
            # In a context of its own: it takes longer than the interaction whose answer was refused.
            self.emoji_provided = asyncio.create_task(provide(), context=contextvars.Context())

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Called by discord.py for each interaction; the command tree answers all but the presses of buttons."""
        if interaction.type is not discord.InteractionType.component:
            return
        data = cast("dict[str, Any]", interaction.data)
        if await self.begin_interaction(interaction):
            chosen = chosen_value("".join(data.get("values", ())[:1]))
            await answer_press(Context.of(interaction), data["custom_id"], chosen)

    async def on_app_command_completion(
        self, interaction: discord.Interaction, _: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
    ) -> None:
        """Called by discord.py after each command."""
        await report_problem(Context.of(interaction))

    async def begin_interaction(self, interaction: discord.Interaction) -> bool:
        """Note that the running task handles an interaction, and look up how its user wants to be answered.

        Refuses it, kindly, while the bot is stopping or the database fails, where it has come too late, and where too
        many come.
        """
        logs.interaction_id.set(interaction.id)
        context = Context(interaction, self.state)
        kind, name = _told_apart(interaction)
        waited = 0.0 if self._punctuality is None else self._punctuality.delay(interaction.id)
        turn = metrics.begin_turn(kind, name, waited)
        task = asyncio.current_task()
        assert task is not None, "discord.py handles each interaction in a task"
        self._in_hand.add(task)
        metrics.IN_HAND.inc()
        started = time.perf_counter()

        def done(finished: asyncio.Task[Any]) -> None:
            self._in_hand.discard(finished)
            metrics.IN_HAND.dec()
            turn.end()
            log.info("%s %s took %.0f ms", kind, name, (time.perf_counter() - started) * 1000)

        task.add_done_callback(done)
        if self._stopping:
            await self._refuse(context, StoppingError())
            return False
        if waited > LATEST_SECONDS:
            log.warning("%s %s came too late", kind, name)
            await self._refuse(context, LateError())
            metrics.record_outcome("late")
            if self._punctuality is not None and interaction.response.is_done():
                self._punctuality.was_answered(interaction.id)
                await self._refuse_for_good(interaction)
            return False
        limit = self._services.limits.exceeded(
            interaction.id, interaction.user.id, name, is_completion=kind == "completion"
        )
        if limit is not None:
            await self._limit(context, limit)
            return False
        if self._punctuality is not None:
            due = time.monotonic() + STORED_SECONDS - waited
            # Who has been answered waits for what follows, though it takes longer.
            time_left.set(lambda: math.inf if interaction.response.is_done() else due - time.monotonic())
        try:
            await context.load_preferences()
        except StoreError as error:
            await self._refuse(context, error)
            return False
        return True

    async def _limit(self, context: Context, limit: Limit) -> None:
        """Refuse what is too much. A press can be taken without a word, which who goes on pressing gets."""
        kind = context.interaction.type
        # Who is typing is told nothing in any case.
        is_told = kind is not discord.InteractionType.autocomplete and self._services.limits.may_notify(context.user_id)
        if kind is discord.InteractionType.component and not is_told:
            await context.acknowledge()
        else:
            await self._refuse(context, _TOO_MUCH[limit]())
        metrics.record_outcome("limited")

    async def _refuse(self, context: Context, error: Exception) -> None:
        """Say why nothing is done; under what is being typed, nothing is offered."""
        if context.interaction.type is discord.InteractionType.autocomplete:
            log.info("nothing offered: %s", type(error).__name__)
            metrics.record_outcome("failed" if isinstance(error, StoreError) else "refused")
            if not isinstance(error, LateError):
                await context.acknowledge()
        else:
            await context.report_failure(error)

    async def _refuse_for_good(self, interaction: discord.Interaction) -> None:
        """Have an interaction change nothing either when it is delivered again, and counts as late no more."""
        try:
            await self._services.games.refuse(interaction.id)
        except StoreError as error:
            log.warning("that it was refused was not noted: %s", error)

    async def finish(self, seconds: float) -> None:
        """Take nothing more in hand, and wait for what is, at most so long; what takes longer is given up."""
        self._stopping = True
        if self._in_hand:
            _, left = await asyncio.wait(self._in_hand, timeout=seconds)
            if left:
                for task in left:
                    task.cancel()
                await asyncio.wait(left, timeout=GIVE_UP_SECONDS)


_UNKNOWN = "unknown"
"""What a command or component is called that the bot does not have, or no more: its own name may be any text."""

_ACTIONS = frozenset(map(str, Action))


def _told_apart(interaction: discord.Interaction) -> tuple[Kind, str]:
    """What an interaction is, and which command or button."""
    if interaction.type is discord.InteractionType.component:
        custom_id = str(cast("dict[str, Any]", interaction.data or {}).get("custom_id", ""))
        action = custom_id.removeprefix("solitaire:").partition(":")[0]
        return "press", action if action in _ACTIONS else _UNKNOWN
    kind: Kind = "completion" if interaction.type is discord.InteractionType.autocomplete else "command"
    return kind, interaction.command.name if interaction.command else _UNKNOWN


class SolitaireTree(app_commands.CommandTree[SolitaireClient]):
    """The command tree."""

    async def interaction_check(self, interaction: discord.Interaction[SolitaireClient], /) -> bool:
        """Called by discord.py before each command and autocompletion."""
        return await self.client.begin_interaction(interaction)

    async def on_error(
        self, interaction: discord.Interaction[SolitaireClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Called by discord.py when a command raises."""
        await Context.of(interaction).report_failure(error)
