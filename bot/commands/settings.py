"""A user's settings and reminder."""

from __future__ import annotations

import logging

from discord import app_commands

from bot.commands.boards import redraw_live_board, show_board
from bot.commands.context import Context, handles_errors
from bot.commands.options import complete_time_zone
from bot.commands.press import parse_component, presses
from bot.commands.request_errors import REQUEST_ERRORS
from bot.messages.actions import Action
from bot.messages.layout import Layout
from bot.messages.message import Message
from bot.messages.reminder import OFF, refused_text
from bot.messages.settings_page import settings_page
from bot.model.local_hour import HOURS, find_time_zone
from bot.model.preferences import Preferences
from bot.model.reminder import Reminder
from bot.services import StoreError, with_stored
from engine import PatienceError

log = logging.getLogger(__name__)

_SEEN_ON_BOARDS = frozenset({"view", "language", "four_colour"})


@app_commands.command(description="Board style, language, reminder and privacy")
@app_commands.describe(time_zone="Your time zone, for your reminder, e.g. Europe/Berlin (default: as before)")
@handles_errors
async def settings(context: Context, time_zone: str | None = None) -> None:
    """Show the user's settings; with a time zone, change that first."""
    if time_zone is not None:
        context.apply_preferences(await context.services.reminders.move_to(context.turn, find_time_zone(time_zone)))
    await show_settings(context)


settings.autocomplete("time_zone")(complete_time_zone)


@presses(Action.SETTINGS)
async def show_settings(context: Context) -> None:
    await context.whisper(await _settings_page(context))


@presses(Action.SET)
async def press_set(context: Context) -> None:
    """Change a setting, show all settings, and redraw the live board if that changes its look."""
    name, text = parse_component(parse_setting, context.argument, context.chosen)
    context.apply_preferences(await context.services.preferences.change(context.turn, name, text))
    await context.edit(await _settings_page(context))
    if name not in _SEEN_ON_BOARDS:
        return
    try:
        current = await context.services.games.find(context.turn)
        if current is not None:
            await redraw_live_board(context, current)
    except (StoreError, PatienceError) as error:
        # The setting itself, which the user asked for, has been changed and shown.
        log.warning("the board is not redrawn: %s", error)


@presses(Action.VIEW)
async def press_view(context: Context) -> None:
    """Draw boards in another view, beginning with this one."""
    name, view = parse_component(parse_setting, f"view={context.argument}")
    current = await context.services.games.current(context.turn, board=context.board)
    context.apply_preferences(await context.services.preferences.change(context.turn, name, view))
    await show_board(context, current)


def parse_setting(argument: str, chosen: str = "") -> tuple[str, str]:
    """The name and text of the preference that a button, or the chosen value of a select, sets. Raises ValueError."""
    name, _, value = argument.partition("=")
    text = value or chosen
    with_stored(Preferences(), name, text)
    return name, text


@presses(Action.REMIND)
async def press_remind(context: Context) -> None:
    hour = parse_component(parse_hour, context.argument or context.chosen)
    reminder = None if hour is None else Reminder(hour, context.language.code)
    await context.services.reminders.change(context.turn, reminder)
    await context.edit(await _settings_page(context))


def parse_hour(text: str) -> int | None:
    """The chosen hour from 0 to 23; None switches the reminder off. Raises ValueError for any other text.

    >>> parse_hour("18"), parse_hour("off")
    (18, None)
    """
    return None if text == OFF else list(map(str, range(HOURS))).index(text)


async def report_refusal(context: Context) -> None:
    """Inform a user once that their reminder could not be sent and is off; a failure is only logged."""
    reminders = context.services.reminders
    try:
        if await reminders.is_refused(context.turn):
            await context.whisper(Message(refused_text(context.language)))
            await reminders.forget_refusal(context.turn)
    except (StoreError, *REQUEST_ERRORS) as error:
        log.warning("could not say that a reminder is off: %s", error)


async def _settings_page(context: Context) -> Layout:
    reminder = await context.services.reminders.of(context.turn)
    return settings_page(context.preferences, reminder, context.language, now=context.services.clock())
