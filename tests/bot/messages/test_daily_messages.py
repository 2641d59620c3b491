"""Messages of the daily challenge."""

from __future__ import annotations

from datetime import date

from bot.language import find_language
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.dailies_page import dailies_page
from bot.messages.layout import Page
from bot.model.calendar import Calendar
from bot.model.daily.days import ONE_DAY
from bot.model.daily.streaks import Streak
from engine import VARIANTS
from engine.rules import Difficulty

ENGLISH = find_language("en")
DAY = date(2026, 11, 21)
EVERY_GAME = tuple(VARIANTS)


def offered_dailies(page: Page) -> list[str]:
    """The dailies that have a button, in the order of the buttons."""
    custom_ids = [CustomId.parse(button.custom_id) for button in page.buttons]
    return [custom_id.argument for custom_id in custom_ids if custom_id.action is Action.DAILY]


def test_the_page_of_a_day_has_a_button_for_a_daily_of_every_game() -> None:
    games = dict.fromkeys(EVERY_GAME, Difficulty.HARD)
    calendar = Calendar(DAY, DAY, DAY - 99 * ONE_DAY, games, {}, {}, {}, Streak(0, 0, has_freeze=False))
    page = dailies_page(calendar, ENGLISH)
    assert sorted(offered_dailies(page)) == sorted(f"{game},{DAY}" for game in EVERY_GAME)
