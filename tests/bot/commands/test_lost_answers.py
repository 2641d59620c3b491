"""Whoever waits for an answer gets one, even if its message is gone or the interaction has ended."""

from __future__ import annotations

from functools import partial

import pytest

from engine import PatienceError
from tests.support.card_room import CardRoom, only, public

WINNABLE = 13
"""A deal of Tens."""

DISMISSED = (404, 10008)
LOCKED = (403, 50083)
ENDED = ((404, 10015), (401, 50027))


def refuse(room: CardRoom, method: str, path: str, status: int, code: int) -> None:
    room.env.inject_error(method, path, status=status, code=code, message="No", times=None)


@pytest.fixture
async def thinking(room: CardRoom) -> CardRoom:
    """A game whose hints take so long that a placeholder is sent."""
    await room.start("tens", WINNABLE)
    room.solver.meanwhile = partial(room.until_it_says, "Thinking …")
    return room


async def test_a_hint_whose_placeholder_was_dismissed_comes_in_a_new_message(thinking: CardRoom) -> None:
    refuse(thinking, "PATCH", "/webhooks/*/@original", *DISMISSED)
    await thinking.say("hint")
    assert "(proven)" in thinking.messages()[-1].text
    assert not thinking.messages()[-1].ephemeral


@pytest.mark.parametrize(("status", "code"), ENDED)
async def test_a_hint_that_comes_after_the_interaction_has_ended_is_posted_in_the_channel(
    thinking: CardRoom, status: int, code: int
) -> None:
    refuse(thinking, "*", "/webhooks/*", status, code)
    await thinking.say("hint")
    assert "(proven)" in thinking.messages()[-1].text


async def test_a_private_answer_that_comes_after_the_interaction_has_ended_is_a_direct_message(
    thinking: CardRoom,
) -> None:
    await thinking.prefer(private_board=True)
    refuse(thinking, "*", "/webhooks/*", *ENDED[0])
    await thinking.say("hint")
    assert "(proven)" in thinking.all_messages()[-1].text
    assert not any("(proven)" in message.text for message in thinking.messages())


@pytest.mark.parametrize("is_press", [False, True])
async def test_an_answer_that_a_locked_thread_does_not_take_is_one_line_in_the_log(
    room: CardRoom, caplog: pytest.LogCaptureFixture, *, is_press: bool
) -> None:
    board = await room.start("tens", deal=8)
    await room.play("4+8")
    board = public(await room.say("show"))
    for path in ("/interactions/*", "/webhooks/*", "/channels/*/messages"):
        refuse(room, "*", path, *LOCKED)
    await (room.press(board, "Undo") if is_press else room.say("undo"))
    assert (await room.game()).game.moves == ()
    assert "not answered: 403 Forbidden (error code: 50083)" in caplog.text
    assert "reference=" not in caplog.text


async def test_a_deletion_whose_question_was_dismissed_is_confirmed_in_a_new_message(room: CardRoom) -> None:
    await room.start("tens")
    refuse(room, "PATCH", "/webhooks/*/@original", *DISMISSED)
    asked = only(await room.press(only(await room.say("privacy")), "Delete everything"))
    await room.press(asked, "Delete everything")
    assert "All your data is deleted" in room.messages()[-1].text
    assert room.messages()[-1].ephemeral


async def test_a_placeholder_that_was_dismissed_leaves_no_warning_when_the_work_fails(
    thinking: CardRoom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    refuse(thinking, "DELETE", "/webhooks/*/@original", *DISMISSED)

    async def fails(*_: object, **__: object) -> None:
        await thinking.until_it_says("Thinking …")
        raise PatienceError("There is nothing to hint.")

    monkeypatch.setattr(thinking.services.solving, "hint", fails)
    await thinking.say("hint")
    assert "There is nothing to hint." in thinking.messages()[-1].text
    assert "the placeholder stays" not in caplog.text
