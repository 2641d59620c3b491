"""A board's menu and what it opens."""

import asyncio
from typing import Any

import pytest

from engine import VARIANTS, Status
from tests.support.card_room import INTERACTION, CardRoom, changed, only, public
from tests.support.shown import Shown

FIRST_PAGE = ["Rules", "Today", "Help", "New deal", "My games", "More"]
SECOND_PAGE = ["Give up", "Share", "Settings", "Statistics", "Back"]


async def open_menu(room: CardRoom, board: Shown) -> Shown:
    return changed(await room.press(board, "Menu"))


@pytest.mark.parametrize("game", VARIANTS)
async def test_every_games_menu_opens_in_two_pages_and_closes(room: CardRoom, game: str) -> None:
    board = await room.start(game, 1)
    before = list(board.buttons)
    first = await open_menu(room, board)
    assert first.id == board.id
    assert list(first.buttons)[: len(FIRST_PAGE)] == FIRST_PAGE
    second = changed(await room.press(first, "More"))
    assert list(second.buttons)[: len(SECOND_PAGE)] == SECOND_PAGE
    first = changed(await room.press(second, "Back"))
    assert list(changed(await room.press(first, "Close menu")).buttons) == before
    assert (await room.game()).version == 1


async def test_give_up_ends_the_game_in_the_same_message(room: CardRoom) -> None:
    menu = await room.open_more(await room.start("dimes", 8))
    board = changed(await room.press(menu, "Give up"))
    assert board.id == menu.id
    assert "You gave up" in board.text
    assert (await room.game()).game.status is Status.GIVEN_UP
    menu = await open_menu(room, board)
    assert not {"Give up", "My games"} & set(menu.buttons)
    assert "Grounds for Divorce" in only(await room.press(menu, "All games")).buttons
    assert "You gave up" not in changed(await room.press(menu, "Undo")).text


async def test_give_up_asks_first_once_a_move_was_made(room: CardRoom) -> None:
    board = changed(await room.press(await room.start("dimes", 8), "Draw"))
    asked = changed(await room.press(await room.open_more(board), "Give up"))
    assert asked.id == board.id
    assert "Give up this game? After that, ↩️ Undo can bring it back until you start another." in asked.text
    kept = changed(await room.press(asked, "Cancel"))
    assert "Give up" not in kept.text
    asked = changed(await room.press(await room.open_more(kept), "Give up"))
    over = changed(await room.press(asked, "Give up"))
    assert (await room.game()).game.status is Status.GIVEN_UP
    assert changed(await room.press(over, "Undo")).moves_made == 1


async def test_new_deal_asks_first_and_deals_another_game_under_the_same_rules(room: CardRoom) -> None:
    menu = await open_menu(room, await room.start("diplomat", 0, rules="free"))
    board = changed(await room.press(menu, "Draw"))
    assert board.moves_made == 1
    assert "Rules" not in board.buttons
    asked = changed(await room.press(await open_menu(room, board), "New deal"))
    assert "Deal a new game of Diplomat? This one will wait in My games." in asked.text
    assert (await room.game()).game.deal == 0
    board = changed(await room.press(asked, "Cancel"))
    assert "Deal a new game" not in board.text
    asked = changed(await room.press(await open_menu(room, board), "New deal"))
    assert "draw at any time" in public(await room.press(asked, "New deal")).text
    game = (await room.game()).game
    assert game.deal != 0
    assert (game.variant.name, game.options) == ("diplomat", {"stock": "free"})


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("Rules", "**Goal.**"),
        ("Today", "Dailies for"),
        ("Help", "Press **Play**"),
        ("My games", "No games are waiting"),
        ("Share", "Post it"),
        ("Statistics", "No finished games yet"),
        ("Settings", "Your settings are the same in every server"),
    ],
)
async def test_a_page_that_the_menu_opens_is_private_and_closes_it(room: CardRoom, label: str, words: str) -> None:
    board = changed(await room.press(await room.start("dimes", 8), "Draw"))
    closed = list(board.buttons)
    menu = await (open_menu(room, board) if label in FIRST_PAGE else room.open_more(board))
    page = only(await room.press(menu, label))
    assert page.ephemeral
    assert words in page.text
    (shown,) = room.live_boards()
    assert shown.id == menu.id
    assert list(shown.buttons) == closed


async def test_a_slow_page_does_not_draw_over_what_its_player_has_pressed_meanwhile(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    menu = await room.open_more(changed(await room.press(await room.start("dimes", 8), "Draw")))
    async with room.at_once(times=0):
        await room.press(menu, "Hint")
    (hint,) = room.held
    read = room.services.statistics.of

    async def slowly(*arguments: Any) -> Any:
        later = room.env.backend.new_interaction(3, room.channel.id, room.alice.id, room.env.guild.id)
        later.source_message_id = menu.id
        room.env.backend.emit(INTERACTION, hint | {"id": str(later.id), "token": later.token})
        while "Play it" not in room.live_boards()[0].buttons:
            await asyncio.sleep(0.01)
        return await read(*arguments)

    monkeypatch.setattr(room.services.statistics, "of", slowly)
    await room.press(menu, "Statistics")
    (board,) = room.live_boards()
    assert "Play it" in board.enabled


async def test_a_hint_stays_on_the_board_that_replaces_one_with_an_open_menu(room: CardRoom) -> None:
    menu = await open_menu(room, await room.start("tens", 13))
    room.env.inject_error("PATCH", "/webhooks/*/@original", status=404, code=10008, message="No", times=1)
    await room.press(menu, "Hint")
    (*_, board) = room.messages()
    assert board.id != menu.id
    assert "Play it" in board.enabled


async def test_statistics_and_settings_on_another_players_board_are_the_users_own(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.say("draw")
    menu = await open_menu(room, public(await room.say("give-up")))
    assert "bob" in only(await room.press(menu, "Statistics", room.bob)).text
    settings = only(await room.press(menu, "Settings", room.bob))
    await room.press(settings, "Only I see new boards", room.bob)
    assert not (await room.services.preferences.of(room.turn(), room.alice.id)).private_board


@pytest.mark.parametrize("label", ["Give up", "Share", "Close menu"])
async def test_the_menu_of_an_old_board_changes_nothing_and_shows_the_newest_board(room: CardRoom, label: str) -> None:
    menu = await room.open_more(await room.start("dimes", 8))
    await room.play("draw")
    await room.restart()
    assert changed(await room.press(menu, label)).moves_made == 1
    assert await room.saved() == "dimes|8||1|draw"


async def test_a_shared_table_is_public_and_cannot_be_played_on(room: CardRoom) -> None:
    await room.prefer(private_board=True)
    board = only(await room.say("start", game="dimes", deal="8"))
    shared = await room.share(board)
    assert "alice" in shared.text
    assert "deal 8" in shared.text
    assert set(shared.buttons) == {"Play it too", "Challenge"}
    assert [message.id for message in room.live_boards()] == [board.id]


async def test_a_shared_table_leaves_out_what_is_for_its_player(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await room.say("draw")
    board = await room.start("diplomat", 8)
    shared = await room.share(board)
    for personal in ("Dimes", "How it works"):
        assert personal in board.text
        assert personal not in shared.text


async def test_anyone_may_play_a_shared_deal(room: CardRoom) -> None:
    shared = await room.share(await room.start("grounds-for-divorce", 2**64 - 1, rules="classic"))
    await room.restart()
    board = public(await room.press(shared, "Play it too", room.bob))
    assert "bob" in board.text
    assert await room.saved(room.bob) == await room.saved() == f"grounds-for-divorce|{2**64 - 1}|rules=classic|0|"
    assert set(shared.buttons) == {"Play it too", "Challenge"}
    await room.play_legal()
    await room.press(shared, "Play it too")
    assert (await room.game()).game.moves == ()
