"""What a user is told when something fails, and what the log keeps of it."""

from __future__ import annotations

import logging
import secrets

import discord
from discord import app_commands

from bot.board.message import Message
from bot.commands.answers import whisper
from bot.store import StoreError
from engine import PatienceError

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
ALREADY_ACKNOWLEDGED = 40060


async def answer_failure(interaction: discord.Interaction, error: Exception) -> None:
    """Tell the user, and nobody else, why a request failed; log what the user cannot mend."""
    if isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    if isinstance(error, discord.HTTPException) and error.code in (UNKNOWN_INTERACTION, ALREADY_ACKNOWLEDGED):
        # Answered too late, or delivered twice and answered the first time: nobody waits for this answer.
        log.warning("not answered: %s", error)
        return
    try:
        await whisper(interaction, Message(_explain(error)))
    except discord.HTTPException as failed:
        log.warning("the failure could not be told: %s", failed)


def _explain(error: Exception) -> str:
    if isinstance(error, PatienceError):
        log.info("refused: %s", type(error).__name__)
        return str(error)
    reference = secrets.token_hex(4)
    if isinstance(error, StoreError):
        log.error("reference=%s %s", reference, error)
        return (
            "Your game can't be read or saved at the moment, so nothing was changed. "
            f"Please try again in a while. (Reference `{reference}`)"
        )
    if isinstance(error, app_commands.CommandSignatureMismatch | app_commands.CommandNotFound):
        log.warning("reference=%s %s", reference, error)
        return f"This command has changed since Discord showed it to you. Reload Discord and try again. (`{reference}`)"
    log.error("reference=%s unexpected", reference, exc_info=error)
    return (
        "Something went wrong here, sorry. `/solitaire show` tells how your game stands. "
        f"If it happens again, tell whoever hosts this bot the reference `{reference}`."
    )
