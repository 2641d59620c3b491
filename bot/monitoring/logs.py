"""Logging: each line names the interaction that it belongs to, and neither a token nor anyone's id."""

from __future__ import annotations

import logging
import re
import sys
from contextvars import ContextVar
from typing import Any

import discord

from bot.monitoring.metrics import CountingHandler

interaction_id: ContextVar[int | None] = ContextVar("interaction_id", default=None)
"""The interaction that the running task handles."""

_TOKENS = re.compile(r"((?:interactions|webhooks)/\d+/)[\w.-]+|\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")

_IDS = re.compile(r"(?<!\d)\d{17,20}(?!\d)")
"""Discord's ids (https://discord.com/developers/docs/reference#snowflakes)."""


class _Formatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        record.interaction = interaction_id.get() or "-"
        # discord.py's messages and tracebacks quote URLs, and the URL of an interaction contains its token.
        return _TOKENS.sub(lambda found: f"{found[1] or ''}…", super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as logging calls it
        """Leave out ids from what libraries say; those in the bot's own lines are its games'."""
        if not record.name.startswith("bot."):
            record.message = _IDS.sub("…", record.message)
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - as logging calls it
        """Leave out ids from a traceback, whose errors may quote any value."""
        return _IDS.sub("…", super().formatException(ei))


def configure_logging(level: str) -> None:
    """Log to standard error from this level up."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_Formatter("%(asctime)s %(levelname)s %(name)s interaction=%(interaction)s %(message)s"))
    logging.basicConfig(level=level, handlers=[handler, CountingHandler()], force=True)
    # The bot lacks voice and the guild cache on purpose.
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
    logging.getLogger("discord.state").addFilter(lambda record: "intent seems to be disabled" not in record.msg)
    # At DEBUG the libraries log whole payloads, which contain what users wrote.
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio", "simcord", "markdown_it"):
        logging.getLogger(library).setLevel(max(logging.getLevelName(level), logging.INFO))
