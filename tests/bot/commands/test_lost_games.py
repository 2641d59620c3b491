"""A player who asked for it hears in private that their game is proven lost."""

from __future__ import annotations

import re

import pytest
import simcord

from engine import DRAW
from tests.bot.commands.test_analysis import UNKNOWN, let_solver_win_until
from tests.support.card_room import CardRoom, buttons, changed, choices, moves_made, only
from tests.support.daily_room import begin, day

__all__ = ["day"]

LOST = re.compile(r"This deal is impossible to win|This game can no longer be won")

HOPELESS, WINNABLE = 8, 13
"""Deals of Tens."""


async def move(room: CardRoom) -> simcord.InteractionResult:
    return await room.say("move", move=str((await room.game()).game.legal_moves()[0]))


def report_loss(*answers: simcord.InteractionResult) -> list[bool]:
    """Whether each of these answers is followed by the private news."""
    news = [[each for each in answer.followups if LOST.search(each.content)] for answer in answers]
    assert all(each.ephemeral for answer in news for each in answer)
    return [len(answer) == 1 for answer in news]


async def test_a_player_hears_once_after_a_move_that_the_game_is_lost(room: CardRoom) -> None:
    await room.prefer(tells_lost=True)
    await room.start("tens", HOPELESS)
    assert report_loss(await move(room), await move(room)) == [True, False]
    await room.say("give-up")
    await room.start("tens", HOPELESS)
    assert report_loss(await move(room)) == [True]


async def test_the_news_leads_back_and_comes_again_if_the_game_is_lost_again(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.prefer(tells_lost=True)
    let_solver_win_until(room, monkeypatch, 1)
    await room.start("dimes", UNKNOWN)
    first, second, third = [await room.say("draw") for _ in range(3)]
    assert report_loss(first, second, third) == [False, True, False]
    page = only(await room.press(second.followups[-1], "Analyse"))
    assert set(buttons(page)) == {"Undo to move 1"}
    await room.press(page, "Undo to move 1")
    assert report_loss(await room.say("draw"), await room.say("draw")) == [True, False]
    for _ in range(2):
        await room.say("move", move="undo")
    assert report_loss(await room.say("draw"), await room.say("draw")) == [True, False]
    assert len(room.live_boards()) == 1


async def test_the_news_comes_again_however_late_another_line_is_lost(
    room: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.prefer(tells_lost=True)
    let_solver_win_until(room, monkeypatch, 1)
    await room.start("dimes", UNKNOWN)
    assert report_loss(await room.say("draw"), await room.say("draw")) == [False, True]
    await room.say("move", move="undo")
    let_solver_win_until(room, monkeypatch, 3)
    other = str(next(move for move in (await room.game()).game.legal_moves() if move != DRAW))
    answers = [await room.say("move", move=other), *[await room.say("draw") for _ in range(4)]]
    assert report_loss(*answers) == [False, False, True, False, False]


async def test_a_message_that_failed_is_repeated_after_the_next_move(room: CardRoom) -> None:
    await room.prefer(tells_lost=True)
    await room.start("tens", HOPELESS)
    with room.refusing("/webhooks/*/*"):
        assert report_loss(await move(room)) == [False]
    assert report_loss(await move(room), await move(room)) == [True, False]


async def test_a_press_reports_a_lost_game_too(room: CardRoom) -> None:
    await room.prefer(tells_lost=True)
    board = await room.start("tens", HOPELESS)
    label = next(iter(choices(board)))
    answer = await room.choose(board, label)
    assert report_loss(answer) == [True]
    assert moves_made(board) == 1


async def test_by_default_no_search_runs(room: CardRoom) -> None:
    await room.start("tens", HOPELESS)
    assert report_loss(await move(room)) == [False]
    assert room.solver.asked == []


async def test_the_setting_switches_the_search_on(room: CardRoom) -> None:
    settings = only(await room.say("settings"))
    changed(await room.press(settings, "Warn me when my game is lost"))
    await room.start("tens", HOPELESS)
    assert report_loss(await move(room)) == [True]


async def test_nothing_is_said_about_a_winnable_game(room: CardRoom) -> None:
    await room.prefer(tells_lost=True)
    await room.start("tens", WINNABLE)
    assert report_loss(await move(room), await move(room)) == [False, False]
    assert len(room.solver.asked) == 2


async def test_nothing_is_said_in_a_ranked_attempt(day: CardRoom) -> None:
    """It would be a hint that costs nothing."""
    await day.prefer(tells_lost=True)
    await begin(day, "dimes")
    await move(day)
    assert day.solver.asked == []


async def test_the_next_move_stops_the_search(room: CardRoom) -> None:
    await room.prefer(tells_lost=True)
    await room.start("tens", HOPELESS)
    first, second = (str(each) for each in (await room.game()).game.legal_moves()[:2])
    room.solver.pause = 0.8
    async with room.at_once():
        await room.say("move", move=first)
        await room.say("move", move=second)
    assert room.solver.cancelled == len((await room.game()).game.moves) - 1
