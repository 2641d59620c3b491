"""The calendar of dailies: an earlier day, and the month around it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from functools import partial

from bot.language import Language
from bot.messages.actions import Action
from bot.messages.custom_id import write_new
from bot.messages.daily import daily_button, facts_text, place_text, result_text
from bot.messages.message import GOLD, ActionRow, Button, Choice, Message, Select, button_rows
from bot.model.calendar import Calendar, Mark
from bot.model.daily.contest import DailyFacts, daily_id
from bot.model.daily.days import ONE_DAY, days_of_month, month_of
from bot.model.game import NewGame
from engine import VARIANTS

TODAY = "today"
"""The argument of the button that puts the page of today's dailies in this one's place."""

MARKS = {Mark.WON: "🏆", Mark.WON_LATER: "🔹", Mark.PLAYED: "🏁", Mark.UNDER_WAY: "▶️"}
"""Emoji for a player's progress in a daily."""

_OPEN = "🃏"

_HALF = 16
"""The days in the first of a month's two selects: a month has too many for one."""


def calendar_page(calendar: Calendar, language: Language) -> Message:
    games = (_line(calendar, game, language) for game in calendar.games)
    about = (
        language.text("This day is over. You can still play its deals, unranked.")
        if calendar.games
        else language.text("There were no dailies on that day.")
    )
    return Message.page(
        language.text("Dailies for {date}", date=language.day(calendar.day)),
        "\n".join((about, "", *games)),
        colour=GOLD,
        action_rows=(*button_rows(_games(calendar, language)), *day_rows(calendar, language)),
    )


def _line(calendar: Calendar, game: str, language: Language) -> str:
    variant = VARIANTS[game]
    mark = calendar.marks.get(calendar.day, {}).get(game)
    attempt = calendar.attempts.get(game)
    name = f"{_emoji(calendar, game)} **{language.text(variant.title)}**"
    known = facts_text(calendar.facts.get(game, DailyFacts()), language)
    if mark is Mark.UNDER_WAY:
        return " · ".join((name, language.text("under way")))
    if attempt is not None:
        said = [result_text(attempt.result, language), place_text(attempt.ranks, language)]
    else:
        said = [language.text(calendar.games[game])]
    later = language.text("won later") if mark is Mark.WON_LATER else ""
    return " · ".join(filter(None, (name, *said, later, known)))


def _emoji(calendar: Calendar, game: str) -> str:
    mark = calendar.marks.get(calendar.day, {}).get(game)
    return _OPEN if mark is None else MARKS[mark]


def _games(calendar: Calendar, language: Language) -> list[Button]:
    """A button for each daily: for a rank while an attempt is in progress, otherwise unranked."""

    def button(game: str) -> Button:
        label = language.text(VARIANTS[game].title)
        emoji = _emoji(calendar, game)
        if calendar.marks.get(calendar.day, {}).get(game) is Mark.UNDER_WAY:
            return daily_button(game, calendar.day, language, label=label, emoji=emoji)
        unranked = write_new(NewGame(game, contest=daily_id(calendar.day, game)))
        return Button.to(Action.DEAL, language, argument=unranked, label=label, emoji=emoji)

    return list(map(button, calendar.games))


def day_rows(calendar: Calendar, language: Language) -> Iterator[ActionRow]:
    """Selects of the month's days, and buttons to the months around it and back to today."""
    known = [day for day in days_of_month(calendar.day) if calendar.first_day <= day <= calendar.today]
    for days in (known[:_HALF], known[_HALF:]):
        if len(days) > 1:
            span = language.text("{first} to {last}", first=language.day(days[0]), last=language.day(days[-1]))
            choices = [_choice(calendar, day, language) for day in days]
            yield Select.to(Action.DAILIES, span, choices, argument=f"{days[0].day}")
    before = month_of(calendar.day) - ONE_DAY
    after = days_of_month(calendar.day)[-1] + ONE_DAY
    button = partial(Button.to, Action.DAILIES, language)
    buttons = (
        (before >= calendar.first_day, button(argument=str(before), label=language.text("Previous month"), emoji="◀️")),
        (not calendar.is_today, button(argument=TODAY, label=language.text("Today"))),
        (after <= calendar.today, button(argument=str(after), label=language.text("Next month"), emoji="▶️")),
    )
    yield from button_rows([button for leads_on, button in buttons if leads_on])


def _choice(calendar: Calendar, day: date, language: Language) -> Choice:
    marks: Collection[Mark] = calendar.marks.get(day, {}).values()
    won = sum(mark in (Mark.WON, Mark.WON_LATER) for mark in marks)
    return Choice(
        day.isoformat(),
        language.day(day),
        language.count("{number} win", "{number} wins", won) if marks else None,
        chosen=day == calendar.day,
    )
