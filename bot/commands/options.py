"""Options that commands share: the game of a daily, a day, or a time zone."""

from __future__ import annotations

from datetime import date
from itertools import islice

from discord import app_commands

from bot.commands.completion import completes
from bot.commands.context import Context
from bot.messages.custom_id import parse_date
from bot.messages.formatting import time_zone_text
from bot.messages.message import MOST_CHOICES
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES
from bot.model.local_hour import clock_of, matching_time_zones
from engine import VARIANTS, PatienceError
from engine.cards import normalize

DAILY_CHOICES = [app_commands.Choice(name=VARIANTS[name].title, value=name) for name in GAMES]
"""The games of the dailies."""


@completes
async def complete_day(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    dailies = context.services.dailies
    today = dailies.today()
    first = await dailies.first_day(context.turn)
    days = (today - ONE_DAY * age for age in range((today - first).days + 1))
    fitting = (day.isoformat() for day in days if day.isoformat().startswith(normalize(typed)))
    return [app_commands.Choice(name=day, value=day) for day in islice(fitting, MOST_CHOICES)]


@completes
async def complete_time_zone(context: Context, typed: str) -> list[app_commands.Choice[str]]:
    now = context.services.clock()
    return [
        app_commands.Choice(name=f"{time_zone_text(name, context.language)} · {clock_of(now, name)}", value=name)
        for name in matching_time_zones(typed)[:MOST_CHOICES]
    ]


def parse_day(context: Context, text: str | None) -> date:
    """Parse a date such as 2026-11-21, by default today. Raises PatienceError if it is invalid."""
    today = context.services.dailies.today()
    if text is None:
        return today
    try:
        return date.fromisoformat(normalize(text))
    except ValueError:
        raise PatienceError(
            "“{text}” isn't a date. Try {today}, or pick one from the list.", text=text[:40], today=today.isoformat()
        ) from None


def parse_daily(argument: str) -> tuple[str, date]:
    """The game and day of a daily. Raises ValueError for other text."""
    variant, _, day = argument.partition(",")
    if variant not in GAMES:
        raise ValueError(f"{variant!r} is no game of a daily")
    return variant, parse_date(day)
