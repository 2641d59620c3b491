"""What a user is told when something fails, and what the log keeps of it."""

from __future__ import annotations

import functools
import logging
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TypeVar, cast

import discord
from aiohttp import ClientError
from discord import app_commands

from bot.commands.answers import style_of
from bot.commands.sending import whisper
from bot.language import Language
from bot.messages.message import Message
from bot.monitoring import metrics
from bot.store import StoreError, UncertainError
from engine import PatienceError

Command = TypeVar("Command", bound=Callable[..., Coroutine[Any, Any, None]])

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
ALREADY_ACKNOWLEDGED = 40060


def answers_failures(command: Command) -> Command:
    """Make a command answer its own failures, whatever they are."""

    @functools.wraps(command)
    async def answered(
        group: app_commands.Group, interaction: discord.Interaction, *options: Any, **named: Any
    ) -> None:
        try:
            _check_choices(interaction.command, named)
            await command(group, interaction, *options, **named)
        except Exception as error:  # noqa: BLE001 - told to the user and logged
            await answer_failure(interaction, error)

    return cast("Command", answered)


def _check_choices(command: object, options: Mapping[str, object]) -> None:
    """Raise CommandSignatureMismatch for a choice that the command does not offer, as Discord knows an older one."""
    if not isinstance(command, app_commands.Command):
        return
    for parameter in command.parameters:
        value = options.get(parameter.name)
        if parameter.choices and value is not None and value not in {choice.value for choice in parameter.choices}:
            raise app_commands.CommandSignatureMismatch(command)


async def answer_failure(interaction: discord.Interaction, error: Exception) -> None:
    """Tell the user, and nobody else, why a request failed; log what the user cannot mend."""
    if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
        # Answered too late, or delivered twice and answered the first time: nobody waits for this answer.
        log.warning("not answered: %s", error)
        metrics.record_outcome("late" if error.code == UNKNOWN_INTERACTION else "repeated")
        return
    style = style_of(interaction)
    try:
        await whisper(interaction, Message(style.readable(_explain(error, style.language))))
    except (discord.HTTPException, ClientError, OSError) as failed:
        log.warning("the failure could not be told: %s", failed)
        metrics.ERRORS.labels("untold").inc()


def _explain(error: Exception, language: Language) -> str:
    if isinstance(error, PatienceError):
        log.info("refused: %s", type(error).__name__)
        metrics.record_outcome("refused")
        return language.error(error)
    metrics.record_outcome("failed")
    reference = secrets.token_hex(4)
    if isinstance(error, StoreError):
        metrics.ERRORS.labels("database").inc()
        log.error("reference=%s %s", reference, error)
        if isinstance(error, UncertainError):
            return language.text(
                "Something broke off while this was saved, so it may count or not. `/solitaire show` brings up your "
                "board. (Reference `{reference}`)",
                reference=reference,
            )
        return language.text(
            "Your game can't be read or saved at the moment, so nothing was changed. "
            "Please try again in a while. (Reference `{reference}`)",
            reference=reference,
        )
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        metrics.ERRORS.labels("outdated command").inc()
        log.warning("reference=%s %s", reference, error)
        return language.text(
            "This command has changed since Discord showed it to you. Reload Discord and try again. (`{reference}`)",
            reference=reference,
        )
    metrics.ERRORS.labels("discord" if isinstance(error, discord.HTTPException) else "unexpected").inc()
    log.error("reference=%s unexpected", reference, exc_info=error)
    return language.text(
        "Something went wrong here, sorry. `/solitaire show` tells how your game stands. "
        "If it happens again, tell whoever hosts this bot the reference `{reference}`.",
        reference=reference,
    )
