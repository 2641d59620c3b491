"""A player's settings: how boards look, who sees them, and what happens automatically."""

import asyncio
import json
import re
from typing import Any

import discord
import pytest

from bot.commands.live_boards import LiveBoards
from bot.language import LANGUAGES
from bot.model.preferences import AUTOMATIC, BoardView, Preferences
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.components import parts_of
from tests.support.kinds import ask
from tests.support.shown import Shown

SWITCHES = {
    "Four-colour suits": Preferences(four_colour=False),
    "Only I see new boards": Preferences(private_board=True),
    "Auto-move safe cards home": Preferences(auto_home=True),
    "Draw one card at a time": Preferences(draw_one=True),
    "Hide my statistics from others": Preferences(private_statistics=True),
    "No challenges for me": Preferences(no_challenges=True),
}

ON_BY_DEFAULT = {"Four-colour suits"}

EMOJI, TEXT, PICTURE, WORDS = "Board: Emoji", "Board: Text", "Board: Picture", "Board: Words"


async def settings(room: CardRoom) -> Shown:
    answer = await room.say("settings")
    private(answer)
    return only(answer)


def chosen(message: Shown) -> list[str]:
    selects = [part for part, _ in parts_of(message.components)]
    return [choice["label"] for select in selects for choice in select.get("options", ()) if choice["default"]]


def switched_on(message: Shown) -> set[str]:
    return {label for label, button in message.buttons.items() if button["style"] == discord.ButtonStyle.success.value}


def view_of(message: Shown) -> BoardView:
    if message.attachments:
        return BoardView.PICTURE
    if "Pile 1: " in message.text:
        return BoardView.WORDS
    return BoardView.EMOJI if "<:" in message.text else BoardView.TEXT


async def test_the_settings_page_shows_the_current_settings(room: CardRoom) -> None:
    shown = await settings(room)
    assert chosen(shown) == [EMOJI, "Language: same as Discord", "Reminder: none"]
    assert switched_on(shown) == ON_BY_DEFAULT
    assert set(LANGUAGES.values()) <= set(shown.choices)


@pytest.mark.parametrize("label", SWITCHES)
async def test_a_switch_survives_a_restart_until_it_is_pressed_again(room: CardRoom, label: str) -> None:
    shown = changed(await room.press(await settings(room), label))
    assert switched_on(shown) == ON_BY_DEFAULT ^ {label}
    await room.restart()
    assert switched_on(await settings(room)) == ON_BY_DEFAULT ^ {label}
    assert await room.services.preferences.of(room.turn(), room.alice.id) == SWITCHES[label]
    assert await room.services.preferences.of(room.turn(), room.bob.id) == Preferences()
    changed(await room.press(shown, label))
    assert switched_on(await settings(room)) == ON_BY_DEFAULT


async def test_two_settings_pages_and_a_restart_lose_no_choice(room: CardRoom) -> None:
    old = await settings(room)
    await room.choose(await settings(room), TEXT)
    await room.restart()
    assert chosen(changed(await room.choose(old, "Deutsch")))[:2] == ["Tisch: Text", "Deutsch"]


@pytest.mark.parametrize(
    ("where", "is_restarted"),
    [("here", False), ("here", True), ("in another server", False), ("in direct messages", False)],
)
async def test_a_board_follows_every_setting_there_and_back_again(
    room: CardRoom, *, where: str, is_restarted: bool
) -> None:
    board = public(await room.say("start", room.bob, game="dimes", deal="8"))
    changed(await room.press(board, "Draw", room.bob))
    first = shown_on(board)
    if is_restarted:
        await room.restart()
    who: Any = room.bob
    if where == "here":
        page = only(await room.say("settings", room.bob))
    elif where == "in another server":
        who = room.bob_elsewhere
        page = only(await who.slash(room.elsewhere, "solitaire settings"))
    else:
        who = room.bob.user
        page = only(await who.slash("solitaire settings"))
    for there, back in ((view, BoardView.EMOJI) for view in BoardView):
        await choose_value(room, page, there, who)
        assert (shown_on(board) == first) is (there is back)
        await choose_value(room, page, back, who)
        assert shown_on(board) == first
    for code in LANGUAGES:
        await choose_value(room, page, code, who)
        assert (shown_on(board) == first) is (code == "en")
        await choose_value(room, page, AUTOMATIC, who)
        assert shown_on(board) == first
    for label in SWITCHES:
        changed(await room.press(page, label, who))
        assert (shown_on(board) == first) is (label != "Four-colour suits")
        changed(await room.press(page, label, who))
        assert shown_on(board) == first


def shown_on(board: Shown) -> Any:
    """Everything that a message shows, without the nonces of its selects."""
    rows = json.dumps(board.components, ensure_ascii=False)
    return (
        board.content,
        [embed.to_dict() for embed in board.embeds],
        [attachment.filename for attachment in board.attachments],
        re.sub(r"@[0-9a-f]{6}", "", rows),
    )


async def choose_value(room: CardRoom, page: Shown, value: str, who: Any) -> None:
    """Choose a value in the settings, in any language."""
    label = next(label for label, (_, known) in page.choices.items() if known == value)
    changed(await room.choose(page, label, who))


async def test_a_change_that_is_slow_to_redraw_the_board_does_not_undo_a_later_one(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.start("dimes", 8)
    first = shown_on(board)
    page = await settings(room)
    redraws = 0
    is_redrawn = asyncio.Event()
    edit = LiveBoards.edit

    async def edit_the_first_last(self: LiveBoards, *arguments: Any) -> None:
        nonlocal redraws
        redraws += 1
        if redraws == 1:
            await is_redrawn.wait()
        await edit(self, *arguments)
        is_redrawn.set()

    monkeypatch.setattr(LiveBoards, "edit", edit_the_first_last)
    async with room.at_once():
        await room.choose(page, "Deutsch")
        await room.choose(page, "Language: same as Discord")
    assert redraws == 2
    assert shown_on(board) == first


async def test_a_board_that_is_slow_to_draw_does_not_replace_one_that_was_drawn_later(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.start("dimes", 8)
    page = await settings(room)
    redraws = 0
    is_released = asyncio.Event()
    is_edited_again = asyncio.Event()
    draw = room.services.pictures.table
    edit = LiveBoards.edit

    async def draw_late(*arguments: Any, **options: Any) -> bytes:
        picture = await draw(*arguments, **options)
        await room.env.external_wait(is_released.wait(), reason="the picture is held")
        return picture

    async def edit_behind(self: LiveBoards, *arguments: Any) -> None:
        nonlocal redraws
        redraws += 1
        editing = edit(self, *arguments)
        if redraws == 1:
            await editing
        else:  # it may wait for the first one
            await room.env.external_wait(editing, reason="the picture is held")
            is_edited_again.set()

    monkeypatch.setattr(room.services.pictures, "table", draw_late)
    monkeypatch.setattr(LiveBoards, "edit", edit_behind)
    changed(await room.choose(page, PICTURE))
    changed(await room.choose(page, TEXT))
    is_released.set()
    await is_edited_again.wait()
    await room.env.settle()
    assert redraws == 2
    assert not board.attachments
    assert "Dimes" in board.content


async def test_a_setting_is_saved_even_if_the_board_cannot_be_redrawn(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    with room.refusing():
        shown = changed(await room.choose(await settings(room), TEXT))
    assert TEXT in chosen(shown)
    assert view_of(board) is BoardView.EMOJI
    assert view_of(public(await room.say("show"))) is BoardView.TEXT


async def test_choosing_private_boards_applies_to_the_next_board(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    await room.press(await settings(room), "Only I see new boards")
    assert not board.ephemeral
    assert only(await room.say("draw")).ephemeral


async def test_a_setting_is_saved_and_shown_even_if_the_game_cannot_be_read(room: CardRoom) -> None:
    await room.start("dimes", 8)
    page = await settings(room)
    await ask(room.url, "UPDATE games SET saved = 'poker', version = version + 1")
    assert switched_on(changed(await room.press(page, "Four-colour suits"))) == set()


async def test_a_redelivered_press_does_not_restore_an_old_setting(room: CardRoom) -> None:
    page = await settings(room)
    await room.press(page, "Four-colour suits")
    again = room.last_interaction
    await room.press(page, "Four-colour suits")
    await room.deliver(again)
    assert switched_on(await settings(room)) == ON_BY_DEFAULT
