"""Questions with two answers."""

from __future__ import annotations

from bot.language import find_language
from bot.messages.actions import Action
from bot.messages.custom_id import CustomId
from bot.messages.question import question
from bot.model.game import BoardVersion
from tests.support.boards import all_text


def test_question_offers_the_action_or_nothing() -> None:
    english = find_language("en")
    page = question("Really?", Action.GIVE_UP, english, game=BoardVersion(7, 2), argument="sure", no="Keep playing")
    assert all_text(page).split("\n") == ["Really?", "Give up", "Keep playing"]
    assert [CustomId.parse(button.custom_id) for button in page.buttons] == [
        CustomId(Action.GIVE_UP, 7, 2, "sure"),
        CustomId(Action.KEEP, 7, 2),
    ]
