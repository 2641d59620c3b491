"""Explain failures to users, and log them."""

from __future__ import annotations

import logging
import secrets
from dataclasses import replace

import discord
from discord import app_commands

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.help_page import greeting
from bot.messages.message import Button, Message
from bot.messages.shelf_page import HERE
from bot.messages.style import Style
from bot.model.errors import NoGameError, ShelvedGameError
from bot.monitoring import metrics
from bot.monitoring.metrics import Outcome
from bot.services import StoreError, UncertainError
from engine import PatienceError

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED = 40060

_LATE = frozenset({10062, 50083})
"""Unknown interaction, and thread is archived: the interaction has ended, or somebody has locked its thread."""


def failure_message(error: Exception, style: Style) -> Message | None:
    """Log and count an error, and explain it to the user; None if nobody is waiting for the answer."""
    language = style.language
    description = _describe(error, language)
    if description is None:
        return None
    message = Message(style.readable(description))
    if isinstance(error, NoGameError):
        return replace(greeting(language), text=message.text)
    if isinstance(error, ShelvedGameError):
        resume = Button.to(Action.RESUME, language, game=error.board.game_id, argument=HERE)
        return replace(message, action_rows=((resume,),))
    return message


def outcome_of(error: Exception) -> Outcome:
    if isinstance(error, PatienceError):
        return "refused"
    if isinstance(error, discord.HTTPException) and error.code in _LATE:
        return "late"
    if isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED:
        return "repeated"
    return "failed"


def _describe(error: Exception, language: Language) -> str | None:
    """Log and count an error, and describe it."""
    if outcome_of(error) in ("late", "repeated"):
        # Discord no longer accepts an answer, or it delivered the interaction twice and the other delivery was
        # answered.
        log.warning("not answered: %s", error)
        return None
    if isinstance(error, PatienceError):
        return language.error(error)
    reference = secrets.token_hex(4)
    if isinstance(error, StoreError):
        metrics.ERRORS.labels("database").inc()
        log.error("reference=%s %s", reference, error)
        if isinstance(error, UncertainError):
            return language.text(
                "I lost the connection while saving, so your last action may or may not have counted. "
                "`/solitaire show` shows where you are. (Reference `{reference}`)",
                reference=reference,
            )
        return language.text(
            "I can't load or save your game right now, so nothing changed. Please try again in a few "
            "minutes. (Reference `{reference}`)",
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
        "Sorry, something went wrong. `/solitaire show` shows your game. If it happens again, give the "
        "bot's host this reference: `{reference}`.",
        reference=reference,
    )
