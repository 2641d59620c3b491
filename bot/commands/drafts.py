"""Drafts: messages that their authors have seen and may post."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NamedTuple

from cachetools import TTLCache

from bot.messages.actions import Action
from bot.messages.message import Message

_CACHED = 256  # of some 40 kB each
_SECONDS = 10 * 60.0


class Post(NamedTuple):
    action: Action
    """The action of its button. Presses are charged by action, so no other action may post the draft."""
    publish: Callable[..., Awaitable[None]]
    """Posts the draft, given the `Context` of the press."""


class Draft(NamedTuple):
    """A message for its author alone, with a button that posts it."""

    message: Message
    post: Post


class Drafts:
    """Remembers how to post recent drafts, by the id of their message; `post_draft` recreates a forgotten one."""

    def __init__(self) -> None:
        self._posts: TTLCache[int, Post | None] = TTLCache(_CACHED, _SECONDS, timer=asyncio.get_running_loop().time)
        """None once a draft has been posted, so that two quick presses post it once."""

    def keep(self, message_id: int, post: Post) -> None:
        """Remember how to post the content of this private message."""
        self._posts[message_id] = post

    def take(self, message_id: int, action: Action) -> Post | None:
        """Return how to post a draft the first time, and None after that.

        Raises KeyError if the draft is forgotten, or if another action posts it.
        """
        post = self._posts[message_id]
        if post is not None and post.action is not action:
            raise KeyError(message_id)
        self._posts[message_id] = None
        return post
