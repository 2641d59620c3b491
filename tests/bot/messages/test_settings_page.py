"""The settings."""

from __future__ import annotations

import pytest

from bot.language import LANGUAGES, NO_BREAK, find_language
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.message import Select
from bot.messages.settings_page import settings_page
from bot.model.preferences import AUTOMATIC, BoardView, Preferences
from bot.model.reminder import Reminder
from tests.support.boards import all_text

ENGLISH = find_language("en")
SWITCHES = [
    "four_colour",
    "private_board",
    "auto_home",
    "private_statistics",
    "hidden_player",
    "no_challenges",
]

every_language = pytest.mark.parametrize("code", LANGUAGES)


def chosen(select: Select) -> list[str]:
    return [choice.value for choice in select.choices if choice.chosen]


@every_language
@pytest.mark.parametrize("view", BoardView)
def test_settings_page_marks_the_chosen_view(code: str, view: BoardView) -> None:
    views, *_ = settings_page(Preferences(view=view), None, find_language(code), now=0).selects
    assert chosen(views) == [view]


@pytest.mark.parametrize("language", [None, *LANGUAGES])
def test_settings_page_marks_the_chosen_language_among_all_of_them(language: str | None) -> None:
    page = settings_page(Preferences(language=language), None, ENGLISH, now=0)
    _, languages, _ = page.selects
    assert chosen(languages) == [language or AUTOMATIC]
    assert all(name in all_text(page) for name in LANGUAGES.values())


@every_language
def test_settings_page_names_the_whole_rule_that_keeps_a_stock_open(code: str) -> None:
    language = find_language(code)
    page = all_text(settings_page(Preferences(), None, language, now=0))
    for rule in ("draw at any time", "Classic: a king may go on an ace; you can always deal"):
        assert language.text(rule).replace(NO_BREAK, " ") in page


@pytest.mark.parametrize("name", SWITCHES)
def test_switch_shows_its_state_and_toggles_it(name: str) -> None:
    off, on = (
        settings_page(Preferences(**{name: value}), None, ENGLISH, now=0).buttons  # type: ignore[arg-type]
        for value in (False, True)
    )
    place = SWITCHES.index(name)
    pressed = [CustomId.parse(buttons[place].custom_id) for buttons in (off, on)]
    assert pressed == [CustomId(Action.SET, argument=f"{name}={value}") for value in ("on", "off")]
    assert (off[place].label, on[place].label) == ("Off", "On")
    assert off[:place] == on[:place]
    assert off[place + 1 :] == on[place + 1 :]


@pytest.mark.parametrize("reminder", [None, Reminder(18, "de")])
def test_settings_page_offers_every_hour_the_next_one_first(reminder: Reminder | None) -> None:
    *_, hours = settings_page(Preferences(), reminder, ENGLISH, now=15 * 3600 + 59).selects
    assert chosen(hours) == ["off" if reminder is None else "18"]
    assert [choice.value for choice in hours.choices] == ["off", *(str(hour % 24) for hour in range(16, 40))]
    assert hours.choices[3].label == "Reminder: 18:00 (UTC)"
    assert hours.choices[3].description == "in 3 hours"


@pytest.mark.parametrize(("hour", "moment"), [(18, 18), (15, 39), (3, 27)])
def test_settings_page_says_when_the_next_reminder_comes(hour: int, moment: int) -> None:
    page = settings_page(Preferences(), Reminder(hour, "en"), ENGLISH, now=15 * 3600 + 59)
    assert f"at <t:{moment * 3600}:t>" in all_text(page)
