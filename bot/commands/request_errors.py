"""Errors of requests to Discord."""

from __future__ import annotations

from contextlib import AbstractContextManager

import discord
from aiohttp import ClientError

REQUEST_ERRORS = (discord.HTTPException, discord.RateLimited, ClientError, OSError)
"""Raised if Discord refuses a request, or cannot be reached."""

_ABOUT_RECIPIENT = frozenset({10003, 10013, 50001, 50007, 50013})
"""Unknown channel, unknown user, missing access, cannot message this user, missing permissions
(https://discord.com/developers/docs/topics/opcodes-and-status-codes#json-json-error-codes)."""

_LOST_ANSWER = frozenset({10008, 10015, 50027})
"""Unknown message, unknown webhook, invalid webhook token: a message was dismissed, or the interaction has ended."""


def is_about_recipient(error: BaseException) -> bool:
    """Whether Discord refuses because of this channel or person, not because of an outage, for example."""
    return isinstance(error, discord.HTTPException) and error.code in _ABOUT_RECIPIENT


class LostAnswerIgnored(AbstractContextManager[None, bool]):
    """Ignores errors because a message is gone or an interaction has ended; the caller then sends a new message."""

    def __exit__(self, _: object, error: BaseException | None, traceback: object) -> bool:
        return isinstance(error, discord.HTTPException) and error.code in _LOST_ANSWER
