"""What users are told when something fails, and what the log keeps of it."""

from __future__ import annotations

import logging
import secrets

import discord
from discord import app_commands

from bot.language import Language
from bot.monitoring import metrics
from bot.store import StoreError, UncertainError
from engine import PatienceError

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
ALREADY_ACKNOWLEDGED = 40060


def describe_failure(error: Exception, language: Language) -> str | None:
    """What to tell the user about an error, which is logged and counted; None if nobody is waiting for it."""
    if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
        # The answer came too late, or Discord delivered the interaction twice and the other delivery was answered.
        log.warning("not answered: %s", error)
        metrics.record_outcome("late" if error.code == UNKNOWN_INTERACTION else "repeated")
        return None
    if isinstance(error, PatienceError):
        log.info("refused: %s", error.template)
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
