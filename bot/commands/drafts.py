"""Messages that their authors have seen, and may post."""

from __future__ import annotations

import asyncio
from typing import Generic, TypeVar

from cachetools import TTLCache

T = TypeVar("T")

_CACHED = 256  # of some 40 kB each
_SECONDS = 10 * 60.0


class Drafts(Generic[T]):
    """What private messages offer to post, by their ids. Of what is forgotten, the author is shown a new draft."""

    def __init__(self) -> None:
        self._drafts: TTLCache[int, T | None] = TTLCache(_CACHED, _SECONDS, timer=asyncio.get_running_loop().time)
        """None for what was posted: two quick presses post once."""

    def keep(self, message_id: int, draft: T) -> None:
        """Remember what this private message offers to post."""
        self._drafts[message_id] = draft

    def take(self, message_id: int) -> T | None:
        """Return what to post, once, and None from then on. Raises KeyError for what is forgotten."""
        draft = self._drafts[message_id]
        self._drafts[message_id] = None
        return draft
