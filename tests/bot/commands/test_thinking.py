"""Thinking longer about a hint that proves nothing."""

from __future__ import annotations

import pytest
import simcord

from bot.services import solving
from engine import DRAW, Solution, Verdict
from tests.bot.commands.test_hints import hint_of
from tests.support.card_room import CardRoom, buttons, changed, moves_made, text
from tests.support.daily_room import begin, day, play_on

__all__ = ["day"]

THINKING = "🤔 Thinking for up to a minute. I'll stop if you move."


async def hinted_board(room: CardRoom, *, deal: int = 3) -> simcord.ResponseMessage:
    """Alice's board of Dimes with a guess on it."""
    board = await room.start("dimes", deal)
    return changed(await room.press(board, "Hint"))


async def test_a_guess_offers_to_think_longer_and_the_answer_comes_in_the_same_message(room: CardRoom) -> None:
    board = await hinted_board(room)
    asked = len(room.solver.asked)
    seen: list[str] = []

    async def look() -> None:
        seen.append(text(room.live_boards()[0]))

    room.solver.meanwhile = look
    await room.press(board, "Think longer")
    assert all(THINKING in each and "Stop thinking" in each and "Play it" in each for each in seen)
    assert len(room.solver.asked) > asked
    (board,) = room.messages()
    assert "I thought longer" in hint_of(board)
    assert not {"Think longer", "Stop thinking"} & set(buttons(board))
    assert moves_made(changed(await room.press(board, "Play it"))) == 1


async def test_a_win_that_is_found_is_told_as_proven_and_followed(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await hinted_board(room)
    way = (DRAW, DRAW)

    async def solve(*_: object) -> Solution:
        return Solution(Verdict.WON, way)

    monkeypatch.setattr(room.solver, "solve", solve)
    await room.press(board, "Think longer")
    assert "This game can still be won (proven)." in hint_of(board)
    board = changed(await room.press(changed(await room.press(board, "Play it")), "Hint"))
    assert "This game can still be won (proven)." in hint_of(board)


async def test_only_a_guess_offers_to_think_longer(room: CardRoom) -> None:
    board = await room.start("tens", 13)
    assert "Think longer" not in buttons(board)
    assert "Think longer" not in buttons(changed(await room.press(board, "Hint")))


async def test_a_move_stops_the_thinking_and_its_board_stays(room: CardRoom) -> None:
    board = await hinted_board(room)

    async def draw() -> None:
        room.solver.meanwhile = None
        await room.games.play(room.alice.id, "draw", room.env.backend.snowflake())

    room.solver.meanwhile = draw
    await room.press(board, "Think longer")
    assert room.solver.cancelled == 1
    assert len(room.messages()) == 1
    assert "I thought longer" not in text(room.messages()[0])
    board = changed(await room.press(board, "Draw"))  # on the old board, so it only shows what the move came to
    assert moves_made(board) == 1
    assert "Thinking" not in text(board)


async def test_thinking_can_be_stopped_and_the_hint_is_back(room: CardRoom) -> None:
    board = await hinted_board(room)
    guess = hint_of(board)

    async def stop() -> None:
        room.services.solving.stop(room.alice.id)

    room.solver.meanwhile = stop
    await room.press(board, "Think longer")
    assert room.solver.cancelled == 1
    room.solver.meanwhile = None
    board = changed(await room.press(board, "Stop thinking"))
    assert hint_of(board) == guess
    assert "Think longer" in buttons(board)


async def test_nobody_else_is_taken_into_a_line_that_is_too_long(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(solving, "_MOST_IN_LINE", 0)
    board = await hinted_board(room)
    answer = await room.press(board, "Think longer")
    assert "Too many players are waiting" in answer.followups[0].content
    assert "Think longer" in buttons(board)


async def test_in_a_ranked_attempt_thinking_longer_is_one_more_hint_and_counts_once(day: CardRoom) -> None:
    board = await begin(day, "dimes")
    await day.press(board, "Hint (+5)")
    await day.press(board, "Think longer")
    assert "2 hints" in text(board)
    async with day.at_once(times=2):
        await day.say("hint")
    board = day.live_boards()[-1]
    await day.press(board, "Think longer")
    assert "2 hints" in text(day.live_boards()[-1])
    await play_on(day, most=1)
    await day.say("hint")
    assert "3 hints" in text(day.live_boards()[-1])


async def test_a_solver_that_dies_while_it_thinks_leaves_the_hint_and_does_not_count(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await begin(day, "dimes")
    hinted = changed(await day.press(board, "Hint (+5)"))

    async def solve(*_: object) -> Solution:
        return Solution()

    monkeypatch.setattr(day.solver, "solve", solve)
    answer = await day.press(board, "Think longer")
    assert "No hint this time" in answer.followups[0].content
    assert text(day.live_boards()[0]) == text(hinted)
    assert ((await day.game()).transcript or "").count("hint@") == 1


async def test_thinking_that_was_stopped_does_not_count(day: CardRoom) -> None:
    board = await begin(day, "dimes")
    await day.press(board, "Hint (+5)")

    async def stop() -> None:
        day.services.solving.stop(day.alice.id)

    day.solver.meanwhile = stop
    await day.press(board, "Think longer")
    assert ((await day.game()).transcript or "").count("hint@") == 1
