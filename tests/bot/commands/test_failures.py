"""What a player reads and what the log says when something fails."""

import logging
import re
import time
from functools import partial
from typing import Any
from unittest.mock import AsyncMock, Mock

import pytest

from bot.model.game import UserGame
from bot.services import Turn
from bot.services.dailies import Dailies
from bot.services.games import Games
from bot.store import GameStore, PreferenceStore, StoreError, UncertainError
from bot.store.sqlite import SQLite
from engine import Game, PatienceError
from tests.support.card_room import CALLBACK, CardRoom, only, private, public
from tests.support.daily_room import begin
from tests.support.kinds import ask, locked

UNREADABLE = AsyncMock(side_effect=StoreError("The database cannot be used: the disk cannot be read or written."))


def reference(answer: str) -> str:
    found = re.search(r"[Rr]eference:? `([0-9a-f]{8})`", answer)
    assert found is not None, answer
    return found[1]


def errors(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [record for record in caplog.records if record.levelname == "ERROR"]


async def test_an_unexpected_error_is_answered_in_private_with_a_reference_that_is_in_the_log(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(Game, "play", Mock(side_effect=RuntimeError("a fault in the engine")))
    board = await room.start("dimes", 8)
    for answer in (await room.say("draw"), await room.press(board, "Draw")):
        found = reference(private(answer))
        assert "fault in the engine" not in private(answer)
        (record,) = (record for record in errors(caplog) if found in record.getMessage())
        assert record.exc_info is not None
        assert str(record.exc_info[1]) == "a fault in the engine"
    assert await room.saved() == "dimes|8||0|"


async def test_a_locked_database_is_reported_in_private_and_nothing_changes(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await room.start("dimes", 8)
    with locked(room.path), monkeypatch.context() as impatient:
        impatient.setattr("bot.store.database.ANSWER_SECONDS", 0.5)
        assert "nothing changed" in private(await room.say("draw"))
        assert "nothing changed" in private(await room.press(board, "Draw"))
        assert await room.saved() == "dimes|8||0|"
    assert public(await room.say("draw")).moves_made == 1


@pytest.mark.parametrize(
    ("store", "method"), [(GameStore, "current"), (PreferenceStore, "with_notices")], ids=["games", "preferences"]
)
async def test_an_unreadable_database_is_reported_in_private(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, store: type[object], method: str
) -> None:
    board = await room.start("dimes", 8)
    await room.restart()  # which empties the cache of games
    with monkeypatch.context() as patch:
        patch.setattr(store, method, UNREADABLE)
        answers = [await room.say("show"), await room.say("draw")]
        answers += [await room.press(board, label) for label in ("Draw", "Menu")]
        assert await room.complete("") == {}
    for answer in answers:
        assert "nothing changed" in private(answer)
    assert [record for record in errors(caplog) if record.exc_info] == []
    assert public(await room.say("draw")).moves_made == 1


async def test_a_move_that_may_have_been_saved_is_not_reported_as_lost(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.start("dimes", 8)
    monkeypatch.setattr(SQLite, "write", AsyncMock(side_effect=UncertainError("It broke off.")))
    told = private(await room.say("draw"))
    assert "may or may not have counted" in told
    assert "nothing changed" not in told


async def test_a_move_that_could_not_be_stored_in_time_is_not_stored(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its user is told so while Discord still takes the answer."""
    await room.start("dimes", 8)
    play = Games.play

    async def is_late(games: Games, turn: Turn, move: str, **options: Any) -> UserGame:
        turn.deadline = time.monotonic()
        return await play(games, turn, move, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Games, "play", is_late)
        assert "nothing changed" in private(await room.say("draw"))
    await room.deliver(room.last_interaction)
    assert await room.saved() == "dimes|8||0|"
    assert public(await room.say("draw")).moves_made == 1


@pytest.mark.parametrize("code", [10062, 40060])
async def test_an_answer_that_is_too_late_is_logged_and_the_move_stays(
    room: CardRoom, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    board = await room.start("dimes", 8)

    def answer_too_late() -> None:
        room.env.inject_error("POST", CALLBACK, status=404, code=code, message="too late")

    answer_too_late()
    await room.press(board, "Draw")
    answer_too_late()
    await room.press(board, "Draw")  # the board is stale now
    answer_too_late()
    await room.say("draw")
    answer_too_late()
    assert await room.complete("") == {}
    assert caplog.text.count("not answered") == 4
    assert errors(caplog) == []
    assert await room.saved() == "dimes|8||2|draw draw"


async def test_a_completion_that_fails_offers_nothing(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await room.start("dimes", 8)
    monkeypatch.setattr(Games, "find", AsyncMock(side_effect=RuntimeError("a fault in the services")))
    assert await room.complete("") == {}
    assert [record.name for record in errors(caplog)] == ["bot.commands.failures"]


async def test_a_stale_press_is_answered_even_if_the_game_cannot_be_read_again(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = await room.start("dimes", 8)
    await room.play("draw")
    read = GameStore.current
    reads: list[int] = []

    async def unreadable_at_last(store: GameStore, turn: Turn, cached: UserGame | None = None) -> object:
        reads.append(turn.player.id)
        return await (read if len(reads) == 1 else UNREADABLE)(store, turn, cached)

    monkeypatch.setattr(GameStore, "current", unreadable_at_last)
    assert "Please try again" in private(await room.press(old, "Draw"))


@pytest.mark.parametrize("can_report", [True, False])
async def test_a_move_whose_answer_fails_is_kept_and_the_player_is_told(
    room: CardRoom, caplog: pytest.LogCaptureFixture, *, can_report: bool
) -> None:
    await room.start("dimes", 8)
    times = 1 if can_report else 2
    room.env.inject_error("POST", CALLBACK, status=403, code=50013, message="Missing Permissions", times=times)
    answer = await room.say("draw")
    if can_report:
        assert "/solitaire show" in private(answer)
        assert reference(private(answer)) in caplog.text
    assert ("could not be reported" in caplog.text) is not can_report
    assert await room.saved() == "dimes|8||1|draw"
    assert public(await room.say("show")).moves_made == 1


async def test_a_stored_undo_is_shown_even_if_its_daily_cannot_be_read(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "winnable" in (await begin(day)).text
    await day.play_legal()
    monkeypatch.setattr(Dailies, "of", UNREADABLE)
    board = only(await day.say("move", move="undo"))
    assert "**0** of 52 discarded" in board.text
    assert "started" in board.text
    assert "winnable" not in board.text


async def test_what_people_type_is_not_logged(room: CardRoom, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, logger="bot")
    await room.start("dimes", 8)
    await room.say("move", move="a secret of mine")
    await room.complete("a secret of mine")
    assert "secret" not in "\n".join(record.getMessage() for record in caplog.records if record.name.startswith("bot"))


async def test_a_player_whose_game_is_unreadable_can_start_a_new_one(room: CardRoom) -> None:
    await room.start("dimes", 8)
    await ask(room.url, "UPDATE games SET saved = 'dimes|8||1|3>3', version = version + 1")
    assert "can't be loaded" in private(await room.say("show"))
    assert "Diplomat" in only(await room.say("start")).text
    public(await room.say("start", game="tens", deal="8"))
    assert await room.saved() == "tens|8||0|"


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
