"""The errors that a request to Discord may raise."""

from __future__ import annotations

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
    """Whether Discord refuses because of this channel or person, and not, for example, because of an outage."""
    return isinstance(error, discord.HTTPException) and error.code in _ABOUT_RECIPIENT


def is_lost_answer(error: discord.HTTPException) -> bool:
    """Whether the message to change is gone, or the interaction can no longer be answered: it takes a new message."""
    return error.code in _LOST_ANSWER
