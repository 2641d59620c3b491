"""Each player has one live board: a new one retires the one before."""

import dataclasses
from collections.abc import Sequence
from unittest.mock import AsyncMock

import pytest

from bot.store import BoardStore, StoreError
from tests.support.card_room import CALLBACK, LATER_EDITS, CardRoom, changed, only, private, public
from tests.support.shown import Shown

BROKEN = AsyncMock(side_effect=StoreError("The database cannot be used: the disk cannot be read or written."))


async def saved_id(room: CardRoom) -> int | None:
    noted = await room.services.boards.of(room.turn())
    return None if noted is None else noted.message_id


def ids(messages: Sequence[Shown]) -> list[int]:
    return [message.id for message in messages]


@pytest.mark.parametrize(
    ("command", "restarts"), [("show", False), ("draw", False), ("undo", False), ("give-up", False), ("draw", True)]
)
async def test_a_command_shows_a_new_board_and_retires_the_previous_one(
    room: CardRoom, command: str, *, restarts: bool
) -> None:
    await room.start("dimes", 8)
    above = public(await room.say("draw"))
    await room.env.advance_time(3600)
    if restarts:
        await room.restart()
    below = public(await room.say(command))
    assert room.is_gone(above)
    assert ids(room.live_boards()) == [below.id]


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_new_game_takes_the_controls_off_the_old_board(room: CardRoom, *, restarts: bool) -> None:
    await room.start("dimes", 8)
    old = public(await room.say("give-up"))
    if restarts:
        await room.restart()
    new = await room.start("tens", 8)
    assert "You gave up" in old.text
    assert old.components == []
    assert ids(room.live_boards()) == [new.id]


async def test_the_board_of_a_game_left_for_another_disappears(room: CardRoom) -> None:
    await room.start("dimes", 8)
    old = public(await room.say("draw"))
    new = await room.start("tens", 8)
    assert old.id not in ids(room.messages())
    assert ids(room.live_boards()) == [new.id]


async def test_a_board_that_cannot_be_deleted_says_where_the_game_goes_on(room: CardRoom) -> None:
    above = await room.start("dimes", 8)
    for path in LATER_EDITS:
        room.env.inject_error("DELETE", path, status=403, code=50013, message="Missing Permissions")
    below = public(await room.say("draw"))
    assert above.content == "The board moved to a newer message ⬇️"
    assert (above.embeds, above.components, above.attachments) == ([], [], [])
    assert ids(room.live_boards()) == [below.id]


async def test_players_do_not_retire_each_others_boards(room: CardRoom) -> None:
    hers = await room.start("dimes", 8)
    his = public(await room.say("start", room.bob, game="dimes", deal="8"))
    assert ids(room.live_boards()) == [hers.id, his.id]


async def test_a_press_on_an_older_board_makes_it_live_and_retires_the_other(room: CardRoom) -> None:
    older = await room.start("dimes", 8)
    with room.refusing():
        newer = public(await room.say("draw"))
    assert ids(room.live_boards()) == [older.id, newer.id]
    assert changed(await room.press(older, "Draw")).moves_made == 1
    assert ids(room.live_boards()) == [older.id]
    assert room.is_gone(newer)


async def test_a_late_board_of_an_older_command_does_not_replace_the_live_one(
    room: CardRoom,
) -> None:
    await room.start("dimes", 8)
    async with room.at_once(times=0):
        await room.say("draw")
        await room.say("draw")
    older, newer = room.held
    await room.deliver(newer)
    (live,) = room.live_boards()
    await room.deliver(older)
    assert ids(room.live_boards()) == [live.id]


async def test_a_recent_board_is_retired_in_one_request_without_any_permission(room: CardRoom) -> None:
    """Where the bot is not a member, it can edit a message only through the interaction that the message answers."""
    above = await room.start("dimes", 8)
    with room.refusing("/channels/*"):
        changed(await room.press(above, "Draw"))
        below = public(await room.say("show"))
        assert room.is_gone(above)
        before = len(room.env.http_requests)
        await room.say("draw")
        assert room.is_gone(below)
    assert [request.method for request in room.env.http_requests[before:]] == ["POST", "DELETE"]


@pytest.mark.parametrize("restarts", [False, True])
@pytest.mark.parametrize("is_deleted", [False, True])
async def test_a_board_that_was_deleted_or_cannot_be_edited_does_not_prevent_the_next(
    room: CardRoom, caplog: pytest.LogCaptureFixture, *, is_deleted: bool, restarts: bool
) -> None:
    above = await room.start("dimes", 8)
    if is_deleted:
        room.env.backend.delete_message(room.channel.id, above.id)
    if restarts:
        await room.restart()
    with room.refusing():
        below = public(await room.say("draw"))
    assert below.moves_made == 1
    assert ids(room.messages()) == ([below.id] if is_deleted else [above.id, below.id])
    worse = [record for record in caplog.records if record.name.startswith("bot") and record.levelname != "INFO"]
    assert worse == []


async def test_the_player_hears_nothing_if_saving_the_live_board_fails(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.start("dimes", 8)
    monkeypatch.setattr(BoardStore, "of", BROKEN)
    monkeypatch.setattr(BoardStore, "put", BROKEN)
    board = public(await room.say("draw"))
    assert board.moves_made == 1
    assert changed(await room.press(board, "Draw")).moves_made == 2


async def test_a_private_board_retires_a_public_one_and_vice_versa(room: CardRoom) -> None:
    shown_to_all = await room.start("dimes", 8)
    await room.prefer(private_board=True)
    shown_to_her = only(await room.say("show"))
    assert shown_to_her.ephemeral
    assert room.is_gone(shown_to_all)
    redrawn = changed(await room.press(shown_to_her, "Draw"))
    assert redrawn.ephemeral
    assert redrawn.moves_made == 1
    await room.prefer(private_board=False)
    public(await room.say("show"))
    assert room.is_gone(shown_to_her)


async def test_a_private_board_from_before_a_restart_stays_and_does_no_harm(room: CardRoom) -> None:
    """Only an answer to a press on it can still edit it."""
    await room.prefer(private_board=True)
    above = only(await room.say("start", game="dimes", deal="8"))
    await room.restart()
    below = only(await room.say("draw"))
    assert ids(room.live_boards()) == [above.id, below.id]
    assert changed(await room.press(above, "Draw")).moves_made == 1
    assert ids(room.live_boards()) == [above.id]


async def test_only_a_board_that_is_shown_retires_the_one_before(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    private(await room.say("move", move="1+2"))
    private(await room.say("rules", game="dimes"))
    room.env.inject_error("POST", CALLBACK, status=403, code=50013, message="Missing Permissions")
    private(await room.say("draw"))
    assert ids(room.live_boards()) == [board.id]
    assert changed(await room.press(board, "Draw")).moves_made == 1


async def test_the_board_is_live_in_the_channel_where_it_was_last_requested(room: CardRoom) -> None:
    above = await room.start("dimes", 8)
    assert public(await room.alice.user.slash("solitaire show")).moves_made == 0
    assert room.is_gone(above)


async def test_a_board_that_another_process_drew_meanwhile_is_retired_some_seconds_later(room: CardRoom) -> None:
    first = await room.start("dimes", 8)
    with room.refusing():
        second = public(await room.say("draw"))
    await room.pass_time(11)
    noted = await room.services.boards.of(room.turn())
    assert noted is not None
    elsewhere = dataclasses.replace(noted, message_id=first.id, drawn_by=second.id + 10**9)
    await room.services.boards.put(room.turn(), elsewhere)
    third = public(await room.say("draw"))
    assert room.is_gone(second)
    assert ids(room.live_boards()) == [first.id, third.id]
    await room.pass_time(11)
    assert room.is_gone(first)
    assert ids(room.live_boards()) == [third.id]


@pytest.mark.parametrize(
    ("error", "logged"),
    [
        (StoreError("The disk is full."), "the live board was not saved"),
        (ValueError("Something new."), "Something new."),
    ],
)
async def test_a_board_that_could_not_be_saved_is_saved_later(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception, logged: str
) -> None:
    await room.start("dimes", 8)
    below = public(await room.say("draw"))
    with monkeypatch.context() as broken:
        broken.setattr(BoardStore, "put", AsyncMock(side_effect=error))
        await room.pass_time(11)
    assert logged in caplog.text
    if isinstance(error, ValueError):
        below = public(await room.say("show"))
    await room.pass_time(11)
    assert await saved_id(room) == below.id
    assert public(await room.say("draw")).moves_made == 2
    assert room.is_gone(below)


async def test_a_board_that_is_drawn_again_in_its_message_is_not_stored_again(room: CardRoom) -> None:
    board = await room.start("dimes", 8)
    await room.pass_time(11)
    stored = await room.services.boards.of(room.turn())
    await room.press(board, "Draw")
    await room.pass_time(11)
    assert await room.services.boards.of(room.turn()) == stored
    assert changed(await room.press(board, "Draw")).moves_made == 2


async def test_an_export_includes_the_board_that_was_just_drawn(room: CardRoom) -> None:
    await room.start("dimes", 8)
    below = public(await room.say("draw"))
    await room.press(only(await room.say("privacy")), "Export my data")
    assert await saved_id(room) == below.id
