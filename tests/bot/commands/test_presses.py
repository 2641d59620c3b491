"""The buttons under a board."""

from collections.abc import Awaitable

import discord
import pytest
import simcord

from bot.model.preferences import BoardView
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.daily_room import begin
from tests.support.shown import Shown


async def test_a_move_is_made_undone_and_made_again_in_the_same_message(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    drawn = changed(await room.press(board, "Draw"))
    assert drawn.id == board.id
    assert drawn.moves_made == 1
    assert "Redo" not in drawn.buttons
    undone = changed(await room.press(drawn, "Undo"))
    assert undone.moves_made == 0
    assert "Redo" in undone.enabled
    board = changed(await room.press(undone, "Redo"))
    assert board.moves_made == 1
    assert "Redo" not in board.buttons
    assert [message.id for message in room.messages()] == [board.id]
    assert await room.saved() == "dimes|8||1|draw"


@pytest.mark.parametrize("label", ["Draw", "Undo", "Hint", "Menu"])
async def test_only_the_owner_can_press_a_boards_buttons(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    before = board.text
    assert "somebody else's game" in private(await room.press(board, label, room.bob))
    assert "somebody else's game" in private(await room.choose(board, next(iter(board.choices)), room.bob))
    await room.say("start", room.bob, game="dimes", deal="9")
    assert "somebody else's game" in private(await room.press(board, label, room.bob))
    assert board.text == before
    assert await room.saved() == "dimes|8||1|draw"
    assert await room.saved(room.bob) == "dimes|9||0|"


@pytest.mark.parametrize("label", ["Draw", "Undo"])
async def test_a_press_on_an_outdated_board_only_updates_it(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    old = public(await room.say("draw"))
    await room.play("draw")
    redrawn = changed(await room.press(old, label))
    assert redrawn.id == old.id
    assert redrawn.moves_made == 2
    assert await room.saved() == "dimes|8||2|draw draw"
    changed(await room.press(redrawn, label))
    assert (await room.game()).version == 4


@pytest.mark.parametrize("label", ["Draw", "Undo"])
async def test_a_press_overtaken_by_a_command_changes_nothing(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    async with room.at_once(times=0):
        await room.press(board, label)
    newest = public(await room.say("draw"))
    await room.deliver(*room.held)
    assert [message.id for message in room.messages()] == [newest.id]
    assert newest.moves_made == 2
    assert await room.saved() == "dimes|8||2|draw draw"


@pytest.mark.parametrize("label", ["Draw", "Undo", "Menu", "New deal"])
async def test_an_earlier_games_board_never_plays_the_new_game(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    with room.refusing():
        old = public(await room.say("draw"))
        over = public(await room.say("give-up"))
        await room.start("dimes", 9)
    await room.say("draw")
    assert "old game" in private(await room.press(over if label == "New deal" else old, label))
    assert await room.saved() == "dimes|9||1|draw"


async def test_buttons_keep_working_after_a_restart(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    for label in ("Draw", "Undo", "Redo", "Menu"):
        await room.restart()
        board = changed(await room.press(board, label))
    await room.restart()
    assert "somebody else's game" in private(await room.press(board, "Draw", room.bob))
    assert only(await room.press(board, "Rules")).ephemeral
    await room.share(board)
    assert await room.saved() == "dimes|8||1|draw"
    asked = changed(await room.press(changed(await room.press(board, "Menu")), "New deal"))
    new = public(await room.press(asked, "New deal"))
    assert "Back to Dimes · deal 8" in new.buttons


@pytest.mark.parametrize(("labels", "made"), [(("Draw", "Draw"), 2), (("Undo", "Undo"), 0), (("Draw", "Undo"), 2)])
async def test_of_two_presses_at_once_one_counts(room: CardRoom, labels: tuple[str, str], made: int) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    async with room.at_once():
        answers = [await room.press(board, label) for label in labels]
    assert {changed(answer).moves_made for answer in answers} == {made}
    assert (await room.game()).version == 3


@pytest.mark.parametrize("view", BoardView)
async def test_every_press_on_a_board_is_answered_in_one_request(room: CardRoom, view: BoardView) -> None:
    await room.prefer(view=view)
    board = await room.start("dimes", 8)

    async def answered(press: Awaitable[simcord.InteractionResult]) -> Shown:
        before = len(room.env.http_requests)
        message = changed(await press)
        assert [request.method for request in room.env.http_requests[before:]] == ["POST"]
        return message

    for label in ("Draw", "Undo", "Redo", "Menu", "Close menu"):
        board = await answered(room.press(board, label))
    await answered(room.choose(board, next(iter(board.choices))))


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


async def test_the_stocks_button_turns_the_waste_over_and_says_so(room: CardRoom) -> None:
    await room.start("klondike")
    await room.play(*["draw"] * 24)
    board = changed(await room.press(public(await room.say("show")), "Turn over"))
    assert "**24** in stock" in board.text
    assert {"Draw", "Undo"} <= board.enabled


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
