from __future__ import annotations

from collections.abc import Iterator

import discord

from bot.language import LANGUAGES, Language
from bot.messages.actions import Action
from bot.messages.labels import open_stock_rule
from bot.messages.layout import DIVIDER, Layout, Part, Section
from bot.messages.message import Button, Choice, Select
from bot.messages.reminder import reminder_select, reminder_text
from bot.messages.style import view_names
from bot.model.preferences import AUTOMATIC, BoardView, Preferences
from bot.model.reminder import Reminder
from engine import VARIANTS


def settings_page(preferences: Preferences, reminder: Reminder | None, language: Language, *, now: float) -> Layout:
    title = language.text("Settings")
    scope = language.text("Your settings are the same in every server. I save each change right away.")
    reminded = reminder_text(reminder, preferences.time_zone, now, language).splitlines()
    parts: tuple[Part, ...] = (
        f"## {title}\n-# {scope}",
        _views(preferences, language),
        _languages(preferences, language),
        reminder_select(reminder, preferences.time_zone, now, language),
        *(["\n".join(f"-# {line}" for line in reminded)] if reminded else []),
        DIVIDER,
        *_switches(preferences, language),
        *_open_stocks(preferences, language),
    )
    return Layout(parts)


def _views(preferences: Preferences, language: Language) -> Select:
    descriptions = {
        BoardView.EMOJI: language.text("card faces, piles side by side"),
        BoardView.TEXT: language.text("plain text without embeds; best for narrow screens"),
        BoardView.PICTURE: language.text("the whole table as a picture"),
        BoardView.WORDS: language.text("cards by name, pile by pile; best for screen readers"),
    }
    choices = tuple(
        Choice(view, language.text("Board: {view}", view=name), descriptions[view], chosen=preferences.view is view)
        for view, name in view_names(language).items()
    )
    return Select.to(Action.SET, language.text("Board"), choices, argument="view=")


def _languages(preferences: Preferences, language: Language) -> Select:
    choices = (
        Choice(AUTOMATIC, language.text("Language: same as Discord"), chosen=preferences.language is None),
        *(Choice(code, name, chosen=preferences.language == code) for code, name in LANGUAGES.items()),
    )
    return Select.to(Action.SET, language.text("Language"), choices, argument="language=")


def _switches(preferences: Preferences, language: Language) -> Iterator[Section]:
    text = language.text
    said = {
        "four_colour": (text("Four-colour suits"), text("Shows diamonds in blue and clubs in green.")),
        "private_board": (text("Only I see new boards"), text("Boards that are already public stay public.")),
        "auto_home": (
            text("Auto-move safe cards home"),
            text("After each move, sends home every card that you no longer need on the table."),
        ),
        "draw_one": (
            text("Draw one card at a time"),
            text("Otherwise, drawing goes on until a card has somewhere to go."),
        ),
        "private_statistics": (
            text("Hide my statistics from others"),
            text("Keeps everyone else from looking at them."),
        ),
        "hidden_player": (text("Hidden on leaderboards"), text("Shows “hidden player” instead of your name.")),
        "no_challenges": (text("No challenges for me"), text("You can still play every challenge you see.")),
    }
    for name, (title, sentence) in said.items():
        yield _switch(name, title, sentence, language, on=getattr(preferences, name))


def _open_stocks(preferences: Preferences, language: Language) -> Iterator[Section]:
    """A section for each game with a rule that keeps its stock open."""
    for variant in VARIANTS.values():
        if variant.open_stock:
            yield _switch(
                f"open_stock:{variant.name}",
                language.text("{game}: easier rule", game=language.text(variant.title)),
                language.text("Deals new games with the rule “{rule}”.", rule=open_stock_rule(variant, language)),
                language,
                on=preferences.open_stock.get(variant.name, False),
            )


def _switch(setting: str, title: str, sentence: str, language: Language, *, on: bool) -> Section:
    label = language.text("On") if on else language.text("Off")
    style = discord.ButtonStyle.success if on else discord.ButtonStyle.secondary
    argument = f"{setting}={'off' if on else 'on'}"
    button = Button.to(Action.SET, language, argument=argument, label=label).styled(style)
    return Section(f"**{title}**\n-# {sentence}", button)
