"""Messages of the daily challenge."""

from __future__ import annotations

from datetime import date

import pytest

from bot.language import find_language
from bot.messages import daily
from bot.messages.custom_id import Action, CustomId
from bot.messages.daily import announcement, result_page
from bot.messages.message import LimitError, Message
from bot.model.daily.ranking import Result
from bot.model.statistics import Attempt, Ranks
from engine import VARIANTS

ENGLISH = find_language("en")
DAY = date(2026, 11, 21)
SIX_GAMES = tuple(VARIANTS)


def offered_dailies(page: Message) -> list[str]:
    """The dailies that have a button, in the order of the buttons."""
    custom_ids = [CustomId.parse(button.custom_id) for button in page.buttons]
    return [custom_id.argument for custom_id in custom_ids if custom_id.action is Action.DAILY]


def test_announcement_has_a_button_for_each_of_six_dailies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "GAMES", SIX_GAMES)
    page = announcement(DAY, [], ENGLISH)
    assert sorted(offered_dailies(page)) == sorted(f"{game},{DAY}" for game in SIX_GAMES)


def test_result_has_a_button_for_each_of_six_remaining_dailies() -> None:
    result = Result(DAY, "tens", None, home=4, effort=0, seconds=10)
    attempt = Attempt(result, Ranks(None, None), streak=1)
    page = result_page(attempt, ENGLISH, game_id=1, ended_at=0, left=SIX_GAMES)
    assert offered_dailies(page) == [f"{game},{DAY}" for game in SIX_GAMES]


def test_too_many_dailies_for_one_message_are_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(daily, "GAMES", SIX_GAMES * 5)
    with pytest.raises(LimitError, match="rows"):
        announcement(DAY, [], ENGLISH)
