"""How the dailies were drawn."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812 - `date` is an option of commands here

from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.options import DAILY_CHOICES, complete_day, parse_day
from bot.commands.press import parse_component, presses
from bot.messages.actions import Action
from bot.messages.custom_id import parse_date
from bot.messages.fairness_page import fairness_page
from bot.messages.message import Message
from bot.model.daily.deals import GAMES


@app_commands.command(description="Check that the daily deals are fair")
@app_commands.describe(date="Date, e.g. 2026-11-21 (default: today)", game="Game (default: all)")
@app_commands.choices(game=DAILY_CHOICES)
@handles_errors
async def fair(context: Context, date: str | None = None, game: str | None = None) -> None:
    """Show the anchor of the chain, and a day's key and deals as far as they are public."""
    await context.whisper(await _fairness_page(context, parse_day(context, date), game or ""))


@presses(Action.FAIR)
async def press_fair(context: Context) -> None:
    """Turn to another page about the day."""
    day, game = parse_component(_parse_fair, context.argument)
    await context.edit(await _fairness_page(context, day, game))


async def _fairness_page(context: Context, day: Date, game: str) -> Message:
    stored = await context.services.dailies.reveal_due(context.turn, day, context.interaction.created_at.timestamp())
    return fairness_page(
        day,
        [stored[name].daily for name in GAMES if name in stored],
        await context.services.dailies.chains(context.turn),
        context.language,
        is_revealed=any(each.is_revealed for each in stored.values()),
        is_running=day == context.services.dailies.today(),
        game=game,
    )


fair.autocomplete("date")(complete_day)


def _parse_fair(argument: str) -> tuple[Date, str]:
    """Parse the day and the page of a button about fairness. Raises ValueError for anything else."""
    day, game = argument.split(",")
    if game not in ("", *GAMES):
        raise ValueError(f"{argument!r} is no page about fairness")
    return parse_date(day), game
