"""Telling Discord something without reading what it says to that.

It sends each message back, and discord.py makes objects of all that is on it; of a new one only the id is needed. These
are the only places that know what is below discord.py's own methods.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import AsyncWebhookAdapter, async_context


class _Unread:
    """What discord.py sends answers by, which keeps the messages to itself that come back."""

    def __init__(self, adapter: AsyncWebhookAdapter) -> None:
        self._adapter = adapter

    async def create_interaction_response(self, *args: Any, **options: Any) -> dict[str, Any]:
        """Called by discord.py to answer an interaction."""
        said = await self._adapter.create_interaction_response(*args, **options)
        return {name: part for name, part in said.items() if name != "resource"}


@contextmanager
def unread() -> Iterator[None]:
    """An interaction is answered inside, by a method of its `response`; what that returns has the ids and no more."""
    adapter = async_context.get()
    changed = async_context.set(cast("AsyncWebhookAdapter", _Unread(adapter)))
    try:
        yield
    finally:
        async_context.reset(changed)


async def edit_unread(webhook: discord.Webhook, message_id: int, parts: dict[str, Any]) -> None:
    """Change a message as `Webhook.edit_message` does, which raises the same."""
    assert webhook.token is not None, "an interaction's webhook has a token"
    with handle_message_parameters(previous_allowed_mentions=discord.AllowedMentions.none(), **parts) as made:
        await async_context.get().edit_webhook_message(
            webhook.id,
            webhook.token,
            message_id,
            session=webhook.session,
            proxy=webhook.proxy,
            proxy_auth=webhook.proxy_auth,
            payload=made.payload,
            multipart=made.multipart,
            files=made.files,
            with_components=bool(parts.get("view")),
        )
