"""The reminder that a player has asked for, and the choice of its hour."""

from __future__ import annotations

from datetime import date

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.daily import daily_button
from bot.messages.formatting import hour_text, time_zone_text
from bot.messages.message import Button, Choice, Message, Select
from bot.model.daily.days import ONE_DAY, start_of
from bot.model.daily.deals import pick_of
from bot.model.local_hour import HOURS, UTC, LocalHour, hour_of
from bot.model.reminder import Reminder
from engine import VARIANTS

OFF = "off"
"""The choice of no reminder."""


def reminder_message(today: date, streak: int, language: Language) -> Message:
    pick = pick_of(today)
    days = language.count("{number} day in a row", "{number} days in a row", streak)
    title = language.text(VARIANTS[pick].title)
    said = language.text(
        "🔥 **{days}!** Your streak ends <t:{moment}:R> unless you play a daily. Today's pick: **{game}**.",
        days=days,
        moment=start_of(today + ONE_DAY),
        game=title,
    )
    buttons = (
        daily_button(pick, today, language, label=title, emoji="⭐"),
        Button.to(Action.DAILIES, language),
        Button.to(Action.REMIND, language, argument=OFF),
    )
    return Message(said, action_rows=(buttons,))


def refused_text(language: Language) -> str:
    return language.text(
        "I couldn't send you your reminder, so I've switched it off. Let me send you direct messages, and switch it on "
        "again in `/solitaire settings`."
    )


def reminder_select(reminder: Reminder | None, time_zone: str, now: float, language: Language) -> Select:
    """A choice of the hour in a time zone, the next one first; `now` is a Unix time."""
    text = language.text
    hour_now = hour_of(now, time_zone)
    choices = [
        Choice(
            str(hour),
            text("Reminder: {hour}", hour=hour_text(LocalHour(hour, time_zone), language)),
            language.count("in {number} hour", "in {number} hours", ahead),
            chosen=reminder is not None and reminder.hour == hour,
        )
        for ahead in range(1, HOURS + 1)
        for hour in [(hour_now + ahead) % HOURS]
    ]
    none = Choice(OFF, text("Reminder: none"), text("a message before your streak ends"), chosen=reminder is None)
    return Select.to(Action.REMIND, text("Reminder"), (none, *choices))


def reminder_text(reminder: Reminder | None, time_zone: str, now: float, language: Language) -> str:
    text = language.text
    lines = []
    if reminder is not None:
        said = text(
            "⏰ I'll send you a direct message at <t:{moment}:t>, on days when your daily streak is about to end.",
            moment=LocalHour(reminder.hour, time_zone).next_after(now),
        )
        lines.append(said)
    if time_zone == UTC:
        lines.append(
            text("Reminders are in UTC. To use your own time zone, set it with `/solitaire settings time_zone:`.")
        )
    elif reminder is None:
        zone = time_zone_text(time_zone, language)
        lines.append(text("Reminders are in your time zone, {time_zone}.", time_zone=zone))
    return "\n".join(lines)
