"""The Discord client: its intents, its command tree and the interactions in progress."""

from __future__ import annotations

import asyncio
import contextvars
import functools
import logging
import math
import time
from collections.abc import Coroutine
from typing import Any

import discord
from cachetools import LRUCache
from discord import app_commands

from bot.app.announcer import Announcer
from bot.app.interaction_clock import LATEST_SECONDS, STORED_SECONDS, InteractionClock
from bot.app.limits import Limit, Limits
from bot.app.reminder import ReminderJob
from bot.app.repeating import HOUR, MINUTE, repeat
from bot.app.startup import (
    UPLOAD_SECONDS,
    provide_avatar,
    provide_emoji,
)
from bot.commands.announcements import report_problem
from bot.commands.bot_state import BotState
from bot.commands.context import Context
from bot.commands.press import answer_press
from bot.commands.request_errors import REQUEST_ERRORS
from bot.commands.routes import COMMANDS, GROUPS
from bot.commands.settings import report_refusal
from bot.commands.translator import CommandTranslator
from bot.messages.typed_moves import typed_action
from bot.model.notices import Notice
from bot.monitoring import logs, metrics
from bot.monitoring.metrics import InteractionKind
from bot.pictures.emoji import emoji_files, is_marked
from bot.services import Services, StoreError
from engine import PatienceError

log = logging.getLogger(__name__)

FINISH_SECONDS = 2.5
"""How long a stopping client waits for interactions in progress; Discord itself waits three seconds for an answer."""

CANCEL_SECONDS = 0.5
"""How long cancelled interactions may take to clean up, for example to delete a placeholder."""

HEARTBEAT_TIMEOUT_SECONDS = 45.0
"""After this long without a message from Discord, the next heartbeat, due every 41 s, ends the connection."""

LONGEST_WAIT_SECONDS = 60.0
"""How long a request may wait for one of Discord's rate limits."""

SPARE_SESSIONS = 0.1
"""The share of Discord's daily limit of sessions that is reserved for shards that reconnect
(https://discord.com/developers/docs/events/gateway#session-start-limit-object)."""

MOST_TAKEN = 10_000
"""The number of taken interactions to remember."""

_STOPPING = PatienceError("I'm restarting. Please try again in a moment.")
_LATE = PatienceError("That took too long, so nothing changed. Please try again.")
_LIMITED = {
    Limit.USER: PatienceError("Slow down a little! Please wait a few seconds and try again."),
    Limit.ALL: PatienceError("I'm very busy right now. Please try again in a few seconds."),
}

_UNKNOWN = "unknown"
"""The metrics' name for unknown commands and buttons, which may be called anything."""

_COMPLETION_COST = 0.5
"""The cost of a completion: less than a move, because each keystroke requests one."""


class SolitaireClient(discord.AutoShardedClient):
    """Handles commands, buttons and selects. It needs no intent, and reads nobody's messages."""

    def __init__(
        self, services: Services, clock: InteractionClock | None = None, limits: Limits | None = None, **options: Any
    ) -> None:
        """Create the client, in a running event loop.

        Without a clock, no interaction is too old, as for a Discord whose ids do not follow the time. Without `limits`,
        there are no rate limits.
        """
        super().__init__(
            intents=discord.Intents.none(),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            # Without intents no guild ever arrives, so waiting for guilds would only delay the start.
            guild_ready_timeout=0.05,
            # A request fails if Discord makes it wait longer: others would wait behind it.
            max_ratelimit_timeout=LONGEST_WAIT_SECONDS,
            **{"heartbeat_timeout": HEARTBEAT_TIMEOUT_SECONDS, **options},
        )
        self.state = BotState(self, services, GROUPS[0])
        self.tree = SolitaireTree(self)
        for command in COMMANDS:
            self.tree.add_command(command)
        self.emoji_provided: asyncio.Task[None] | None = None
        """Done once Discord has the card emoji; None before the login."""
        self.limits = limits or Limits()
        self._services = services
        self._clock = clock
        self._emoji_claim = services.claim("emoji", UPLOAD_SECONDS)
        self._has_deleted_emoji = False
        """Whether it has deleted the emoji of earlier versions."""
        self._beside: list[asyncio.Task[None]] = []
        """Background tasks that run until the client closes."""
        self._in_progress: set[asyncio.Task[Any]] = set()
        self._taken: LRUCache[int, None] = LRUCache(MOST_TAKEN)
        """Ids of received interactions: nothing may change if Discord delivers one again."""
        self._is_stopping = False

    async def setup_hook(self) -> None:
        """Called by discord.py after the login."""
        await self.tree.set_translator(CommandTranslator())
        await self._register_commands()
        # The first upload takes minutes; until then boards are drawn as text.
        self._provide_emoji()
        self._run_beside(provide_avatar(self))
        self.state.on_emoji_rejected = self._provide_emoji
        self.state.live_boards.start()
        for period, job, failure in (
            (HOUR, self._work_hourly, "hourly work failed"),
            (MINUTE, Announcer(self, self._services).announce, "cannot announce the dailies"),
            (MINUTE, ReminderJob(self, self._services).remind, "cannot send the reminders"),
            (MINUTE, self.state.cards.end_due, "cannot close challenges"),
        ):
            self._run_beside(repeat(self._services, period, job, failure))

    async def _work_hourly(self) -> None:
        """Delete expired data, count the servers and measure the database."""
        await self._services.cleanup.run(self._services.clock())
        metrics.DATABASE_BYTES.set(await self._services.turns.database.size())
        metrics.SERVERS.set((await self.application_info()).approximate_guild_count)

    def _run_beside(self, work: Coroutine[Any, Any, None]) -> None:
        self._beside.append(asyncio.create_task(work))

    async def _register_commands(self) -> None:
        """Register the commands; if Discord refuses, it keeps the earlier ones until the next start."""
        try:
            await self.tree.sync()
        except REQUEST_ERRORS as error:
            log.error("Discord refuses the new commands, so restart the bot later: %s", error)  # noqa: TRY400

    def _provide_emoji(self) -> None:
        """Upload the card emoji that Discord lacks, in a task.

        A running task is cancelled, because Discord may now reject the very emoji that it has listed.
        """
        if self.emoji_provided is not None:
            self.emoji_provided.cancel()

        async def provide() -> None:
            files = emoji_files()
            # Cards with marks are most of the files, and boards can do without them for a while.
            plain = {key: png for key, png in files.items() if not is_marked(key)}
            provided = functools.partial(provide_emoji, self, self._services, self._emoji_claim)
            try:
                self.state.emoji = await provided(plain, delete_outdated=False)
                self.state.emoji = await provided(files, delete_outdated=not self._has_deleted_emoji)
                self._has_deleted_emoji = True
            except Exception:
                log.exception("Discord lacks emoji, so boards do without them")

        # The empty context keeps out the log id of the interaction whose emoji were rejected.
        self.emoji_provided = asyncio.create_task(provide(), context=contextvars.Context())

    async def connect(self, *, reconnect: bool = True) -> None:
        """Connect all shards and keep them connected; called by discord.py after `setup_hook`.

        Wait first if frequent restarts have used up nearly all of the day's sessions: beyond its limit, Discord resets
        the token.
        """
        limits = await self.fetch_session_start_limits()
        if limits.remaining < limits.total * SPARE_SESSIONS:
            seconds = limits.reset_after / 1000
            log.error("waiting %.0f min, because Discord allows only %d more sessions", seconds / 60, limits.remaining)
            await asyncio.sleep(seconds)
        await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Called by discord.py before a shard identifies."""
        metrics.IDENTIFIES.inc()
        await super().before_identify_hook(shard_id, initial=initial)

    async def on_shard_disconnect(self, _: int) -> None:
        """Called by discord.py when a connection has ended."""
        metrics.DISCONNECTS.inc()

    @property
    def connected_shards(self) -> int:
        return sum(not shard.is_closed() for shard in self.shards.values())

    @property
    def slowest_heartbeat(self) -> float:
        """How long Discord took to acknowledge the slowest shard's last heartbeat, in seconds."""
        return max(filter(math.isfinite, (shard.latency for shard in self.shards.values())), default=0.0)

    @property
    def is_connected(self) -> bool:
        return self.is_ready() and self.connected_shards == len(self.shards)

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Called by discord.py, whose command tree handles everything but presses of buttons and selects."""
        if interaction.type is not discord.InteractionType.component:
            return
        if await self.begin_interaction(interaction):
            await answer_press(Context.of(interaction))

    async def on_app_command_completion(
        self, interaction: discord.Interaction, _: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu
    ) -> None:
        """Called by discord.py after each command."""
        context = Context.of(interaction)
        if Notice.ANNOUNCEMENTS_OFF in context.notices:
            await report_problem(context)
        if Notice.REMINDER_OFF in context.notices:
            await report_refusal(context)

    async def begin_interaction(self, interaction: discord.Interaction) -> bool:
        """Create the Context and Turn of an interaction, set its deadline, and refuse it if it must not run.

        Returns False after telling the user why it is refused: the bot is stopping, the interaction is too old, a rate
        limit is exceeded, the database fails, or the host has blocked the user or the server. Also returns False for an
        interaction that is delivered again.
        """
        logs.interaction_id.set(interaction.id)
        context = Context(interaction, self.state)
        kind, name, cost = classify(interaction)
        age = 0.0 if self._clock is None else self._clock.age(interaction.created_at)
        turn = context.turn
        turn.watch.begin(kind, name)
        task = asyncio.current_task()
        assert task is not None, "discord.py handles each interaction in a task"
        self._in_progress.add(task)
        task.add_done_callback(self._in_progress.discard)
        task.add_done_callback(lambda _: turn.watch.end())
        if interaction.id in self._taken:
            turn.watch.outcome = "repeated"
            return False
        self._taken[interaction.id] = None
        if self._is_stopping:
            await context.report_failure(_STOPPING)
            return False
        if age > LATEST_SECONDS:
            await self._refuse_late(context)
            return False
        limit = self.limits.take(context.user_id, cost, is_completion=kind == "completion")
        if limit is not None:
            await context.report_failure(_LIMITED[limit])
            turn.watch.outcome = "limited"
            return False
        if self._clock is not None:
            turn.deadline = time.monotonic() + STORED_SECONDS - age
        try:
            await context.load_preferences()
        except (StoreError, PatienceError) as error:
            await context.report_failure(error)
            return False
        return True

    async def _refuse_late(self, context: Context) -> None:
        """Refuse an interaction that seems too old; if Discord accepts even this answer, the host's clock is ahead."""
        await context.report_failure(_LATE)
        context.turn.watch.outcome = "late"
        if self._clock is not None and context.interaction.response.is_done():
            self._clock.was_in_time(context.interaction.created_at)

    async def finish(self, seconds: float) -> None:
        """Refuse new interactions, and wait this long for those in progress; then cancel them."""
        self._is_stopping = True
        if not self._in_progress:
            return
        _, unfinished = await asyncio.wait(self._in_progress, timeout=seconds)
        if unfinished:
            for task in unfinished:
                task.cancel()
            await asyncio.wait(unfinished, timeout=CANCEL_SECONDS)

    async def close(self) -> None:
        """Finish interactions in progress and close the connection; discord.py also calls this after a failed event."""
        self.state.cards.close()
        for task in (self.emoji_provided, *self._beside):
            if task is not None:
                task.cancel()
        if not self._is_stopping:
            await self.finish(FINISH_SECONDS)
        for task in self._in_progress:
            task.cancel()  # it would fail on the closed connection
        # Concurrently, because the caller may not wait long for either.
        await asyncio.gather(super().close(), self.state.live_boards.close())


def classify(interaction: discord.Interaction) -> tuple[InteractionKind, str, float]:
    """Return an interaction's kind, the name of its command or button for metrics, and its cost in moves.

    A word typed in place of a move has the name and the cost of its button.
    """
    if interaction.type is discord.InteractionType.component:
        pressed = Context.of(interaction).pressed
        return ("press", _UNKNOWN, 1.0) if pressed is None else ("press", pressed.action, pressed.action.cost)
    command = interaction.command
    name = command.name if command else _UNKNOWN
    if interaction.type is discord.InteractionType.autocomplete:
        return "completion", name, _COMPLETION_COST
    if name == "move":
        action = typed_action(str(interaction.namespace.move), Context.of(interaction).language)
        if action is not None:
            return "command", action, action.cost
    return "command", name, command.extras.get("cost", 1.0) if command else 1.0


class SolitaireTree(app_commands.CommandTree[SolitaireClient]):
    """Runs commands and completions through `SolitaireClient.begin_interaction`."""

    async def interaction_check(self, interaction: discord.Interaction[SolitaireClient], /) -> bool:
        """Called by discord.py before each command and autocompletion."""
        return await self.client.begin_interaction(interaction)

    async def on_error(
        self, interaction: discord.Interaction[SolitaireClient], error: app_commands.AppCommandError, /
    ) -> None:
        """Called by discord.py when it cannot run a command, because Discord knows an older one."""
        await Context.of(interaction).report_failure(error)
