"""Hints that come by themselves in the guided game."""

from __future__ import annotations

import pytest

from bot.commands.nudges import IDLE_SECONDS
from bot.model.game import GUIDED
from bot.model.preferences import BoardView
from tests.support.card_room import CardRoom, changed, public


@pytest.fixture(autouse=True)
def _clock(room: CardRoom) -> None:
    room.set_clock("2026-11-21 12:00")
    room.sync_clocks()


def is_hinted(room: CardRoom) -> bool:
    (board,) = room.live_boards()
    return "Play it" in board.buttons


async def test_a_new_user_who_does_nothing_gets_a_hint_in_the_chosen_view(room: CardRoom) -> None:
    board = public(await room.say("start"))
    await room.prefer(view=BoardView.PICTURE)
    await room.pass_time(IDLE_SECONDS - 1)
    assert not is_hinted(room)
    await room.pass_time(2)
    (hinted,) = room.live_boards()
    assert "Play it" in hinted.buttons
    assert hinted.id == board.id
    assert len(hinted.attachments) == 1
    changed(await room.press(hinted, "Play it"))
    assert len((await room.game()).game.moves) == 1
    assert not is_hinted(room)
    await room.pass_time(IDLE_SECONDS + 1)
    assert is_hinted(room)


async def test_a_move_starts_the_wait_again(room: CardRoom) -> None:
    board = public(await room.say("start"))
    await room.pass_time(IDLE_SECONDS / 2)
    await room.play_first(board)
    await room.pass_time(IDLE_SECONDS - 1)
    assert not is_hinted(room)
    await room.pass_time(2)
    assert is_hinted(room)


async def test_an_open_menu_stays_open(room: CardRoom) -> None:
    board = public(await room.say("start"))
    menu = changed(await room.press(board, "Menu"))
    await room.pass_time(IDLE_SECONDS + 1)
    assert "Close menu" in room.live_boards()[0].buttons
    changed(await room.press(menu, "Close menu"))
    await room.pass_time(IDLE_SECONDS + 1)
    assert is_hinted(room)


@pytest.mark.parametrize("game", ["over", "another"])
async def test_a_game_that_is_over_or_not_the_guided_one_gets_no_hint(room: CardRoom, game: str) -> None:
    assert GUIDED.deal is not None
    if game == "another":
        await room.start("tens", GUIDED.deal + 1)
    else:
        await room.say("start")
        await room.say("give-up")
    await room.pass_time(IDLE_SECONDS + 1)
    assert not is_hinted(room)


async def test_a_change_elsewhere_leaves_the_board_as_it_is(room: CardRoom) -> None:
    await room.say("start")
    await room.play_legal()
    await room.pass_time(IDLE_SECONDS + 1)
    assert not is_hinted(room)


async def test_a_refused_edit_is_only_logged(room: CardRoom) -> None:
    await room.say("start")
    with room.refusing():
        await room.pass_time(IDLE_SECONDS + 1)
    assert not is_hinted(room)
