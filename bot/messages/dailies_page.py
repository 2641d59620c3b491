"""The page of today's dailies: the pick of the day, the other games, the player's streak, and the month's days."""

from __future__ import annotations

from collections.abc import Iterator

from bot.language import Language
from bot.messages.calendar_page import MARKS, day_rows
from bot.messages.daily import daily_button, facts_text
from bot.messages.formatting import duration, facts
from bot.messages.labels import cards_home_text, effort_text
from bot.messages.layout import DIVIDER, Layout, Part, Section
from bot.messages.message import GOLD, Button
from bot.model.calendar import Calendar, Mark
from bot.model.daily.days import ONE_DAY, start_of
from bot.model.daily.deals import CLASSICS, WARM_UPS, pick_of
from engine import VARIANTS


def dailies_page(calendar: Calendar, language: Language, *, key: str, note: str = "") -> Layout:
    """Show today's dailies, each with a button that plays it or shows its result, after a note; `key` is public."""
    pick = pick_of(calendar.day)
    date = language.text("Dailies for {date}", date=language.day(calendar.day))
    parts: list[Part] = [
        *([note] if note else []),
        f"-# {date}\n## {language.text(VARIANTS[pick].title)}",
        _pick(calendar, pick, language),
        DIVIDER,
        *(_line(calendar, game, language) for game in calendar.games if game != pick),
        DIVIDER,
        "\n".join((*_about(calendar, language), f"-# {key}")),
        *day_rows(calendar, language),
    ]
    return Layout(tuple(parts), GOLD)


def _pick(calendar: Calendar, game: str, language: Language) -> Section:
    """The pick of the day, below its title."""
    done = _result(calendar, game, language)
    minutes = language.text("{minutes} min", minutes=VARIANTS[game].minutes)
    about = done or facts(language.text(calendar.games[game]), minutes)
    pick = language.text("Today's pick")
    return Section(f"⭐ **{pick}**\n{about}", _button(calendar, game, language, primary=not done))


def _line(calendar: Calendar, game: str, language: Language) -> Section:
    """A line for another game, and a second one once its result is known."""
    name = f"**{language.text(VARIANTS[game].title)}**"
    done = _result(calendar, game, language)
    level = language.text("warm-up") if game in WARM_UPS else language.text(calendar.games[game])
    if done:
        said = f"{name}\n-# {done}"
    elif game in CLASSICS:
        said = facts(name, level) + "\n-# " + language.text("Classic of the day")
    else:
        said = facts(name, level)
    return Section(said, _button(calendar, game, language))


def _result(calendar: Calendar, game: str, language: Language) -> str:
    attempt = calendar.attempts.get(game)
    if attempt is None:
        return ""
    result = attempt.result
    known = facts_text(attempt.facts, language)
    if not result.is_won:
        return f"{MARKS[Mark.PLAYED]} {facts(cards_home_text(VARIANTS[game], result.cards_home, language), known)}"
    own = facts(effort_text(game, result.effort, language), duration(result.seconds))
    return f"{MARKS[Mark.WON]} {facts(own, known)}"


def _button(calendar: Calendar, game: str, language: Language, *, primary: bool = False) -> Button:
    if game in calendar.attempts:
        label = language.text("Result")
    elif calendar.marks.get(calendar.day, {}).get(game) is Mark.UNDER_WAY:
        label = language.text("Resume")
    else:
        label = language.text("Play")
    return daily_button(game, calendar.day, language, label=label, emoji="").primary_if(primary)


def _about(calendar: Calendar, language: Language) -> Iterator[str]:
    streak = calendar.streak
    if not streak.longest:
        yield "-# " + language.text("Everyone plays the same deals. You get one ranked attempt at each.")
    if len(calendar.attempts) == len(calendar.games):
        yield language.text("You've played all of today's dailies!")
    if streak.current:
        days = language.count("{number} day in a row", "{number} days in a row", streak.current)
        freeze = "❄️ " + language.text("streak freeze ready") if streak.has_freeze else ""
        yield facts(f"🔥 {days}", freeze)
    yield "-# " + language.text("New deals <t:{moment}:R>", moment=start_of(calendar.day + ONE_DAY))
