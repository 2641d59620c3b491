"""A player's settings: how boards look, who sees them, and what happens automatically."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import aiosqlite
import discord
import pytest
import simcord

from bot.app.local.terminal import parts_of
from bot.commands.live_boards import LiveBoards
from bot.language import LANGUAGES
from bot.model.preferences import AUTOMATIC, BoardView, Preferences
from tests.support.card_room import (
    CardRoom,
    buttons,
    changed,
    choices,
    moves_made,
    only,
    private,
    public,
    text,
)
from tests.support.shown import Shown

SWITCHES = {
    "Four-colour suits": Preferences(four_colour=True),
    "Only I see new boards": Preferences(private_board=True),
    "Auto-move safe cards home": Preferences(auto_home=True),
    "Hide my statistics from others": Preferences(private_statistics=True),
    "Nobody may challenge me": Preferences(no_challenges=True),
}


EMOJI, TEXT, PICTURE, WORDS = "Board: Emoji", "Board: Text", "Board: Picture", "Board: Words"


async def settings(room: CardRoom) -> Shown:
    answer = await room.say("settings")
    private(answer)
    return only(answer)


def chosen(message: simcord.ResponseMessage) -> list[str]:
    """The current choices in the selects of the settings page."""
    return [
        choice["label"]
        for part, _ in parts_of(message.components)
        for choice in part.get("options", ())
        if choice["default"]
    ]


def switched_on(message: simcord.ResponseMessage) -> set[str]:
    return {label for label, button in buttons(message).items() if button["style"] == discord.ButtonStyle.success.value}


def view_of(message: simcord.ResponseMessage) -> BoardView:
    """The view in which a board is drawn."""
    if message.attachments:
        return BoardView.PICTURE
    if "Pile 1: " in text(message):
        return BoardView.WORDS
    return BoardView.EMOJI if "<:" in text(message) else BoardView.TEXT


async def test_a_new_user_tries_the_views_under_the_first_board_until_the_first_move(room: CardRoom) -> None:
    board = public(await room.say("start"))
    for name, view in (
        ("Picture", BoardView.PICTURE),
        ("Words", BoardView.WORDS),
        ("Text", BoardView.TEXT),
        ("Emoji", BoardView.EMOJI),
    ):
        board = changed(await room.press(board, name))
        assert view_of(board) is view
        assert (await room.services.preferences.of(room.turn(), room.alice.id)).view is view
        assert name not in buttons(board)
    board = changed(await room.press(board, "Picture"))
    board = changed(await room.play_first(board))
    assert "Text" not in buttons(board)
    assert view_of(board) is BoardView.PICTURE


async def test_a_new_user_tries_four_colours_under_the_first_board(room: CardRoom) -> None:
    board = public(await room.say("start"))
    in_two_colours = board.embeds[0].description
    board = changed(await room.press(board, "4 colours"))
    assert board.embeds[0].description != in_two_colours
    assert (await room.services.preferences.of(room.turn(), room.alice.id)).four_colour
    assert "4 colours" not in buttons(changed(await room.press(board, "Text")))
    board = changed(await room.press(board, "Emoji"))
    board = changed(await room.press(board, "2 colours"))
    assert board.embeds[0].description == in_two_colours


async def test_the_settings_page_shows_the_current_settings(room: CardRoom) -> None:
    shown = await settings(room)
    assert chosen(shown) == [EMOJI, "Language: same as Discord", "Reminder: none"]
    assert switched_on(shown) == set()
    assert set(LANGUAGES.values()) <= set(choices(shown))


@pytest.mark.parametrize("label", SWITCHES)
async def test_a_switch_survives_a_restart_until_it_is_pressed_again(room: CardRoom, label: str) -> None:
    shown = changed(await room.press(await settings(room), label))
    assert switched_on(shown) == {label}
    await room.restart()
    shown = await settings(room)
    assert switched_on(shown) == {label}
    assert await room.services.preferences.of(room.turn(), room.alice.id) == SWITCHES[label]
    changed(await room.press(shown, label))
    await room.restart()
    assert switched_on(await settings(room)) == set()


@pytest.mark.parametrize("label", [TEXT, PICTURE, WORDS, *LANGUAGES.values()])
async def test_a_choice_survives_a_restart(room: CardRoom, label: str) -> None:
    await room.choose(await settings(room), label)
    await room.restart()
    assert label in chosen(await settings(room))


async def test_the_language_can_follow_discord_again(room: CardRoom) -> None:
    shown = changed(await room.choose(await settings(room), "English"))
    await room.choose(shown, "Language: same as Discord")
    assert (await room.services.preferences.of(room.turn(), room.alice.id)).language is None


async def test_settings_apply_only_to_the_user_who_made_them(room: CardRoom) -> None:
    shown = changed(await room.choose(await settings(room), PICTURE))
    for label in SWITCHES:
        shown = changed(await room.press(shown, label))
    assert await room.services.preferences.of(room.turn(), room.bob.id) == Preferences()
    his = public(await room.say("start", room.bob, game="dimes", deal="8"))
    assert view_of(his) is BoardView.EMOJI


async def test_a_settings_page_still_works_after_a_restart_and_next_to_another(room: CardRoom) -> None:
    old = await settings(room)
    await room.press(await settings(room), "Four-colour suits")
    await room.restart()
    shown = changed(await room.press(old, "Only I see new boards"))
    assert switched_on(shown) == {"Four-colour suits", "Only I see new boards"}


async def test_pressing_a_switch_twice_at_once_changes_it_once(room: CardRoom) -> None:
    shown = await settings(room)
    async with room.at_once(times=2):
        await room.press(shown, "Four-colour suits")
        await room.press(shown, "Four-colour suits")
    assert switched_on(await settings(room)) == {"Four-colour suits"}


async def test_choosing_a_view_redraws_the_live_board_at_once(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    assert view_of(board) is BoardView.EMOJI
    shown = await settings(room)
    for label, view in (
        (TEXT, BoardView.TEXT),
        (PICTURE, BoardView.PICTURE),
        (WORDS, BoardView.WORDS),
        (EMOJI, BoardView.EMOJI),
        (PICTURE, BoardView.PICTURE),
    ):
        shown = changed(await room.choose(shown, label))
        assert view_of(board) is view
    changed(await room.choose(shown, TEXT))
    assert view_of(board) is BoardView.TEXT
    assert board.attachments == []
    assert room.live_boards()[0].id == board.id


async def test_the_live_board_is_redrawn_after_a_restart_too(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    await room.restart()
    await room.choose(await settings(room), TEXT)
    assert view_of(board) is BoardView.TEXT


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


def shown_on(board: simcord.ResponseMessage) -> Any:
    """All that a message without selects' nonces shows."""
    rows = json.dumps(board.components, ensure_ascii=False)
    return (
        board.content,
        [embed.to_dict() for embed in board.embeds],
        [attachment.filename for attachment in board.attachments],
        re.sub(r"@[0-9a-f]{6}", "", rows),
    )


async def choose_value(room: CardRoom, page: simcord.ResponseMessage, value: str, who: Any) -> None:
    """Choose in the settings by a value, whatever language they are in."""
    label = next(label for label, (_, known) in choices(page).items() if known == value)
    changed(await room.choose(page, label, who))


async def test_a_change_that_is_slow_to_redraw_the_board_does_not_undo_a_later_one(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.start("dimes", 8)
    first = shown_on(board)
    page = await settings(room)
    redraws, is_redrawn = 0, asyncio.Event()
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


async def test_a_board_that_others_see_stays_as_it_is_if_the_next_ones_are_private(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    await room.press(await settings(room), "Only I see new boards")
    assert "Challenge" in buttons(await room.open_more(board))


async def test_a_redrawn_board_can_still_be_played_on(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    await room.choose(await settings(room), TEXT)
    assert moves_made(changed(await room.press(board, "Draw"))) == 1


async def test_a_setting_is_saved_even_if_the_board_cannot_be_redrawn(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    with room.refusing():
        shown = changed(await room.choose(await settings(room), TEXT))
    assert TEXT in chosen(shown)
    assert view_of(board) is BoardView.EMOJI
    assert view_of(public(await room.say("show"))) is BoardView.TEXT


async def test_four_colour_suits_change_the_emoji(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    before = text(board)
    await room.press(await settings(room), "Four-colour suits")
    assert view_of(board) is BoardView.EMOJI
    assert text(board) != before


async def test_the_rules_use_the_chosen_view(room: CardRoom) -> None:
    for view in BoardView:
        await room.prefer(view=view)
        assert view_of(only(await room.say("rules", game="dimes"))) is view


async def test_choosing_private_boards_applies_to_the_next_board(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    await room.press(await settings(room), "Only I see new boards")
    assert not board.ephemeral
    assert only(await room.say("draw")).ephemeral


async def test_settings_can_be_changed_before_the_first_game(room: CardRoom) -> None:
    shown = changed(await room.choose(await settings(room), TEXT))
    assert TEXT in chosen(shown)
    assert view_of(await room.start("dimes", 8)) is BoardView.TEXT


async def test_a_value_that_was_never_offered_changes_nothing(room: CardRoom) -> None:
    for label, value in ((TEXT, "hologram"), ("English", "tlh")):
        shown = await settings(room)
        async with room.at_once(times=0):
            await room.choose(shown, label)
        (payload,) = room.held
        await room.deliver({**payload, "data": {**payload["data"], "values": [value]}})
        assert await room.services.preferences.of(room.turn(), room.alice.id) == Preferences()


async def test_a_setting_is_saved_and_shown_even_if_the_game_cannot_be_read(room: CardRoom) -> None:
    await room.start("dimes", 8)
    page = await settings(room)
    async with aiosqlite.connect(room.path) as other:
        await other.execute("UPDATE games SET saved = 'poker', version = version + 1")
        await other.commit()
    assert switched_on(changed(await room.press(page, "Four-colour suits"))) == {"Four-colour suits"}


async def test_a_redelivered_press_does_not_restore_an_old_setting(room: CardRoom) -> None:
    page = await settings(room)
    await room.press(page, "Four-colour suits")
    again = room.last_interaction
    await room.press(page, "Four-colour suits")
    await room.deliver(again)
    assert switched_on(await settings(room)) == set()
