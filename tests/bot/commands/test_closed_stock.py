"""A press on *Draw* or *Deal* while the stock is closed says why, and offers the rule under which it never is."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest

from engine import Game, IllegalMoveError
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.daily_room import begin
from tests.support.forging import press
from tests.support.shown import Shown

DEAL = 163
"""A winnable deal of Diplomat, whose stock is closed at first."""

CHANGE, KEEP = "Change and draw", "No, thanks"


async def press_closed(room: CardRoom, deal: int = DEAL) -> Shown:
    """Start Diplomat, press *Draw* though the stock is closed, and return the board."""
    return changed(await room.press(await room.start("diplomat", deal), "Draw"))


async def test_the_press_names_the_card_and_offers_the_other_rule(room: CardRoom) -> None:
    board = await room.start("diplomat", DEAL)
    assert "Draw" in board.enabled
    assert "can't draw yet" not in board.text
    asked = changed(await room.press(board, "Draw"))
    assert "You can't draw yet:" in asked.text
    assert "draw at any time" in asked.text
    assert {CHANGE, KEEP} <= set(asked.buttons)
    assert "You can't draw yet" in private(await room.say("draw"))
    assert (await room.game()).version == 1


async def test_the_running_game_goes_on_under_the_other_rule_with_a_drawn_card(room: CardRoom) -> None:
    board = changed(await room.play_first(await room.start("diplomat", DEAL)))
    before = (await room.game()).game.moves
    drawn = changed(await room.press(changed(await room.press(board, "Draw")), CHANGE))
    assert "draw at any time" in drawn.text
    assert (await room.saved()) == f"diplomat|{DEAL}|stock=free|2|{' '.join(map(str, before))} draw"
    await room.press(drawn, "Undo")
    assert (await room.game()).game.moves == before
    await room.restart()
    assert "draw at any time" in public(await room.say("show")).text


async def test_later_deals_have_the_chosen_rule_unless_another_is_asked_for(room: CardRoom) -> None:
    drawn = changed(await room.press(await press_closed(room), CHANGE))
    asked = changed(await room.press(changed(await room.press(drawn, "Menu")), "Give up"))
    await room.press(asked, "Give up")
    chosen: tuple[tuple[dict[str, Any], dict[str, str]], ...] = (
        ({"game": "diplomat"}, {"stock": "free"}),
        ({"game": "diplomat", "rules": "stuck"}, {}),
        ({"game": "dimes"}, {}),
    )
    for options, rules in chosen:
        public(await room.say("start", **options))
        assert (await room.game()).game.options == rules


async def test_an_answered_question_is_not_repeated_and_the_settings_can_change_the_answer(room: CardRoom) -> None:
    kept = changed(await room.press(await press_closed(room), KEEP))
    assert "Draw" in kept.enabled
    again = changed(await room.press(kept, "Draw"))
    assert "You can't draw yet:" in again.text
    assert CHANGE not in again.buttons
    assert "is easier" not in again.text
    assert (await room.game()).game.options == {}
    page = only(await room.say("settings"))
    assert "Grounds for Divorce: easier rule" in page.buttons
    await room.press(page, "Diplomat: easier rule")
    await room.say("give-up")
    public(await room.say("start", game="diplomat"))
    assert (await room.game()).game.options == {"stock": "free"}


async def test_a_game_whose_moves_would_have_led_elsewhere_keeps_its_rule(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = await press_closed(room)
    with monkeypatch.context() as patched:
        patched.setattr(Game, "under", Mock(side_effect=IllegalMoveError("This move is illegal there.")))
        kept = changed(await room.press(asked, CHANGE))
    assert "This game keeps its rule" in kept.text
    assert await room.saved() == f"diplomat|{DEAL}||0|"
    public(await room.say("start", game="diplomat"))
    assert (await room.game()).game.options == {"stock": "free"}


async def test_grounds_for_divorce_deals_past_empty_piles(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 16)
    await room.play(*["1>4", "1>2", "4>8*2", "4>10", "4>10", "4>2", "4>3"])
    asked = changed(await room.press(public(await room.say("show")), "Deal"))
    assert "You can't deal while pile 4 is empty." in asked.text
    assert "Classic: deal at any time" in asked.text
    dealt = changed(await room.press(asked, "Change and deal"))
    assert "**45** in stock" in dealt.text
    assert (await room.game()).game.options == {"rules": "classic"}


async def test_changing_the_rule_twice_at_once_draws_one_card(room: CardRoom) -> None:
    asked = await press_closed(room)
    async with room.at_once(times=2):
        await room.press(asked, CHANGE)
        await room.press(asked, CHANGE)
    assert await room.saved() == f"diplomat|{DEAL}|stock=free|1|draw"


async def test_in_a_ranked_attempt_the_press_costs_nothing_and_offers_nothing(day: CardRoom) -> None:
    board = await begin(day, "diplomat")
    while "draw" in map(str, (await day.game()).game.legal_moves()):
        await day.play("draw")
        board = await begin(day, "diplomat")
    before = await day.game()
    said = changed(await day.press(board, "Draw"))
    assert "You can't draw yet:" in said.text
    assert CHANGE not in said.buttons
    await day.say("draw")
    after = await day.game()
    assert (after.transcript, after.effort, after.version) == (before.transcript, before.effort, before.version)


async def test_nobody_changes_the_rule_of_a_daily_by_an_old_button(day: CardRoom) -> None:
    """Discord may deliver any custom id."""
    menu = (await begin(day, "diplomat")).buttons["Menu"]["custom_id"]
    await press(day, menu.replace(":menu:", ":rule:") + "on", is_private=False)
    assert (await day.game()).game.options == {}
