"""The option that names a time zone."""

from __future__ import annotations

from discord import app_commands

from bot.commands.completion import completes
from bot.commands.context import Context
from bot.messages.local_hour import time_zone_text
from bot.messages.message import MOST_CHOICES
from bot.model.local_hour import clock_of, matching_time_zones


@completes
async def complete_time_zone(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    """Offer the time zones that match, with what clocks show there now."""
    now = context.services.clock()
    return [
        app_commands.Choice(name=f"{time_zone_text(name, context.language)} · {clock_of(now, name)}", value=name)
        for name in matching_time_zones(typed)[:MOST_CHOICES]
    ]
