"""Refusals stay until their reader goes on, and do not pile up."""

import asyncio
from unittest.mock import AsyncMock

import discord
import pytest

from tests.support.card_room import CardRoom, changed, only, private


def private_messages(room: CardRoom) -> list[str]:
    return [message.text for message in room.messages() if message.ephemeral]


async def test_a_refusal_takes_the_place_of_the_one_before_and_is_deleted_by_the_next_board(room: CardRoom) -> None:
    board = await room.start("diplomat", 8)
    assert "isn't a move" in private(await room.say("move", move="nonsense"))
    assert "There is no pile 9" in private(await room.say("move", move="1>9"))
    assert len(private_messages(room)) == 1
    changed(await room.press(board, "Menu"))
    assert private_messages(room) == []


async def test_two_interactions_at_once_delete_a_refusal_once(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    board = await room.start("diplomat", 8)
    async with room.at_once():
        await room.say("move", move="nonsense")
        await room.say("move", move="1>9")
    assert len(private_messages(room)) == 2
    delete = discord.Webhook.delete_message

    async def delete_slowly(self: discord.Webhook, message_id: int, /) -> None:
        await asyncio.sleep(0.05)
        await delete(self, message_id)

    monkeypatch.setattr(discord.Webhook, "delete_message", delete_slowly)
    async with room.at_once():
        await room.press(board, "Menu")
        await room.press(board, "Menu")
    assert private_messages(room) == []
    assert [record.message for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


async def test_each_user_has_refusals_of_their_own(room: CardRoom) -> None:
    await room.start("diplomat", 8)
    await room.say("move", room.bob, move="1>9")
    (told,) = private_messages(room)
    await room.say("show")
    assert private_messages(room) == [told]


@pytest.mark.parametrize("board", ["private", "public"])
async def test_a_board_in_the_place_of_a_refusal_stays(
    room: CardRoom, caplog: pytest.LogCaptureFixture, board: str
) -> None:
    if board == "private":
        await room.prefer(private_board=True)
    with room.refusing():
        old = only(await room.say("start", game="dimes", deal="8"))
        await room.play("draw")
        await room.say("start", game="tens", deal="13")
    refused = only(await room.press(old, "Menu"))
    caplog.clear()
    resumed = await room.press(refused, "Resume")
    await room.press(only(resumed), "Menu")
    assert "This game is waiting for you." not in private_messages(room)
    assert [message.text for message in room.live_boards() if "Dimes" in message.text] != []
    assert [record.message for record in caplog.records if record.levelname == "WARNING"] == []


async def test_a_refusal_newer_than_the_request_stays(room: CardRoom) -> None:
    await room.start("diplomat", 8)
    room.solver.pause = 1
    async with room.at_once():
        await room.say("hint")
        await room.say("hint")
    assert private_messages(room) == ["Still thinking, one moment."]


async def test_deleting_all_data_deletes_refusals_too(room: CardRoom) -> None:
    await room.say("move", move="nonsense")
    (refused,) = room.messages()
    await room.delete_everything()
    assert room.is_gone(refused)


async def test_a_failure_stays_as_it_has_a_reference(room: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await room.start("diplomat", 8)
    with monkeypatch.context() as patched:
        patched.setattr(room.services.games, "undo", AsyncMock(side_effect=RuntimeError("broken")))
        await room.say("undo")
    changed(await room.press(board, "Menu"))
    (told,) = private_messages(room)
    assert "reference" in told


async def test_a_refusal_that_cannot_be_deleted_stays(room: CardRoom) -> None:
    board = await room.start("diplomat", 8)
    await room.say("move", move="nonsense")
    with room.refusing():
        changed(await room.press(board, "Menu"))
    assert len(private_messages(room)) == 1
