"""How the dailies are drawn."""

from __future__ import annotations

from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.options import complete_day, parse_day
from bot.messages.fairness_page import fairness_page
from bot.model.daily.deals import GAMES


@app_commands.command(description="Check that the daily deals are fair")
@app_commands.describe(date="Date, e.g. 2026-11-21 (default: today)")
@handles_errors
async def fair(context: Context, date: str | None = None) -> None:
    """Show the anchor of the chain, and a day's key and deals as far as they are public."""
    day = parse_day(context, date)
    dailies = context.services.dailies
    stored = await dailies.reveal_due(context.turn, day, context.interaction.created_at.timestamp())
    page = fairness_page(
        day,
        [stored[name].daily for name in GAMES if name in stored],
        await dailies.chains(context.turn),
        context.language,
        is_revealed=any(each.is_revealed for each in stored.values()),
        is_running=day == dailies.today(),
    )
    await context.whisper(page)


fair.autocomplete("date")(complete_day)
