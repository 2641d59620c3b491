"""The reminder that a player has asked for, and the choice of its hour."""

from __future__ import annotations

from datetime import date

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.daily import daily_button
from bot.messages.message import Button, Choice, Message, Select
from bot.model.daily.days import ONE_DAY, start_of
from bot.model.daily.deals import featured_game
from bot.model.reminder import HOURS, Reminder
from engine import VARIANTS

OFF = "off"
"""The choice of no reminder."""

_HOUR = 60 * 60


def reminder_message(today: date, streak: int, language: Language) -> Message:
    """Remind a player of today's dailies; `streak` is how many days in a row they have played."""
    featured = featured_game(today)
    days = language.count("{number} day in a row", "{number} days in a row", streak)
    title = language.text(VARIANTS[featured].title)
    said = language.text(
        "🔥 **{days}!** Your streak ends <t:{moment}:R> unless you play a daily. Today's pick: **{game}**.",
        days=days,
        moment=start_of(today + ONE_DAY),
        game=title,
    )
    buttons = (
        daily_button(featured, today, language, label=title, emoji="⭐"),
        Button.to(Action.DAILIES, language),
        Button.to(Action.REMIND, language, argument=OFF),
    )
    return Message(said, rows=(buttons,))


def refused_text(language: Language) -> str:
    """Why a reminder was switched off."""
    return language.text(
        "I couldn't send you your reminder, so I've switched it off. Let me send you direct messages, and switch it on "
        "again in `/solitaire settings`."
    )


def reminder_select(reminder: Reminder | None, now: float, language: Language) -> Select:
    """A choice of the hour, the next one first; now is a Unix time. Discord shows no local times in selects."""
    text = language.text
    hour_now = int(now // _HOUR) % HOURS
    choices = [
        Choice(
            str(hour),
            text("Reminder: {hour}:00 UTC", hour=f"{hour:02}"),
            language.count("in {number} hour", "in {number} hours", ahead),
            chosen=reminder is not None and reminder.hour == hour,
        )
        for ahead in range(1, HOURS + 1)
        for hour in [(hour_now + ahead) % HOURS]
    ]
    none = Choice(OFF, text("Reminder: none"), text("a message before your streak ends"), chosen=reminder is None)
    return Select.to(Action.REMIND, text("Reminder"), (none, *choices))


def reminder_text(reminder: Reminder | None, now: float, language: Language) -> str:
    """When the reminder comes, in the reader's own time zone; nothing without one."""
    if reminder is None:
        return ""
    hour_now = int(now // _HOUR)
    moment = (hour_now + (reminder.hour - hour_now) % HOURS) * _HOUR
    return language.text(
        "⏰ I'll send you a direct message at <t:{moment}:t>, on days when your daily streak is about to end.",
        moment=moment,
    )
