"""The buttons below a board."""

from __future__ import annotations

import pytest
import simcord

from engine import Status
from tests.bot.card_room import CardRoom, buttons, enabled, moves_made, private, public, text


def changed(answer: simcord.InteractionResult) -> simcord.ResponseMessage:
    """The message that a press has redrawn; there is no other answer."""
    assert answer.response is not None
    assert answer.followups == []
    return answer.response


async def test_draw_turns_a_card_on_the_same_message(room: CardRoom) -> None:
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


async def test_what_would_do_nothing_is_disabled(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    assert enabled(board) == {"Draw", "New game"}
    assert enabled(changed(await room.press(board, "Draw"))) == {"Draw", "Undo", "New game"}
    await room.play(*["draw"] * 87)
    empty = public(await room.say("show"))
    assert "**0** in stock" in text(empty)
    assert enabled(empty) == {"Undo", "New game"}


async def test_tens_has_no_button_for_its_stock(room: CardRoom) -> None:
    assert list(buttons(await room.start("tens", 8))) == ["Undo", "Redo", "New game"]


async def test_a_closed_stock_answers_in_private(room: CardRoom) -> None:
    board = await room.start("diplomat", 0)
    assert "The stock is closed" in private(await room.press(board, "Draw"))
    assert (await room.game()).version == 1


async def test_new_game_asks_first_while_one_is_being_played(room: CardRoom) -> None:
    board = await room.start("diplomat", 0, stock="free")
    asked = await room.press(board, "New game")
    assert "in the middle of a game" in private(asked)
    assert asked.response is not None
    answer = await room.press(asked.response, "Give up and deal")
    assert "stock: free" in text(answer.followups[0])
    assert (await room.game()).game.deal != 0


async def test_new_game_deals_the_same_game_again_after_the_end(room: CardRoom) -> None:
    board = await room.start("diplomat", 0, stock="free")
    await room.say("give-up")
    public(await room.press(board, "New game"))
    game = (await room.game()).game
    assert (game.variant.name, game.options, game.status) == ("diplomat", {"stock": "free"}, Status.PLAYING)
    assert game.deal != 0


@pytest.mark.parametrize("label", ["Draw", "Undo", "New game"])
async def test_only_the_owner_can_press(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    answer = private(await room.press(board, label, room.bob))
    assert "somebody else's game" in answer
    assert len(answer) < 100
    await room.say("start", room.bob, game="dimes", deal="9")
    assert "somebody else's game" in private(await room.press(board, label, room.bob))
    assert await room.saved() == "dimes|8||1|draw"
    assert await room.saved(room.bob) == "dimes|9||0|"


@pytest.mark.parametrize("label", ["Draw", "Undo"])
async def test_an_old_board_of_the_same_game_is_only_brought_up_to_date(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    old = public(await room.say("draw"))
    public(await room.say("draw"))
    redrawn = changed(await room.press(old, label))
    assert redrawn.id == old.id
    assert moves_made(redrawn) == 2
    assert await room.saved() == "dimes|8||2|draw draw"
    changed(await room.press(redrawn, label))
    assert (await room.game()).version == 4


@pytest.mark.parametrize("label", ["Draw", "Undo"])
async def test_a_board_of_an_earlier_game_never_plays_on_the_new_one(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    old = public(await room.say("draw"))
    await room.say("give-up")
    await room.start("dimes", 9)
    await room.say("draw")
    assert "earlier game" in private(await room.press(old, label))
    assert await room.saved() == "dimes|9||1|draw"


async def test_new_game_on_the_board_of_an_earlier_game_asks_too(room: CardRoom) -> None:
    old = await room.start("dimes", 8)
    await room.say("give-up")
    await room.start("tens", 9)
    assert "in the middle of a game (Tens" in private(await room.press(old, "New game"))
    assert await room.saved() == "tens|9||0|"


async def test_buttons_keep_working_after_a_restart(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    await room.restart()
    board = changed(await room.press(board, "Draw"))
    await room.restart()
    board = changed(await room.press(board, "Undo"))
    await room.restart()
    board = changed(await room.press(board, "Redo"))
    await room.restart()
    assert "in the middle of a game" in private(await room.press(board, "New game"))
    assert "somebody else's game" in private(await room.press(board, "Draw", room.bob))
    assert await room.saved() == "dimes|8||1|draw"


@pytest.mark.parametrize("label", ["Draw", "Undo"])
async def test_a_double_click_counts_once(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    async with room.at_once():
        answers = [await room.press(board, label) for _ in range(2)]
    made = {"Draw": 2, "Undo": 0}[label]
    assert {moves_made(changed(answer)) for answer in answers} == {made}
    assert (await room.game()).version == 3


async def test_two_buttons_at_once_count_once(room: CardRoom) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    async with room.at_once():
        await room.press(board, "Draw")
        await room.press(board, "Undo")
    assert (await room.game()).version == 3


async def test_a_button_and_a_command_at_once_are_not_lost(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    async with room.at_once():
        await room.press(board, "Draw")
        typed = await room.say("draw")
    assert moves_made(public(typed)) == len((await room.game()).game.moves)
