"""Ranked attempts whose interactions arrive twice, simultaneously, or at several processes."""

from __future__ import annotations

import asyncio
import itertools
from typing import Any

import pytest

from bot.model.game import UserGame
from bot.services import Services
from engine import IllegalMoveError, PatienceError, Status
from tests.support.card_room import CardRoom, only
from tests.support.contests import ranked
from tests.support.daily_room import TODAY, begin, board, play_on, results, second_process
from tests.support.kinds import on_both
from tests.support.turns import GamesInTurns, turn_of

pytestmark = on_both


async def test_a_result_counts_once_however_often_the_last_move_is_delivered(day: CardRoom) -> None:
    await begin(day)
    await play_on(day, most=21)
    last = str((await day.game()).game.legal_moves()[0])
    async with day.at_once(times=2):
        await day.say("move", move=last)
    await day.deliver(*day.held)
    assert (await day.game()).game.status is Status.WON
    assert len(await results(day)) == 1
    _, (shown,) = await board(day, game="tens")
    assert shown.startswith("▫️ **alice** (you) · 52/52 · ")


async def test_giving_up_twice_at_once_counts_once_and_gives_up_no_later_game(day: CardRoom) -> None:
    await begin(day, "dimes")
    asked = only(await day.say("give-up"))
    asking = day.last_interaction
    async with day.at_once(times=3):
        await day.press(asked, "Give up")
    await day.deliver(*day.held)
    assert [result.cards_home for result in await results(day)] == [8]
    await day.start("tens", 8)
    await day.deliver(asking, *day.held)
    assert (await day.game()).game.status is Status.PLAYING


async def test_starting_twice_at_once_begins_one_attempt_and_asks_nothing(day: CardRoom) -> None:
    async with day.at_once(times=2):
        await day.say("daily", game="tens")
        await day.say("daily", game="tens")
    await day.deliver(*day.held)
    (shown,) = day.messages()
    assert "daily for Nov 21, 2026" in shown.text
    current = await day.game()
    assert (current.version, current.transcript) == (1, "")


async def test_a_start_that_overtakes_the_first_one_shows_its_board(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two quick commands looks for an attempt just before the first one begins it."""
    begun = await begin(day, "tens")
    find = day.services.games.attempt
    looks = itertools.count()

    async def attempt(*wanted: Any) -> UserGame | None:
        return await find(*wanted) if next(looks) else None

    monkeypatch.setattr(day.services.games, "attempt", attempt)
    shown = only(await day.say("daily", game="tens"))
    assert shown.text == begun.text
    assert [message.id for message in day.messages()] == [shown.id]


async def test_an_attempt_can_continue_in_another_process(day: CardRoom) -> None:
    """Both find each other's refusals and moves in the transcript, and only one records the end."""
    await begin(day)
    async with second_process(day) as other:
        for turn in range(22):
            games = (day.games, GamesInTurns.of(other))[turn % 2]
            day.advance_clock(5)
            with pytest.raises(IllegalMoveError):
                await games.play(day.alice.id, "1+2+3", day.env.backend.snowflake())
            current = await games.current(day.alice.id)
            move = str(current.game.legal_moves()[0])
            interaction_id = day.env.backend.snowflake()
            for each in (GamesInTurns.of(other), day.games):
                await each.play(day.alice.id, move, interaction_id, board=current.board)
    (result,) = await results(day)
    assert (result.cards_home, result.effort, result.seconds) == (52, 22, 110)


@pytest.mark.parametrize("has_begun", [False, True])
async def test_deleting_everything_while_beginning_in_another_process_gives_no_second_attempt(
    day: CardRoom, *, has_begun: bool
) -> None:
    new, numbers = ranked("tens", TODAY), itertools.count(7)

    async def start(services: Services, user: int) -> UserGame:
        return await services.games.start(turn_of(services, user, next(numbers), name="alice"), new)

    async with second_process(day) as other:
        for turns in range(20):  # the deletion meets the beginning at another point each time
            user = 1000 + turns
            if has_begun:
                await start(day.services, user)
            starting = asyncio.create_task(start(day.services, user))
            for _ in range(turns):
                await asyncio.sleep(0)
            begun, deleted = await asyncio.gather(
                starting, other.privacy.delete(turn_of(other, user)), return_exceptions=True
            )
            assert deleted is None
            assert isinstance(begun, PatienceError) == has_begun
            for services in (day.services, other):
                with pytest.raises(PatienceError, match=r"already played this daily|game in progress"):
                    await start(services, user)
