"""Answer the completion of options."""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands

from bot.commands.context import Context


def completes(
    offer: Callable[[Context, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]],
) -> Callable[[discord.Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]:
    """Answer an autocompletion with the function's choices for the Context and the typed text, or none if it fails."""

    @functools.wraps(offer)
    async def wrapper(interaction: discord.Interaction, typed: str, /) -> list[app_commands.Choice[str]]:
        context = Context.of(interaction)
        try:
            choices = await offer(context, typed)
            await interaction.response.autocomplete(choices)
            context.turn.answered()
        except Exception as error:  # noqa: BLE001 - logged
            await context.report_failure(error)
        if not interaction.response.is_done():
            raise asyncio.CancelledError  # otherwise discord.py would answer again in vain, and log who typed
        return []

    return wrapper
