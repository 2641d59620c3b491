"""Deletes each refusal once its reader goes on, so that refusals don't pile up."""

from __future__ import annotations

import asyncio
import logging

import discord
from aiohttp import ClientError
from cachetools import TTLCache

from bot.commands.own_messages import WEBHOOK_SECONDS

log = logging.getLogger(__name__)

_CACHED = 10_000


class Refusals:
    """Each user's latest refusal, a private message.

    Only the webhook of the interaction that it answered can delete it, so that interaction is briefly kept in memory.
    """

    def __init__(self) -> None:
        self._latest: TTLCache[int, tuple[discord.Interaction, int]] = TTLCache(
            _CACHED, WEBHOOK_SECONDS, timer=asyncio.get_running_loop().time
        )
        """The interactions, and the messages that refused them, by user."""

    async def remember(self, interaction: discord.Interaction, message_id: int) -> None:
        """Remember that this message refused what the interaction asked for, and delete the one before."""
        await self.clear(interaction, shown=message_id)
        self._latest[interaction.user.id] = interaction, message_id

    async def clear(self, interaction: discord.Interaction, *, shown: int) -> None:
        """Delete the user's last refusal if it was sent before this interaction; a failure is only logged.

        The message that is `shown` now stays: it may be the refusal itself, changed by a press on it.
        """
        refused, message_id = self._latest.get(interaction.user.id, (interaction, interaction.id))
        if message_id >= interaction.id:  # ids grow with time
            return
        del self._latest[interaction.user.id]
        if message_id == shown:
            return
        try:
            await refused.followup.delete_message(message_id)
        except (discord.HTTPException, ClientError, OSError) as error:
            log.info("a refusal was not deleted: %s", error)
