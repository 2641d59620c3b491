"""The buttons under a board."""

from __future__ import annotations

from collections.abc import Awaitable

import pytest
import simcord

from bot.model.preferences import BoardView
from engine import Status
from tests.support.card_room import CardRoom, buttons, changed, choices, enabled, moves_made, private, public, text
from tests.support.shown import Shown


async def test_draw_turns_a_card_in_the_same_message(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    redrawn = changed(await room.press(board, "Draw"))
    assert redrawn.id == board.id
    assert moves_made(redrawn) == 1
    assert await room.saved() == "dimes|8||1|draw"


async def test_deal_deals_a_row(room: CardRoom) -> None:
    board = await room.start("grounds-for-divorce", 8)
    assert "**44** in stock" in text(changed(await room.press(board, "Deal")))


async def test_undo_and_redo_go_back_and_forth(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    board = changed(await room.press(board, "Draw"))
    board = changed(await room.press(board, "Undo"))
    assert moves_made(board) == 0
    board = changed(await room.press(board, "Redo"))
    assert moves_made(board) == 1
    assert await room.saved() == "dimes|8||1|draw"


async def test_redo_is_offered_only_after_an_undo(room: CardRoom) -> None:
    board = changed(await room.press(await room.start("dimes", 8), "Draw"))
    assert "Redo" not in buttons(board)
    board = changed(await room.press(board, "Undo"))
    assert "Redo" in enabled(board)
    assert "Redo" not in buttons(changed(await room.press(board, "Draw")))


async def test_buttons_that_would_do_nothing_are_disabled(room: CardRoom) -> None:
    await room.start("tens", 8)  # a first board has more buttons
    board = await room.start("dimes", 8)
    always = {"Draw", "Home", "Undo", "Hint", "Menu"}
    assert always & enabled(board) == {"Draw", "Hint", "Menu"}
    assert always & enabled(changed(await room.press(board, "Draw"))) == {"Draw", "Undo", "Hint", "Menu"}
    await room.play(*["draw"] * 87)
    empty = public(await room.say("show"))
    assert "**0** in stock" in text(empty)
    assert "Draw" not in enabled(empty)


async def test_tens_has_no_draw_button_and_no_home_button(room: CardRoom) -> None:
    await room.start("dimes", 8)  # a first board has more buttons
    assert list(buttons(await room.start("tens", 8)))[13:] == ["Undo", "Hint", "Menu"]


async def test_the_board_says_when_no_card_can_move_until_one_is_drawn(room: CardRoom) -> None:
    assert "No cards can move." not in text(await room.start("cast-out-nines", 1399))
    await room.say("give-up")
    assert "No cards can move. Press 🃏 Draw." in text(await room.start("cast-out-nines", 7))


async def test_new_game_deals_another_game_of_the_same_kind(room: CardRoom) -> None:
    await room.start("diplomat", 0, rules="free")
    over = public(await room.say("give-up"))
    board = public(await room.press(over, "New deal"))
    assert "draw at any time" in text(board)
    game = (await room.game()).game
    assert (game.variant.name, game.options, game.status) == ("diplomat", {"stock": "free"}, Status.PLAYING)
    assert game.deal != 0


@pytest.mark.parametrize("label", ["Draw", "Undo", "Menu"])
async def test_only_the_owner_can_press_a_boards_buttons(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    before = text(board)
    answer = private(await room.press(board, label, room.bob))
    assert "somebody else's game" in answer
    assert len(answer) < 100
    await room.say("start", room.bob, game="dimes", deal="9")
    assert "somebody else's game" in private(await room.press(board, label, room.bob))
    assert text(board) == before
    assert await room.saved() == "dimes|8||1|draw"
    assert await room.saved(room.bob) == "dimes|9||0|"


@pytest.mark.parametrize("label", ["Draw", "Undo"])
async def test_a_press_on_an_outdated_board_only_updates_it(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    old = public(await room.say("draw"))
    with room.refusing():
        await room.say("draw")
    redrawn = changed(await room.press(old, label))
    assert redrawn.id == old.id
    assert moves_made(redrawn) == 2
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
    assert moves_made(newest) == 2
    assert await room.saved() == "dimes|8||2|draw draw"


@pytest.mark.parametrize("label", ["Draw", "Undo", "Menu"])
async def test_an_earlier_games_board_never_plays_the_new_game(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    with room.refusing():
        old = public(await room.say("draw"))
        await room.say("give-up")
        await room.start("dimes", 9)
    await room.say("draw")
    assert "old game" in private(await room.press(old, label))
    assert await room.saved() == "dimes|9||1|draw"


async def test_new_game_on_an_earlier_games_board_ends_nothing(room: CardRoom) -> None:
    await room.start("dimes", 8)
    with room.refusing():
        old = public(await room.say("give-up"))
        await room.start("tens", 9)
    assert "This is an old game" in private(await room.press(old, "New deal"))
    assert await room.saved() == "tens|9||0|"


async def test_new_game_pressed_twice_deals_one_game(room: CardRoom) -> None:
    await room.start("dimes", 8)
    over = public(await room.say("give-up"))
    async with room.at_once():
        for _ in range(2):
            await room.press(over, "New deal")
    dealt = await room.saved()
    assert dealt.startswith("dimes|")
    assert dealt.endswith("|0|")


async def test_buttons_keep_working_after_a_restart(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    for label in ("Draw", "Undo", "Redo", "Menu"):
        await room.restart()
        board = changed(await room.press(board, label))
    await room.restart()
    assert "somebody else's game" in private(await room.press(board, "Draw", room.bob))
    assert await room.saved() == "dimes|8||1|draw"
    assert "Back to Dimes · deal 8" in buttons(public(await room.press(board, "New deal")))


@pytest.mark.parametrize("label", ["Draw", "Undo"])
async def test_a_double_click_counts_once(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    async with room.at_once():
        answers = [await room.press(board, label) for _ in range(2)]
    made = {"Draw": 2, "Undo": 0}[label]
    assert {moves_made(changed(answer)) for answer in answers} == {made}
    assert (await room.game()).version == 3


async def test_two_buttons_pressed_at_once_count_once(room: CardRoom) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    async with room.at_once():
        await room.press(board, "Draw")
        await room.press(board, "Undo")
    assert (await room.game()).version == 3


async def test_a_press_and_a_command_at_once_are_not_lost(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    async with room.at_once():
        await room.press(board, "Draw")
        await room.say("draw")
    (live,) = room.live_boards()
    assert moves_made(live) == len((await room.game()).game.moves)


async def test_a_button_from_another_version_of_the_bot_is_answered(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    async with room.at_once(times=0):
        await room.press(board, "Draw")
    strange = {**room.held[0], "data": {**room.held[0]["data"], "custom_id": "poker:bluff"}}
    await room.deliver(strange)
    assert "This is an old game" in text(room.messages()[-1])
    assert await room.saved() == "dimes|8||0|"


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
    await answered(room.choose(board, next(iter(choices(board)))))
