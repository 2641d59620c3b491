"""A board's menu and what it opens."""

from __future__ import annotations

import pytest
import simcord

from engine import VARIANTS, Status
from tests.support.card_room import CardRoom, buttons, changed, enabled, moves_made, only, private, public, text

FIRST_PAGE = {"Rules", "New deal", "Shelf", "Share", "Give up", "More"}
SECOND_PAGE = {"Challenge", "Replay", "Statistics", "Settings", "Back"}


async def open_menu(room: CardRoom, board: simcord.ResponseMessage) -> simcord.ResponseMessage:
    return changed(await room.press(board, "Menu"))


async def test_opening_and_closing_the_menu_does_not_change_the_game(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    before, buttons_before = await room.saved(), list(buttons(board))
    menu = await open_menu(room, board)
    assert menu.id == board.id
    assert {*FIRST_PAGE, "Close menu"} <= set(buttons(menu))
    assert list(buttons(changed(await room.press(menu, "Close menu")))) == buttons_before
    assert await room.saved() == before
    assert (await room.game()).version == 1


async def test_the_game_can_be_played_with_the_menu_open(room: CardRoom) -> None:
    menu = await open_menu(room, await room.start("dimes", 8))
    board = changed(await room.press(menu, "Draw"))
    assert moves_made(board) == 1
    assert "Rules" not in buttons(board)


@pytest.mark.parametrize("game", VARIANTS)
async def test_every_game_has_room_for_its_menu(room: CardRoom, game: str) -> None:
    first = await open_menu(room, await room.start(game, 1))
    assert set(buttons(first)) >= FIRST_PAGE
    second = changed(await room.press(first, "More"))
    assert set(buttons(second)) >= SECOND_PAGE
    assert set(buttons(changed(await room.press(second, "Back")))) >= FIRST_PAGE


async def test_a_finished_games_menu_leads_to_all_games(room: CardRoom) -> None:
    await room.start("dimes", 8)
    menu = await open_menu(room, public(await room.say("give-up")))
    assert not {"Give up", "Shelf"} & set(buttons(menu))
    assert "Grounds for Divorce" in buttons(only(await room.press(menu, "All games")))


async def test_give_up_ends_the_game_in_the_same_message(room: CardRoom) -> None:
    menu = await open_menu(room, await room.start("dimes", 8))
    board = changed(await room.press(menu, "Give up"))
    assert board.id == menu.id
    assert "You gave up" in text(board)
    assert (await room.game()).game.status is Status.GIVEN_UP
    assert "You gave up" not in text(changed(await room.press(board, "Undo")))


async def test_new_game_deals_another_of_the_same_rules(room: CardRoom) -> None:
    board = changed(await room.press(await room.start("diplomat", 0, rules="free"), "Draw"))
    assert "draw at any time" in text(public(await room.press(await open_menu(room, board), "New deal")))
    assert (await room.game()).game.deal != 0


async def test_the_rules_are_those_of_the_boards_game_and_private(room: CardRoom) -> None:
    menu = await open_menu(room, await room.start("diplomat", 8))
    answer = await room.press(menu, "Rules")
    private(answer)
    assert "Diplomat" in text(only(answer))
    assert "**Goal.**" in text(only(answer))


async def test_statistics_and_settings_are_private(room: CardRoom) -> None:
    board = await room.start("diplomat", 8)
    for label, words in (("Statistics", "No finished games yet"), ("Settings", "They are the same in every server")):
        menu = await room.open_more(board)
        answer = await room.press(menu, label)
        private(answer)
        assert words in text(only(answer))


@pytest.mark.parametrize("label", ["Rules", "Shelf", "Share", "Replay", "Statistics", "Settings"])
async def test_a_page_that_the_menu_opens_closes_it(room: CardRoom, label: str) -> None:
    board = changed(await room.press(await room.start("dimes", 8), "Draw"))
    closed = list(buttons(board))
    menu = await (open_menu(room, board) if label in FIRST_PAGE else room.open_more(board))
    await room.press(menu, label)
    (shown,) = room.live_boards()
    assert shown.id == menu.id
    assert list(buttons(shown)) == closed


async def test_a_page_closes_the_menu_of_a_finished_game(room: CardRoom) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("give-up"))
    closed = list(buttons(board))
    menu = await open_menu(room, board)
    await room.press(menu, "Rules")
    (shown,) = room.live_boards()
    assert list(buttons(shown)) == closed


async def test_the_replay_button_needs_a_move(room: CardRoom) -> None:
    menu = await room.open_more(await room.start("dimes", 8))
    assert "Replay" not in enabled(menu)
    menu = await room.open_more(changed(await room.press(menu, "Draw")))
    assert only(await room.press(menu, "Replay")).attachments[0].filename == "replay.gif"


@pytest.mark.parametrize("label", ["Rules", "Share", "Replay", "New deal", "Give up", "Close menu"])
async def test_another_players_menu_is_refused_in_private(room: CardRoom, label: str) -> None:
    await room.start("dimes", 8)
    board = public(await room.say("draw"))
    menu = await (room.open_more(board) if label == "Replay" else open_menu(room, board))
    before = text(menu)
    assert "somebody else's game" in private(await room.press(menu, label, room.bob))
    assert text(menu) == before
    assert await room.saved() == "dimes|8||1|draw"
    assert await room.games.find(room.bob.id) is None


async def test_statistics_and_settings_on_another_players_board_are_the_users_own(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.say("draw")
    menu = await open_menu(room, public(await room.say("give-up")))
    assert "bob" in text(only(await room.press(menu, "Statistics", room.bob)))
    settings = only(await room.press(menu, "Settings", room.bob))
    await room.press(settings, "Only I see new boards", room.bob)
    assert not (await room.services.preferences.of(room.turn(), room.alice.id)).private_board


@pytest.mark.parametrize("label", ["Give up", "Share", "Close menu"])
async def test_the_menu_of_an_old_board_changes_nothing_and_shows_the_newest_board(room: CardRoom, label: str) -> None:
    menu = await open_menu(room, await room.start("dimes", 8))
    with room.refusing():
        await room.say("draw")
    await room.restart()
    assert moves_made(changed(await room.press(menu, label))) == 1
    assert await room.saved() == "dimes|8||1|draw"


async def test_the_menu_still_works_after_a_restart(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    await room.restart()
    menu = await open_menu(room, board)
    await room.restart()
    private(await room.press(menu, "Rules"))
    await room.restart()
    menu = await open_menu(room, board)
    assert "You gave up" in text(changed(await room.press(menu, "Give up")))


async def test_a_shared_table_is_public_and_cannot_be_played_on(room: CardRoom) -> None:
    await room.prefer(private_board=True)
    menu = await open_menu(room, only(await room.say("start", game="dimes", deal="8")))
    shared = await room.post(await room.press(menu, "Share"))
    assert "alice" in text(shared)
    assert "deal 8" in text(shared)
    assert set(buttons(shared)) == {"Play it too", "Challenge"}
    assert [message.id for message in room.live_boards()] == [menu.id]


async def test_a_shared_table_leaves_out_what_is_for_its_player(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.say("draw")
    board = await room.start("diplomat", 8)
    shared = await room.post(await room.press(await open_menu(room, board), "Share"))
    for personal in ("Dimes", "How it works"):
        assert personal in text(board)
        assert personal not in text(shared)


async def test_anyone_may_play_a_shared_deal(room: CardRoom) -> None:
    menu = await open_menu(room, await room.start("grounds-for-divorce", 2**64 - 1, rules="classic"))
    shared = await room.post(await room.press(menu, "Share"))
    await room.restart()
    board = public(await room.press(shared, "Play it too", room.bob))
    assert "bob" in text(board)
    assert await room.saved(room.bob) == await room.saved() == f"grounds-for-divorce|{2**64 - 1}|rules=classic|0|"
    assert set(buttons(shared)) == {"Play it too", "Challenge"}


async def test_the_sharing_player_can_play_the_deal_again(room: CardRoom) -> None:
    menu = await open_menu(room, await room.start("tens", 8))
    shared = await room.post(await room.press(menu, "Share"))
    await room.say("move", move="4+8")
    await room.press(shared, "Play it too")
    assert await room.saved() == "tens|8||0|"


async def test_pressing_a_shared_deal_twice_at_once_deals_it_once(room: CardRoom) -> None:
    menu = await open_menu(room, await room.start("tens", 8))
    shared = await room.post(await room.press(menu, "Share"))
    async with room.at_once(times=2):
        await room.press(shared, "Play it too", room.bob)
    await room.deliver(*room.held)
    assert (await room.game(room.bob)).version == 1
    assert sum("bob" in text(message) for message in room.messages()) == 1
