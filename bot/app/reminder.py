"""Send the reminders that players have asked for, each once, from whichever process is first."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.commands.rendering import send_arguments
from bot.commands.request_errors import REQUEST_ERRORS, is_about_recipient
from bot.language import find_language
from bot.messages.reminder import reminder_message
from bot.model.player import Player
from bot.services import Services, Turn
from bot.services.reminders import Due

log = logging.getLogger(__name__)

_CONCURRENCY = 4
"""How many reminders to send at once: Discord limits how fast a bot may open direct messages."""


class ReminderJob:
    def __init__(self, client: discord.Client, services: Services) -> None:
        self._client = client
        self._services = services

    async def remind(self) -> None:
        """Send the reminders that are due."""
        slots = asyncio.Semaphore(_CONCURRENCY)

        async def remind(user_id: int) -> None:
            async with slots:
                # Recorded before it is sent: after a crash in between, the player gets none rather than two.
                turn = self._services.turns.background(Player(user_id))
                due = await self._services.reminders.take(turn)
                if due is not None:
                    await self._send(turn, due)

        users = await self._services.reminders.due(self._services.turns.background())
        await asyncio.gather(*map(remind, users))

    async def _send(self, turn: Turn, due: Due) -> None:
        message = reminder_message(self._services.dailies.today(), due.streak, find_language(due.language))
        reminders = self._services.reminders
        is_sending = False
        try:
            channel = await self._client.create_dm(discord.Object(due.user_id))
            is_sending = True
            await channel.send(**send_arguments(message))
        except REQUEST_ERRORS as error:
            if is_about_recipient(error):
                await reminders.refuse(turn)
                return
            log.warning("a reminder was not sent: %s", error)
            if not is_sending or isinstance(error, discord.Forbidden):  # any other failed request may have sent it
                await reminders.take_back(turn, due)
        else:
            await reminders.sent(turn)
