"""Deletes each refusal once its reader goes on, so that refusals don't pile up."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

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
        outdated = self._take_outdated(interaction)
        self._shown.setdefault(interaction.user.id, {})[message_id] = interaction.followup
        await _delete(outdated)

    async def clear(self, interaction: discord.Interaction, *, shown: int | None = None) -> None:
        """Delete the user's refusals that were sent before this interaction.

        The message that is `shown` now stays: it may be a refusal, changed by a press on it.
        """
        outdated = self._take_outdated(interaction)
        await _delete({each: webhook for each, webhook in outdated.items() if each != shown})

    def _take_outdated(self, interaction: discord.Interaction) -> dict[int, discord.Webhook]:
        """Remove the user's refusals that were sent before this interaction, and return them."""
        refusals = self._shown.pop(interaction.user.id, {})
        newer = {each: webhook for each, webhook in refusals.items() if each > interaction.id}  # ids grow with time
        if newer:
            self._shown[interaction.user.id] = newer
        return {each: webhook for each, webhook in refusals.items() if each not in newer}


async def _delete(refusals: Mapping[int, discord.Webhook]) -> None:
    """Delete messages; failures are only logged."""
    for message_id, webhook in refusals.items():
        try:
            await webhook.delete_message(message_id)
        except (discord.HTTPException, ClientError, OSError) as error:
            log.info("a refusal was not deleted: %s", error)
