"""Ranked attempts that wait on the shelf."""

from __future__ import annotations

import pytest

from bot.model.errors import UnfinishedAttemptError
from tests.bot.commands.test_shelf import asked_to_give_up, shelved
from tests.support.card_room import (
    CardRoom,
    changed,
    only,
    text,
)
from tests.support.contests import practice
from tests.support.daily_room import TODAY, begin, day, play_on, results
from tests.support.turns import turn_of

__all__ = ["day"]


async def test_a_daily_waits_too_and_is_continued_by_its_command(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=2)
    board = await begin(day)
    assert "Dimes · daily is waiting on the shelf." in text(board)
    assert (await begin(day, None)).buttons["Dimes"]["label"] == "Resume"
    again = await begin(day, "dimes")
    assert "**2** moves" in text(again)
    assert await shelved(day) == ["tens"]
    assert await results(day) == []


async def test_a_daily_that_waits_stays_private(day: CardRoom) -> None:
    await begin(day, "dimes")
    board = await day.start("tens", 8)
    back = only(await day.press(board, "Back to Dimes · daily"))
    assert back.ephemeral
    assert "Dimes · daily" in text(back)


async def test_a_daily_that_waits_cannot_be_played_unranked(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=1)
    await day.start("tens", 8)
    day.set_clock("2026-11-22 10:00")
    unranked = practice("dimes", TODAY)
    with pytest.raises(UnfinishedAttemptError):
        await day.services.games.start(turn_of(day.services, day.alice.id, 7, name="alice"), unranked)
    resumed = only(await day.say("daily", game="dimes", date=str(TODAY)))
    assert "Ranked attempt" in text(resumed)


async def test_giving_up_a_ranked_attempt_on_the_shelf_asks_first(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=2)
    await day.start("tens", 8)
    asked = await asked_to_give_up(day)
    assert text(asked).startswith("Give up **Dimes · daily for Nov 21, 2026**? You can't undo this.")
    assert "\n9 of 104 home · 2 moves · Ranked attempt\nIt will count as it stands.\n" in text(asked)
    assert await results(day) == []
    await day.env.advance_time(3600)
    again = changed(await day.press(asked, "Give up"))
    assert "Some time has passed, so let me ask again." in again.content
    assert "Your shelf is empty" in text(changed(await day.press(again, "Give up")))
    assert [(result.variant, result.effort) for result in await results(day)] == [("dimes", 2)]


async def test_an_attempt_that_expires_on_the_shelf_is_called_expired_everywhere(day: CardRoom) -> None:
    await begin(day, "dimes")
    await play_on(day, most=2)
    await day.start("tens", 8)
    day.set_clock("2026-11-23 00:01")
    shelf = only(await day.say("games"))
    asked = only(await day.choose(shelf, next(iter(shelf.choices))))
    assert "It will count" not in text(asked)
    back = changed(await day.press(asked, "Keep it"))
    resumed = only(await day.press(only(await day.say("games")), "Resume"))
    for named in (text(shelf), text(asked), text(back), text(resumed)):
        assert "Ranked attempt · expired" in named
