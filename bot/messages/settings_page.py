"""A user's settings."""

from __future__ import annotations

from bot.language import LANGUAGES, Language
from bot.messages.actions import Action
from bot.messages.labels import open_stock_rule
from bot.messages.message import Button, Choice, Message, Row, Select, button_rows
from bot.messages.reminder import reminder_select, reminder_text
from bot.messages.style import view_names
from bot.model.preferences import AUTOMATIC, BoardView, Preferences
from bot.model.reminder import Reminder
from engine import VARIANTS


def settings_page(preferences: Preferences, reminder: Reminder | None, language: Language, *, now: float) -> Message:
    """A user's settings and their current values; `now` is a Unix time."""
    text = language.text
    descriptions = {
        BoardView.EMOJI: text("card faces, piles side by side"),
        BoardView.TEXT: text("plain text without embeds; best for narrow screens"),
        BoardView.PICTURE: text("the whole table as a picture"),
        BoardView.WORDS: text("cards by name, pile by pile; best for screen readers"),
    }
    view_choices = tuple(
        Choice(view, text("Board: {view}", view=name), descriptions[view], chosen=preferences.view is view)
        for view, name in view_names(language).items()
    )
    language_choices = (
        Choice(AUTOMATIC, text("Language: same as Discord"), chosen=preferences.language is None),
        *(Choice(code, name, chosen=preferences.language == code) for code, name in LANGUAGES.items()),
    )
    switches = (
        ("four_colour", text("Four-colour suits"), preferences.four_colour),
        ("private_board", text("Only I see new boards"), preferences.private_board),
        ("auto_home", text("Auto-move safe cards home"), preferences.auto_home),
        ("private_statistics", text("Hide my statistics from others"), preferences.private_statistics),
        ("hidden_player", text("Hidden on leaderboards"), preferences.hidden_player),
        ("no_challenges", text("Nobody may challenge me"), preferences.no_challenges),
    )
    buttons = [
        Button.switch(Action.SET, f"{name}={'off' if on else 'on'}", language, label=label, on=on)
        for name, label, on in switches
    ]
    said = [text("Your settings are the same in every server. I save each change right away.")]
    for variant in VARIANTS.values():
        if variant.open_stock:
            on = preferences.open_stock.get(variant.name, False)
            argument = f"open_stock:{variant.name}={'off' if on else 'on'}"
            label = text("{game}: stock always open", game=text(variant.title))
            buttons.append(Button.switch(Action.SET, argument, language, label=label, on=on))
            rule = open_stock_rule(variant, language)
            said.append(text("**{setting}** deals new games under the rule “{rule}”.", setting=label, rule=rule))
    rows: tuple[Row, ...] = (
        Select.to(Action.SET, text("Board"), view_choices, argument="view="),
        Select.to(Action.SET, text("Language"), language_choices, argument="language="),
        reminder_select(reminder, preferences.time_zone, now, language),
        *button_rows(buttons),
    )
    said.append(reminder_text(reminder, preferences.time_zone, now, language))
    return Message(text="\n".join(filter(None, said)), rows=rows)
