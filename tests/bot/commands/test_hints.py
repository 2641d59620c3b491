"""The word and the button under a board."""

import asyncio
import time
from collections.abc import Callable
from functools import partial
from types import SimpleNamespace
from unittest.mock import AsyncMock, Mock

import discord
import pytest
import simcord

from bot.model.player import Player
from bot.model.solutions import Reached
from bot.model.transcripts import replay
from bot.services import Turn, Turns
from bot.solver.process import SolverDiedError
from engine import Game, Solution, Status, Verdict, parse_move
from tests.support.card_room import CardRoom, changed, only, private, public
from tests.support.daily_room import begin, finish, give_up, play_on, results

WINNABLE = 13
"""A deal of Tens."""

DIES = AsyncMock(side_effect=SolverDiedError("it was killed"))


def private_reply(answer: simcord.InteractionResult) -> str:
    (message,) = answer.followups
    assert message.ephemeral
    return message.content


async def test_following_the_hints_wins_without_another_search(room: CardRoom) -> None:
    board = await room.start("tens", WINNABLE)
    while (await room.game()).game.status is Status.PLAYING:
        hinted = changed(await room.press(board, "Hint"))
        played = hinted.moves_made
        board = changed(await room.press(hinted, "Play it"))
        assert board.moves_made == played + 1
    assert "You won" in board.text
    assert len(room.solver.asked) == 1


async def test_following_guesses_does_not_lead_in_circles(room: CardRoom) -> None:
    """Every hint searches for a proof; without one it continues the previous line."""
    way = (await room.solver.solve(Reached.in_game(Game.new("dimes", 3)), 10_000)).moves
    board = await room.start("dimes", 3)
    for _ in range(4):
        hinted = changed(await room.press(board, "Hint"))
        assert "This is a guess. I haven't found a sure win" in hinted.text
        board = changed(await room.press(hinted, "Play it"))
    moves = (await room.game()).game.moves
    assert len(moves) >= 4
    assert moves == way[: len(moves)]


async def test_a_hint_is_a_step_with_its_draws_and_all_that_goes_home_and_one_undo_takes_it_back(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = tuple(map(parse_move, ("draw", "draw", "draw", "draw", "draw", "w>f", "draw")))
    monkeypatch.setattr(room.solver, "solve", AsyncMock(return_value=Solution(Verdict.WON, line)))
    board = await room.start("cast-out-nines", 27)
    hinted = changed(await room.press(board, "Hint"))
    assert "Draw 5 · stock → waste" in hinted.text
    assert "then 1 more move once a hidden card turns up" in hinted.text
    assert "9♣" not in hinted.text, "it is still hidden"
    board = changed(await room.press(hinted, "Play it"))
    assert board.fields["Last move"].splitlines()[1].endswith("· waste → home"), board.fields
    assert await room.saved() == "cast-out-nines|27||1|draw&draw&draw&draw&draw&w>f"
    assert changed(await room.press(board, "Undo")).moves_made == 0


async def test_a_hint_names_up_to_three_moves_of_cards_that_are_seen(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = tuple(map(parse_move, ("4>2", "7>5", "1>6", "draw")))
    monkeypatch.setattr(room.solver, "solve", AsyncMock(return_value=Solution(Verdict.WON, line)))
    board = await room.start("diplomat", 57, rules="free")
    hinted = changed(await room.press(board, "Hint"))
    heading, *hint = hinted.fields["💡 Hint"].split("\n")
    assert heading == "Press ▶️ to make these moves:"
    assert ["pile 4 → pile 2" in hint[0], "pile 7 → pile 5" in hint[1], "pile 1 → pile 6" in hint[2]] == [True] * 3
    await room.press(hinted, "Play it")
    assert await room.saved() == "diplomat|57|stock=free|1|4>2&7>5&1>6"


async def test_a_press_adds_a_hint_to_the_board_and_a_second_one_closes_it(room: CardRoom) -> None:
    board = await room.start("tens", WINNABLE)
    before = await room.saved()
    hinted = changed(await room.press(board, "Hint"))
    assert "This game can still be won (proven)." in hinted.text
    assert hinted.id == board.id
    assert await room.saved() == before
    assert "Play it" in hinted.enabled
    closed = changed(await room.press(hinted, "Hint"))
    assert "💡 Hint" not in closed.text
    assert "Play it" not in closed.buttons
    assert "(proven)" in changed(await room.press(closed, "Hint")).text


async def test_in_a_ranked_attempt_a_hint_without_a_look_costs_nothing_and_says_so(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(day.solver, "solve", DIES)
    hinted = changed(await day.press(await begin(day, "dimes"), "Hint +5"))
    assert "This is a guess. I had no time to look ahead. It doesn't count as a hint." in hinted.text
    assert "Play it" in hinted.enabled
    assert (await day.game()).transcript == ""


@pytest.fixture
def pass_half_an_hour(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Let so much time pass for the database that every interaction is past its deadline."""
    passed: list[float] = []
    begin_turn = Turns.begin

    def in_a_hurry(turns: Turns, interaction_id: int, player: Player) -> Turn:
        turn = begin_turn(turns, interaction_id, player)
        turn.deadline = time.monotonic() + sum(passed) + 900
        return turn

    monkeypatch.setattr(Turns, "begin", in_a_hurry)
    monkeypatch.setattr("bot.store.database.time", SimpleNamespace(monotonic=lambda: time.monotonic() + sum(passed)))
    return lambda: passed.append(1800)


async def test_a_hint_that_comes_after_the_time_for_an_answer_is_noted_and_shown(
    day: CardRoom, pass_half_an_hour: Callable[[], None]
) -> None:
    """Discord has been told in time that the press was received."""
    board = await begin(day, "dimes")

    async def time_passes() -> None:
        pass_half_an_hour()

    day.solver.meanwhile = time_passes
    assert "💡 Hint:" in changed(await day.press(board, "Hint +5")).text
    assert (await day.game()).transcript != ""


async def test_the_command_shows_a_placeholder_while_a_hint_is_slow(room: CardRoom) -> None:
    await room.start("tens", WINNABLE)
    room.solver.meanwhile = partial(room.until_it_says, "Thinking …")
    board = public(await room.say("hint"))
    assert "(proven)" in board.text
    assert "Thinking …" not in board.content
    assert [message.id for message in room.live_boards()] == [board.id]
    assert changed(await room.press(board, "Play it")).moves_made == 1


async def test_a_move_stops_the_search_and_no_hint_is_shown(room: CardRoom) -> None:
    board = await room.start("tens", WINNABLE)
    move = str((await room.game()).game.legal_moves()[0])
    room.solver.meanwhile = lambda: room.games.play(room.alice.id, move, room.env.backend.snowflake())
    await room.press(board, "Hint")
    assert room.solver.cancelled == 1
    assert not any("💡 Hint:" in message.text for message in room.messages())
    assert len((await room.game()).game.moves) == 1


async def test_in_a_ranked_attempt_a_hint_counts_as_five_moves(day: CardRoom) -> None:
    board = await begin(day, "dimes")
    hinted = changed(await day.press(board, "Hint +5"))
    assert "1 hint (counts as 5 moves)" in hinted.text
    assert "Play it" in hinted.buttons
    current = await day.game()
    assert current.transcript is not None
    assert current.transcript.startswith("hint@")
    assert current.version == 1
    await day.press(hinted, "Play it")
    await give_up(day)
    (result,) = await results(day)
    assert result.effort == 6
    current = await day.game()
    assert replay("dimes", current.game.deal, current.transcript or "").game == current.game


async def test_a_redelivered_hint_counts_once(day: CardRoom) -> None:
    board = await begin(day, "dimes")
    async with day.at_once(times=3):
        await day.press(board, "Hint +5")
    await day.deliver(*day.held)
    assert "💡 Hint" in board.text
    await play_on(day, most=1)
    await day.deliver(*day.held)
    current = await day.game()
    assert (current.transcript or "").count("hint@") == 1


async def test_asking_for_the_same_hint_again_costs_nothing(day: CardRoom) -> None:
    hinted = changed(await day.press(await begin(day, "dimes"), "Hint +5"))
    changed(await day.press(hinted, "Hint"))
    hints = []
    for moves in (0, 0, 1):
        await play_on(day, most=moves)
        assert only(await day.say("hint")).ephemeral
        hints.append(((await day.game()).transcript or "").count("hint@"))
    assert hints == [1, 1, 2]


async def test_a_hint_that_is_not_found_does_not_count(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(day.solver, "solve", AsyncMock(return_value=Solution()))
    board = await begin(day, "dimes")
    assert "No hint this time" in private(await day.say("hint"))
    assert "No hint this time" in private_reply(await day.press(board, "Hint +5"))
    assert (await day.game()).transcript == ""


async def test_a_hint_that_cannot_be_recorded_is_not_shown(day: CardRoom, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await begin(day, "dimes")
    monkeypatch.setattr("bot.store.GameStore.save_transcript", Mock(side_effect=OSError))
    assert "reference" in private_reply(await day.press(board, "Hint +5"))
    assert "💡 Hint:" not in board.text


async def test_in_tens_a_hint_does_not_affect_the_rank(day: CardRoom) -> None:
    hinted = changed(await day.press(await begin(day, "tens"), "Hint")).text
    assert "1 hint" in hinted
    assert "(counts as" not in hinted
    await finish(day, "tens")
    (result,) = await results(day)
    assert (result.effort, result.is_won) == (0, True)


async def test_a_hint_is_found_again_after_a_restart(room: CardRoom) -> None:
    board = await room.start("tens", WINNABLE)
    hinted = changed(await room.press(board, "Hint"))
    await room.restart()
    assert changed(await room.press(hinted, "Play it")).moves_made == 1
    assert "(proven)" in changed(await room.press(hinted, "Hint")).text
    assert len(room.solver.asked) == 2


async def test_a_hint_does_not_count_when_discord_takes_no_answer(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await begin(day, "dimes")

    async def fail_late(*_: object, **__: object) -> None:
        await asyncio.sleep(0.3)
        raise OSError

    monkeypatch.setattr(discord.InteractionResponse, "defer", fail_late)
    await day.press(board, "Hint +5")
    assert (await day.game()).transcript == ""
