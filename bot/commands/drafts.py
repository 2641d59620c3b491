"""Messages that their authors have seen, and may post."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from cachetools import TTLCache

from bot.messages.actions import Action
from bot.messages.message import Message

_CACHED = 256  # of some 40 kB each
_SECONDS = 10 * 60.0


class Draft(NamedTuple):
    """A message for its author alone, with a button that posts it."""

    message: Message
    action: Action
    """What that button does. The limits on presses charge by action, so no other action may post the draft."""
    publish: Callable[..., Awaitable[None]]
    """Posts it, given the `Context` of the press."""


class Drafts:
    """The drafts in private messages, by message id. It forgets old ones; `post_draft` then makes a new one."""

    def __init__(self) -> None:
        self._drafts: TTLCache[int, Draft | None] = TTLCache(_CACHED, _SECONDS, timer=asyncio.get_running_loop().time)
        """None after a draft was posted, so that two quick presses post it once."""

    def keep(self, message_id: int, draft: Draft) -> None:
        """Remember what this private message offers to post."""
        self._drafts[message_id] = draft

    def take(self, message_id: int, action: Action) -> Draft | None:
        """Return a draft the first time, and None after that. Raises KeyError for a forgotten one or another action."""
        draft = self._drafts[message_id]
        if draft is not None and draft.action is not action:
            raise KeyError(message_id)
        self._drafts[message_id] = None
        return draft
