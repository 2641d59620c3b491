"""Logging: each line names its process and interaction, and neither a token nor anyone's id."""

from __future__ import annotations

import json
import logging
import re
import sys
from contextvars import ContextVar
from datetime import UTC, datetime
from typing import Any, Literal

interaction_id: ContextVar[int | None] = ContextVar("interaction_id", default=None)
"""The interaction that the running task handles."""

_TOKENS = re.compile(r"((?:interactions|webhooks)/\d+/)[\w.-]+|\b[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}")

_IDS = re.compile(r"(?<!\d)\d{17,20}(?!\d)")
"""Discord's ids (https://discord.com/developers/docs/reference#snowflakes)."""


class _Formatter(logging.Formatter):
    def __init__(self, text: str, process: str) -> None:
        super().__init__(text)
        self._process = process

    def format(self, record: logging.LogRecord) -> str:
        record.place = self._process
        record.interaction = interaction_id.get() or "-"
        # discord.py's messages and tracebacks quote URLs, and the URL of an interaction contains its token.
        return _TOKENS.sub(lambda found: f"{found[1] or ''}…", super().format(record))

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - as logging calls it
        """Remove ids from what libraries log; those in the bot's own lines are ids of games."""
        if not record.name.startswith("bot."):
            record.message = _IDS.sub("…", record.message)
        return super().formatMessage(record)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: ARG002, N802 - logging's
        """Write the local time with its offset from UTC."""
        return datetime.fromtimestamp(record.created).astimezone().isoformat(sep=" ", timespec="milliseconds")

    def formatException(self, ei: Any) -> str:  # noqa: N802 - as logging calls it
        """Remove ids from a traceback, since errors may quote any value."""
        return _IDS.sub("…", super().formatException(ei))


class _JsonFormatter(_Formatter):
    """Writes each record as one line of JSON, with its time in UTC."""

    def format(self, record: logging.LogRecord) -> str:
        text = super().format(record)
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = {"time": moment, "level": record.levelname, "logger": record.name, "message": text}
        fields["process"] = self._process
        interaction = interaction_id.get()
        return json.dumps(fields if interaction is None else {**fields, "interaction": str(interaction)})


_TEXT = "%(asctime)s %(levelname)s %(name)s process=%(place)s interaction=%(interaction)s %(message)s"


def configure_logging(level: str, form: Literal["text", "json"] = "text", *, process: str = "-") -> None:
    """Log to standard error in this form, from this level up, with the name of the process in each line."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_JsonFormatter("%(message)s", process) if form == "json" else _Formatter(_TEXT, process))
    logging.basicConfig(level=level, handlers=[handler], force=True)
    # The bot lacks voice and the guild cache on purpose.
    logging.getLogger("discord.client").addFilter(lambda record: "voice will NOT be supported" not in record.msg)
    logging.getLogger("discord.state").addFilter(lambda record: "intent seems to be disabled" not in record.msg)
    # At DEBUG the libraries log whole payloads, which contain what users wrote.
    for library in ("discord", "aiohttp", "aiosqlite", "asyncio", "simcord", "markdown_it"):
        logging.getLogger(library).setLevel(max(logging.getLevelName(level), logging.INFO))
