"""Ranked attempts that wait on the shelf."""

from __future__ import annotations

import pytest

from bot.model.errors import UnfinishedAttemptError
from tests.bot.commands.test_shelf import asked_to_give_up, shelved
from tests.support.card_room import CardRoom, changed, only
from tests.support.contests import practice
from tests.support.daily_room import TODAY, begin, play_on, results
from tests.support.turns import turn_of


async def test_a_daily_waits_too_and_is_continued_by_its_command_or_button(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=2)
    board = await begin(day)
    assert "Dimes, daily is waiting for you." in board.text
    assert (await begin(day, None)).buttons["Dimes"]["label"] == "Resume"
    back = only(await day.press(board, "Back to Dimes, daily"))
    assert back.ephemeral
    assert "**2** moves" in back.text
    await begin(day)
    assert "**2** moves" in (await begin(day, "dimes")).text
    assert await shelved(day) == ["tens"]
    assert await results(day) == []


async def test_a_daily_that_waits_cannot_be_played_unranked(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=1)
    await day.start("tens", 8)
    day.set_clock("2026-11-22 10:00")
    unranked = practice("dimes", TODAY)
    with pytest.raises(UnfinishedAttemptError):
        await day.services.games.start(turn_of(day.services, day.alice.id, 7, name="alice"), unranked)
    resumed = only(await day.say("daily", game="dimes", date=str(TODAY)))
    assert "Ranked attempt" in resumed.text


async def test_giving_up_a_ranked_attempt_on_the_shelf_asks_first(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=2)
    await day.start("tens", 8)
    asked = await asked_to_give_up(day)
    assert asked.text.startswith("Give up **Dimes · daily for Nov 21, 2026**? You can't undo this.")
    assert "\n9 of 104 home · 2 moves · Ranked attempt\nIt will count as it stands.\n" in asked.text
    assert await results(day) == []
    assert "No games are waiting" in changed(await day.press(asked, "Give up")).text
    assert [(result.variant, result.effort) for result in await results(day)] == [("dimes", 2)]


async def test_an_attempt_that_expires_on_the_shelf_is_called_expired_everywhere(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=2)
    await day.start("tens", 8)
    day.set_clock("2026-11-23 00:01")
    shelf = only(await day.say("games")).text
    asked = await asked_to_give_up(day)
    question = asked.text
    assert "It will count" not in question
    back = changed(await day.press(asked, "Keep it")).text
    resumed = only(await day.press(only(await day.say("games")), "Resume")).text
    for named in (shelf, question, back, resumed):
        assert "Ranked attempt · expired" in named
