"""A press on *Draw* or *Deal* while the stock is closed says why and changes nothing."""

from __future__ import annotations

import discord

from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.daily_room import begin

DEAL = 163
"""A winnable deal of Diplomat, whose stock is closed at first."""


async def test_the_press_names_the_card_and_changes_nothing(room: CardRoom) -> None:
    board = await room.start("diplomat", DEAL)
    assert "Draw" in board.enabled
    assert "can't draw yet" not in board.text
    pressed = changed(await room.press(board, "Draw"))
    assert "You can't draw yet:" in pressed.text
    assert pressed.enabled == board.enabled
    assert "You can't draw yet" in private(await room.say("draw"))
    assert (await room.game()).version == 1


async def test_the_settings_deal_later_games_with_an_open_stock(room: CardRoom) -> None:
    page = only(await room.say("settings"))
    for label in ("Diplomat: easier rule", "Grounds for Divorce: easier rule"):
        page = changed(await room.press(page, label))
    styles = {button["style"] for label, button in page.buttons.items() if "easier rule" in label}
    assert styles == {discord.ButtonStyle.success.value}
    public(await room.say("start", game="diplomat"))
    assert (await room.game()).game.options == {"stock": "free"}
    public(await room.say("start", game="diplomat", rules="stuck"))
    assert (await room.game()).game.options == {}


async def test_grounds_for_divorce_names_the_empty_pile(room: CardRoom) -> None:
    await room.start("grounds-for-divorce", 16)
    await room.play(*["1>4", "1>2", "4>8*2", "4>10", "4>10", "4>2", "4>3"])
    pressed = changed(await room.press(public(await room.say("show")), "Deal"))
    assert "You can't deal while pile 4 is empty." in pressed.text


async def test_in_a_ranked_attempt_the_press_costs_nothing(day: CardRoom) -> None:
    board = await begin(day, "diplomat")
    while "draw" in map(str, (await day.game()).game.legal_moves()):
        await day.play("draw")
        board = await begin(day, "diplomat")
    before = await day.game()
    assert "You can't draw yet:" in changed(await day.press(board, "Draw")).text
    await day.say("draw")
    after = await day.game()
    assert (after.transcript, after.effort, after.version) == (before.transcript, before.effort, before.version)
