"""Finish: plays the rest of a game in one step once nothing is left to decide."""

from __future__ import annotations

from bot.model.transcripts import replay
from engine import Status, finishing_moves
from tests.support.card_room import CardRoom, buttons, changed, enabled, private, public, text
from tests.support.daily_room import begin, day, results
from tests.support.shown import Shown

__all__ = ["day"]

WINNABLE = 13
"""A deal of Tens."""


async def play_until_nearly_won(room: CardRoom) -> Shown:
    """Play until nothing is left to decide, and return the board."""
    while not finishing_moves((await room.game()).game.position):
        await room.play(str((await room.game()).game.legal_moves()[0]))
    return public(await room.say("show"))


async def test_the_button_appears_once_the_win_is_certain_and_wins_the_game(room: CardRoom) -> None:
    board = await room.start("tens", WINNABLE)
    assert "Finish" not in buttons(board)
    board = await play_until_nearly_won(room)
    steps = len((await room.game()).game.steps)
    assert "Finish" in enabled(board)
    assert "You won" in text(changed(await room.press(board, "Finish")))
    assert len((await room.game()).game.steps) == steps + 1


async def test_the_command_does_the_same_as_the_button(room: CardRoom) -> None:
    await room.start("tens", WINNABLE)
    await play_until_nearly_won(room)
    assert "You won" in text(public(await room.say("finish")))


async def test_too_early_the_command_says_why_not_and_changes_nothing(room: CardRoom) -> None:
    assert "/solitaire start" in private(await room.say("finish"))
    await room.start("dimes", 8)
    assert "still face down" in private(await room.say("finish"))
    await room.play(*["draw"] * 88)
    before = await room.saved()
    assert "choices to make" in private(await room.say("finish"))
    assert await room.saved() == before
    await room.say("give-up")
    assert "gave up this game" in private(await room.say("finish"))


async def test_pressing_finish_twice_at_once_counts_once(room: CardRoom) -> None:
    await room.start("tens", WINNABLE)
    board = await play_until_nearly_won(room)
    version = (await room.game()).version
    async with room.at_once(times=2):
        await room.press(board, "Finish")
        await room.press(board, "Finish")
    current = await room.game()
    assert (current.game.status, current.version) == (Status.WON, version + 1)


async def test_other_users_cannot_finish_a_game(room: CardRoom) -> None:
    await room.start("tens", WINNABLE)
    board = await play_until_nearly_won(room)
    assert "somebody else's game" in private(await room.press(board, "Finish", room.bob))
    assert (await room.game()).game.status is Status.PLAYING


async def test_finishing_counts_in_a_ranked_attempt(day: CardRoom) -> None:
    await begin(day, "tens")
    while not finishing_moves((await day.game()).game.position):
        await day.play(str((await day.game()).game.legal_moves()[0]))
    await day.say("finish")
    (result,) = await results(day)
    assert result.is_won
    current = await day.game()
    assert replay("tens", current.game.deal, current.transcript or "").game == current.game
