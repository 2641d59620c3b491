"""Messages that their authors have seen, and may post."""

from __future__ import annotations

import asyncio

from cachetools import TTLCache

from bot.messages.message import Message

_CACHED = 256  # of some 40 kB each
_SECONDS = 10 * 60.0


class Drafts:
    """What private messages offer to post, by their ids. Of a forgotten one, the author is shown a new draft."""

    def __init__(self) -> None:
        self._drafts: TTLCache[int, Message | None] = TTLCache(_CACHED, _SECONDS, timer=asyncio.get_running_loop().time)
        """None for what was posted: two quick presses post once."""

    def keep(self, message_id: int, page: Message) -> None:
        """Remember what this private message offers to post."""
        self._drafts[message_id] = page

    def take(self, message_id: int) -> Message | None:
        """Return what to post, once, and None from then on. Raises KeyError for what is forgotten."""
        page = self._drafts[message_id]
        self._drafts[message_id] = None
        return page
