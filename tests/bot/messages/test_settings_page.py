"""The settings."""

import pytest

from bot.language import NO_BREAK, find_language
from bot.messages.settings_page import settings_page
from bot.model.preferences import Preferences
from bot.model.reminder import Reminder
from tests.support.boards import all_text, every_language, selects_of

ENGLISH = find_language("en")


@every_language
def test_the_settings_page_names_the_rule_that_keeps_a_stock_open(code: str) -> None:
    language = find_language(code)
    page = all_text(settings_page(Preferences(), None, language, now=0))
    for rule in ("draw at any time", "Classic: deal at any time"):
        assert language.text(rule).replace(NO_BREAK, " ") in page


@pytest.mark.parametrize("reminder", [None, Reminder(18, "de")])
def test_settings_page_offers_every_hour_the_next_one_first(reminder: Reminder | None) -> None:
    *_, hours = selects_of(settings_page(Preferences(), reminder, ENGLISH, now=15 * 3600 + 59))
    chosen = [choice.value for choice in hours.choices if choice.chosen]
    assert chosen == ["off" if reminder is None else "18"]
    assert [choice.value for choice in hours.choices] == ["off", *(str(hour % 24) for hour in range(16, 40))]
    assert hours.choices[3].label == "Reminder: 18:00 (UTC)"
    assert hours.choices[3].description == "in 3 hours"


@pytest.mark.parametrize(("hour", "moment"), [(18, 18), (15, 39), (3, 27)])
def test_settings_page_says_when_the_next_reminder_comes(hour: int, moment: int) -> None:
    page = settings_page(Preferences(), Reminder(hour, "en"), ENGLISH, now=15 * 3600 + 59)
    assert f"at <t:{moment * 3600}:t>" in all_text(page)
