"""The bot's own messages, edited and deleted outside the interactions that they answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import discord
from cachetools import TTLCache

from bot.commands.request_errors import REQUEST_ERRORS

log = logging.getLogger(__name__)

WEBHOOK_SECONDS = 14 * 60.0
"""How long an interaction's webhook is used to edit its message; Discord accepts it for 15 minutes
(https://discord.com/developers/docs/interactions/receiving-and-responding#followup-messages)."""

_CACHED = 10_000


@dataclass(frozen=True)
class _Webhook:
    """The webhook of the last interaction that drew a message, which may edit it without any permission."""

    webhook: discord.Webhook
    drawn_by: int


class OwnMessages:
    """Edits messages through the webhooks of interactions, which stay in memory, because their tokens are secrets.

    When a message's webhook has expired, or belongs to another process, the message can still be edited in channels
    that the bot is a member of. Failures are only logged.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._webhooks: TTLCache[int, _Webhook] = TTLCache(
            _CACHED, WEBHOOK_SECONDS, timer=asyncio.get_running_loop().time
        )
        """By the messages that they may edit."""

    def remember(self, interaction: discord.Interaction, message_id: int) -> None:
        """Note that this interaction may edit a message, because it drew or pressed it."""
        known = self._webhooks.get(message_id)
        if known is None or known.drawn_by < interaction.id:
            self._webhooks[message_id] = _Webhook(interaction.followup, interaction.id)

    async def edit(self, channel_id: int, message_id: int, arguments: Mapping[str, Any]) -> None:
        """Edit a message, if Discord allows it."""
        known = self._webhooks.get(message_id)
        try:
            if known is not None:
                await known.webhook.edit_message(message_id, **arguments)
            else:
                await self._partial_message(channel_id, message_id).edit(**arguments)
        except REQUEST_ERRORS as error:
            # It may be deleted, private, or in a channel that the bot is not a member of.
            log.info("an earlier message stays as it is: %s", error)

    async def delete(self, channel_id: int, message_id: int) -> bool:
        """Delete a message, and drop its webhook; return whether it is gone."""
        known = self._webhooks.get(message_id)
        try:
            if known is not None:
                await known.webhook.delete_message(message_id)
            else:
                await self._partial_message(channel_id, message_id).delete()
        except discord.NotFound:
            pass  # already deleted, or private and so out of reach
        except REQUEST_ERRORS as error:
            log.info("an earlier message was not deleted: %s", error)
            return False
        self.forget(message_id)
        return True

    def forget(self, message_id: int) -> None:
        """Drop the webhook of a message that will not be edited again."""
        self._webhooks.pop(message_id, None)

    def _partial_message(self, channel_id: int, message_id: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
