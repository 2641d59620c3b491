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
    """Each user's refusals, private messages that only the webhooks of the interactions they answered can delete."""

    def __init__(self) -> None:
        self._shown: TTLCache[int, dict[int, discord.Webhook]] = TTLCache(
            _CACHED, WEBHOOK_SECONDS, timer=asyncio.get_running_loop().time
        )
        """The webhooks by user and message."""

    async def remember(self, interaction: discord.Interaction, message_id: int) -> None:
        """Remember that this message refused what the interaction asked for, and delete the ones before."""
        await self.clear(interaction, shown=message_id)
        user_id = interaction.user.id
        self._shown[user_id] = {**self._shown.get(user_id, {}), message_id: interaction.followup}

    async def clear(self, interaction: discord.Interaction, *, shown: int | None = None) -> None:
        """Delete the user's refusals that were sent before this interaction; a failure is only logged.

        The message that is `shown` now stays: it may be a refusal, changed by a press on it.
        """
        refusals = self._shown.get(interaction.user.id, {})
        for message_id in [each for each in refusals if each < interaction.id]:  # ids grow with time
            webhook = refusals.pop(message_id)
            if message_id == shown:
                continue
            try:
                await webhook.delete_message(message_id)
            except (discord.HTTPException, ClientError, OSError) as error:
                log.info("a refusal was not deleted: %s", error)
