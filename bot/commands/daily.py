"""The dailies: a user's results in them, and playing them."""

from __future__ import annotations

from datetime import date as Date  # noqa: N812 - `date` is an option of commands here

from discord import app_commands

from bot.commands.context import Context, handles_errors
from bot.commands.options import DAILY_CHOICES, complete_day, parse_daily, parse_day
from bot.commands.press import parse_component, presses
from bot.commands.sharing import counted_summary
from bot.commands.shelf import show_resumed
from bot.commands.start import start_game
from bot.messages.actions import Action
from bot.messages.calendar_page import TODAY, calendar_page
from bot.messages.custom_id import parse_date
from bot.messages.dailies_page import dailies_page
from bot.messages.daily import result_page
from bot.messages.fairness_page import key_text
from bot.messages.layout import Page
from bot.model.daily.contest import daily_id
from bot.model.game import NewGame, UserGame
from engine import Status


@app_commands.command(description="Today's dailies: the same deals for everyone, ranked")
@app_commands.describe(
    game="Game (default: see them all)", date="An earlier day, unranked, e.g. 2026-11-21 (default: today)"
)
@app_commands.choices(game=DAILY_CHOICES)
@handles_errors
async def daily(context: Context, game: str | None = None, date: str | None = None) -> None:
    day = parse_day(context, date)
    if game is None:
        await context.whisper(await _page(context, day))
    else:
        await _play(context, game, day)


@presses(Action.DAILY)
async def press_daily(context: Context) -> None:
    """Play today's daily, or continue an attempt at an earlier one; if that is over, show today's dailies."""
    variant, day = parse_component(parse_daily, context.argument)
    today = context.services.dailies.today()
    if day != today:
        attempt = await context.services.games.attempt(context.turn, daily_id(day, variant))
        if attempt is None or attempt.game.status is not Status.PLAYING:
            await context.whisper(await _page(context, today, note=context.language.text("That daily is over.")))
            return
    await _play(context, variant, day)


@presses(Action.DAILIES)
async def press_dailies(context: Context) -> None:
    """Turn the calendar to another day, or open today's dailies privately from another message."""
    day = parse_component(_parse_page, context.argument, context.chosen)
    page = await _page(context, day or context.services.dailies.today())
    await (context.edit(page) if context.argument else context.whisper(page))


async def _page(context: Context, day: Date, *, note: str = "") -> Page:
    """The page of today's dailies, with a note, or the calendar opened at an earlier day."""
    dailies = context.services.dailies
    calendar = await dailies.calendar(context.turn, day)
    if calendar.is_today:
        chain = await dailies.chain(context.turn, day)
        assert chain is not None, "the day has dailies"
        key = key_text(chain, await dailies.last_revealed(context.turn), context.language)
        return dailies_page(calendar, context.language, key=key, note=note)
    return calendar_page(calendar, context.language)


async def _play(context: Context, variant: str, day: Date) -> None:
    """Begin or continue today's ranked attempt at a game, or show its result; play another day's unranked."""
    contest = daily_id(day, variant)
    attempt = await context.services.games.attempt(context.turn, contest)
    is_today = day == context.services.dailies.today()
    if attempt is not None and attempt.game.status is Status.PLAYING:
        await show_resumed(context, attempt.id)
    elif attempt is not None and is_today:
        await _show_result(context, attempt)
    else:
        await start_game(context, NewGame(variant, contest=contest, is_ranked=is_today))


async def _show_result(context: Context, attempt: UserGame) -> None:
    summary = await counted_summary(context, attempt)
    await context.whisper(result_page(attempt, summary, context.style))


daily.autocomplete("date")(complete_day)


def _parse_page(argument: str, chosen: str) -> Date | None:
    """The day that a component of the calendar opens; None for today. Raises ValueError for other text."""
    opened = chosen or argument
    return None if opened in ("", TODAY) else parse_date(opened)
