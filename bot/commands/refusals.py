"""Delete each refusal once its reader goes on, so that refusals don't pile up."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable

import discord
from cachetools import TTLCache

from bot.commands.own_messages import WEBHOOK_SECONDS, OwnMessages

_CACHED = 10_000


class Refusals:
    """Each user's refusals: private messages, which only the webhooks of the interactions they answered can delete."""

    def __init__(self, messages: OwnMessages) -> None:
        self._messages = messages
        self._shown: TTLCache[int, set[int]] = TTLCache(_CACHED, WEBHOOK_SECONDS, timer=asyncio.get_running_loop().time)
        """Messages by user."""

    async def remember(self, interaction: discord.Interaction, message_id: int) -> None:
        """Note that this message refused the interaction's request, and delete earlier ones."""
        outdated = self._take_outdated(interaction)
        self._messages.remember(interaction, message_id)
        self._shown.setdefault(interaction.user.id, set()).add(message_id)
        await self._delete(interaction, outdated)

    async def clear(self, interaction: discord.Interaction, *, shown: int | None = None) -> None:
        """Delete the user's refusals sent before this interaction.

        The message being `shown` stays: it may be a refusal that a press has changed.
        """
        await self._delete(interaction, self._take_outdated(interaction) - {shown})

    def _take_outdated(self, interaction: discord.Interaction) -> set[int]:
        """Remove and return the user's refusals sent before this interaction."""
        refusals = self._shown.pop(interaction.user.id, set())
        newer = {message_id for message_id in refusals if message_id > interaction.id}  # ids grow with time
        if newer:
            self._shown[interaction.user.id] = newer
        return refusals - newer

    async def _delete(self, interaction: discord.Interaction, message_ids: Iterable[int]) -> None:
        assert interaction.channel_id is not None, "the bot answers in channels"
        for message_id in message_ids:
            await self._messages.delete(interaction.channel_id, message_id)
