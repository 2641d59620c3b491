"""Messages that their authors have seen, and may post."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

from cachetools import TTLCache

T = TypeVar("T")

_CACHED = 256  # of some 40 kB each
_SECONDS = 10 * 60.0


class Drafts(Generic[T]):
    """What private messages offer to post, by message id. The author of a forgotten draft is shown a new one."""

    def __init__(self) -> None:
        self._drafts: TTLCache[int, T | None] = TTLCache(_CACHED, _SECONDS, timer=asyncio.get_running_loop().time)
        """None after a draft was posted, so that two quick presses post it once."""

    def keep(self, message_id: int, draft: T) -> None:
        """Remember what this private message offers to post."""
        self._drafts[message_id] = draft

    def take(self, message_id: int) -> T | None:
        """Return a draft once, and None from then on. Raises KeyError for a forgotten one."""
        draft = self._drafts[message_id]
        self._drafts[message_id] = None
        return draft
