"""Questions with two answers."""

from __future__ import annotations

from bot.messages.custom_id import Action, CustomId
from bot.messages.question import question
from tests.support.boards import all_text


def test_question_offers_the_action_or_nothing() -> None:
    custom_id = CustomId(Action.GIVE_UP, 7, 2)
    page = question("Really?", yes=("Give up", custom_id), no="Keep playing")
    assert all_text(page).split("\n") == ["Really?", "Give up", "Keep playing"]
    assert [CustomId.parse(button.custom_id) for button in page.buttons] == [custom_id, CustomId(Action.KEEP, 7, 2)]
