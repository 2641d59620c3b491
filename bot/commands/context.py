"""The context of an interaction: its user, their preferences, and the ways to answer."""

from __future__ import annotations

import asyncio
import functools
import inspect
import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, Concatenate, ParamSpec, TypeVar, cast

import discord
from discord import app_commands

from bot.commands.bot_state import BotState
from bot.commands.failures import failure_message, outcome_of
from bot.commands.rendering import custom_ids, edit_arguments, pressed_component, send_arguments
from bot.commands.request_errors import REQUEST_ERRORS, LostAnswerIgnored
from bot.language import Language, find_language, nearest_language
from bot.messages.content import as_content
from bot.messages.custom_id import CustomId
from bot.messages.layout import Layout, Page
from bot.messages.message import Message
from bot.messages.player_names import world_name
from bot.messages.style import EmojiDeck, Style
from bot.model.errors import UnseenError
from bot.model.game import BoardVersion
from bot.model.notices import Notice
from bot.model.player import Player
from bot.model.preferences import Preferences
from bot.monitoring import metrics
from engine import PatienceError

log = logging.getLogger(__name__)

Options = ParamSpec("Options")
Result = TypeVar("Result")

_KEY = "context"


class Context:
    """Methods that answer raise discord.py's errors, which `failures.py` explains."""

    def __init__(self, interaction: discord.Interaction, bot: BotState) -> None:
        self.interaction = interaction
        self.bot = bot
        self.services = bot.services
        self.id = interaction.id
        self.user_id = interaction.user.id
        self.user_name = world_name(interaction.user)
        """The user's name in every server, as leaderboards show it."""
        self.server_id = interaction.guild_id
        """The server in which the interaction happened, if any."""
        self.style = Style(find_language(self._client_language))
        """How to draw messages: in the language of the user's Discord until their preferences are loaded."""
        player = Player(self.user_id, self.user_name, self.server_id)
        self.turn = bot.services.turns.begin(interaction.id, player)
        """Reads and stores for this interaction."""
        self.notices: frozenset[Notice] = frozenset()
        """Notices for the user, as of the beginning of this interaction."""
        self.pressed: CustomId | None = None
        """The pressed button or select; None for a command, and if another version of the bot drew it."""
        self.board: BoardVersion | None = None
        """The board whose button was pressed; None for a command, which acts on the user's current game."""
        self.argument = ""
        """The argument of the pressed button or select; a command that acts like a button sets it."""
        self.chosen = ""
        """The value chosen in a select."""
        self.left: int | None = None
        """The game that the user has just left for another one."""
        self.has_edited = False
        """Whether the pressed message has been edited."""
        self._has_placeholder = False
        interaction.extras[_KEY] = self
        if interaction.type is discord.InteractionType.component:
            self._read_press(cast("dict[str, Any]", interaction.data))

    def _read_press(self, data: Mapping[str, Any]) -> None:
        custom_id, self.chosen = pressed_component(data)
        with suppress(ValueError):
            self.pressed = CustomId.parse(custom_id)
            self.board = BoardVersion(self.pressed.game_id, self.pressed.version)
            self.argument = self.pressed.argument

    @classmethod
    def of(cls, interaction: discord.Interaction) -> Context:
        return cast("Context", interaction.extras[_KEY])

    @property
    def language(self) -> Language:
        return self.style.language

    @property
    def preferences(self) -> Preferences:
        return self.style.preferences

    @property
    def is_alone(self) -> bool:
        """Whether only the user can read the bot's messages here.

        That is so in a direct message with the bot, and in a server that has not installed the bot and allows its use
        only in private (https://discord.com/developers/docs/topics/permissions, USE_EXTERNAL_APPS).
        """
        interaction = self.interaction
        is_silenced = interaction.guild_id is not None and not interaction.permissions.use_external_apps
        return interaction.context.dm_channel or (self.is_guest and is_silenced)

    @property
    def is_guest(self) -> bool:
        """Whether the bot is here only because the user has installed it for themselves."""
        return self.interaction.is_user_integration() and not self.interaction.is_guild_integration()

    @property
    def pressed_board(self) -> BoardVersion:
        """The board whose button was pressed; a command has none."""
        assert self.board is not None, "a command is no press"
        return self.board

    @property
    def pressed_message(self) -> discord.Message:
        """The message whose button was pressed; a command has none."""
        assert self.interaction.message is not None, "a press has a message"
        return self.interaction.message

    @property
    def is_pressed_private(self) -> bool:
        return self.pressed_message.flags.ephemeral or self.interaction.context.dm_channel

    @property
    def has_pressed_component(self) -> bool:
        """Whether the message has the pressed component: a modified client can press any on any message."""
        return any(each == self.pressed for each in custom_ids(self.pressed_message))

    @property
    def may_change_pressed(self) -> bool:
        """Whether the press may edit or delete its message, which is private or has the pressed component."""
        return self.is_pressed_private or self.has_pressed_component

    @property
    def is_on_layout(self) -> bool:
        """Whether the pressed message is a layout, which must remain one."""
        message = self.interaction.message
        return message is not None and message.flags.components_v2

    async def load_preferences(self) -> None:
        """Raises StoreError, and PatienceError if the host has blocked the user or the server."""
        preferences, self.notices = await self.services.preferences.with_notices(self.turn)
        self.apply_preferences(preferences)
        if Notice.USER_BLOCKED in self.notices:
            raise PatienceError(
                "Sorry, the bot's host has blocked you, so I can't play with you. If you think that's a mistake, "
                "please ask them."
            )
        if Notice.SERVER_BLOCKED in self.notices:
            raise PatienceError(
                "Sorry, the bot's host has blocked this server, so I can't play here. You can still play with me in "
                "other servers and in direct messages."
            )

    def apply_preferences(self, preferences: Preferences) -> None:
        """Answer according to these preferences."""
        emoji = self.bot.emoji
        deck = None if emoji is None else EmojiDeck(emoji, four_colour=preferences.four_colour)
        language = find_language(preferences.language or self._client_language, self._client_language)
        self.style = Style(language, preferences, deck)

    @property
    def _client_language(self) -> str:
        """The language of the user's Discord, or the nearest one that the bot speaks."""
        return nearest_language(str(self.interaction.locale))

    def personal(self, message: Page) -> Page:
        """A message for the user alone, in their view: in text and words, without embeds."""
        return message if isinstance(message, Layout) or self.style.view.has_embeds else as_content(message)

    async def send(self, message: Page, *, private: bool) -> int:
        """Answer with a new message, or replace a placeholder, and return the id."""
        message_id, _ = await self._send(message, private=private)
        return message_id

    async def post(self, message: Message) -> int:
        """Answer with a new message meant for others, and return its id.

        If only the user can see it, deletes it and raises UnseenError.
        """
        self.check_seen()
        message_id, is_private = await self._send(message, private=False)
        if is_private:  # a server may hide messages for reasons that it does not reveal
            try:
                await self.interaction.followup.delete_message(message_id)
            except REQUEST_ERRORS as error:
                log.warning("could not delete an answer that only the user sees: %s", error)
            raise UnseenError
        return message_id

    def check_seen(self) -> None:
        """Raise UnseenError if only the user would see a message posted here, as far as the bot knows."""
        if self.is_alone:
            raise UnseenError

    async def _send(self, message: Page, *, private: bool) -> tuple[int, bool]:
        """Send a message as `send` does; return its id and whether Discord shows it only to the user."""
        message = self.personal(message) if private else message
        if self._has_placeholder:
            with LostAnswerIgnored():
                replaced = await self.interaction.edit_original_response(**edit_arguments(message))
                self._has_placeholder = False
                return replaced.id, replaced.flags.ephemeral
            self._has_placeholder = False
        arguments = send_arguments(message)
        if self.interaction.response.is_done():
            return await self._follow_up(message, arguments, private=private)
        answered = await self.interaction.response.send_message(**arguments, ephemeral=private)
        self.turn.answered()
        assert answered.message_id is not None, "Discord says which message it made of an answer"
        return answered.message_id, answered.is_ephemeral()

    async def _follow_up(self, message: Page, arguments: dict[str, Any], *, private: bool) -> tuple[int, bool]:
        """Send another message after the first answer: to the channel or the user, if the interaction has ended."""
        interaction = self.interaction
        with LostAnswerIgnored():
            followup = await interaction.followup.send(**arguments, ephemeral=private, wait=True)
            return followup.id, followup.flags.ephemeral
        # The interaction has ended, so the bot sends the message itself.
        assert interaction.channel_id is not None, "commands and presses have a channel"
        channel = interaction.client.get_partial_messageable(interaction.channel_id, guild_id=self.server_id)
        sent = await (interaction.user if private else channel).send(**send_arguments(message))
        return sent.id, private

    async def whisper(self, message: Page) -> None:
        await self.send(message, private=True)

    async def edit(self, message: Page) -> None:
        """Answer a press by changing the pressed message.

        Sends a private message if that one is gone, may not be changed, or is a layout that cannot become this one.
        """
        if self.is_on_layout and not isinstance(message, Layout):
            if not self.interaction.response.is_done():
                await self.defer()
            await self.send(message, private=True)
            await self.delete_pressed()
            return
        if self.may_change_pressed:
            with LostAnswerIgnored():
                await self.edit_pressed(message)
                return
        await self.send(message, private=True)

    async def edit_pressed(self, message: Page) -> None:
        arguments = edit_arguments(self.personal(message))
        if self.interaction.response.is_done():
            await self.interaction.edit_original_response(**arguments)
        else:
            await self.interaction.response.edit_message(**arguments)
            self.turn.answered()
        self.has_edited = True

    async def delete_pressed(self) -> None:
        """Delete the message of a deferred press, if the press may change it."""
        if self.may_change_pressed:
            await self.delete_original("the message that was pressed")

    async def delete_original(self, name: str) -> None:
        """Delete the first answer or, after a deferred press, the pressed message; log a failure by `name`."""
        try:
            await self.interaction.delete_original_response()
        except discord.NotFound:
            pass  # the user has dismissed it, or a new board has deleted this refusal
        except REQUEST_ERRORS as error:
            log.warning("%s stays: %s", name, error)

    async def defer(self, *, thinking: bool = False) -> None:
        """Tell Discord that the answer takes longer; `thinking` shows this to the user, in a private message."""
        await self.interaction.response.defer(thinking=thinking, ephemeral=thinking)
        self.turn.answered()

    async def acknowledge(self) -> None:
        """Answer a press or an autocompletion with nothing; a failure is only logged."""
        try:
            if self.interaction.type is discord.InteractionType.autocomplete:
                await self.interaction.response.autocomplete([])
            else:
                await self.interaction.response.defer()
        except REQUEST_ERRORS as error:
            log.warning("not answered: %s", error)

    async def report_failure(self, error: Exception) -> None:
        """Explain to the user alone why their request failed; a completion just gets no choices."""
        self.turn.watch.outcome = outcome_of(error)
        message = failure_message(error, self.style)
        if message is None:
            return
        if self.interaction.type is discord.InteractionType.autocomplete:
            await self.acknowledge()
            return
        try:
            message_id = await self.send(message, private=True)
            if isinstance(error, PatienceError):  # other failures stay, because the user may need their reference
                await self.bot.refusals.remember(self.interaction, message_id)
        except REQUEST_ERRORS as failed:
            log.warning("the failure could not be reported: %s", failed)
            metrics.ERRORS.labels("unreported").inc()

    async def wait_for(
        self, work: Coroutine[Any, Any, Result], placeholder: Message, *, private: bool, seconds: float = 0
    ) -> Result:
        """Return the result of work that may take longer than Discord waits for an answer.

        After some seconds this sends the placeholder, which the next message replaces.
        """
        task = asyncio.create_task(work)
        try:
            if seconds:
                await asyncio.wait({task}, timeout=seconds)
            if not task.done():
                await self.send(placeholder, private=private)
                self._has_placeholder = True
            return await task
        except (Exception, asyncio.CancelledError):
            if self._has_placeholder:
                self._has_placeholder = False
                await self.delete_original("the placeholder")
            raise
        finally:
            task.cancel()


def handles_errors(
    command: Callable[Concatenate[Context, Options], Coroutine[Any, Any, None]],
) -> Callable[Concatenate[discord.Interaction, Options], Coroutine[Any, Any, None]]:
    """Run a command with its Context, and explain any failure to the user."""

    @functools.wraps(command)
    async def wrapper(interaction: discord.Interaction, /, *args: Options.args, **options: Options.kwargs) -> None:
        context = Context.of(interaction)
        try:
            _check_choices(interaction.command, options)
            await command(context, *args, **options)
        except Exception as error:  # noqa: BLE001 - reported to the user and logged
            await context.report_failure(error)

    # discord.py would evaluate the annotations in this module instead of the command's own.
    wrapper.__signature__ = inspect.signature(command, eval_str=True)  # type: ignore[attr-defined]
    return wrapper


def _check_choices(command: object, options: Mapping[str, object]) -> None:
    """Raise CommandSignatureMismatch for a choice that is not offered: Discord may know an older command."""
    if not isinstance(command, app_commands.Command):  # an entry of a menu has no options
        return
    for parameter in command.parameters:
        value = options.get(parameter.name)
        if parameter.choices and value is not None and value not in {choice.value for choice in parameter.choices}:
            raise app_commands.CommandSignatureMismatch(command)
