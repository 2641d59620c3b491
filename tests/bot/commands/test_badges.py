"""Badges: earned once, told once, and kept on the statistics."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.badges import STREAKS
from bot.model.daily.deals import games_of
from bot.model.daily.ranking import Result
from bot.model.score import pack_of
from engine import VARIANTS, Status
from tests.support.card_room import CardRoom, only
from tests.support.daily_room import EASY_DIMES, TODAY, begin, easy_win, finish, give_up, play_on, play_tens, record
from tests.support.forging import press
from tests.support.kinds import on_both

WON, LOST = 13, 18
"""Deals of Tens that playing the first legal move wins, and loses."""


async def badges(room: CardRoom) -> list[str]:
    """The badges on Alice's statistics, without their emoji."""
    page = only(await room.say("stats"))
    return [line.partition(" ")[2] for line in page.field("Badges").splitlines()]


@on_both
async def test_the_first_win_at_a_game_earns_a_badge_that_is_told_once(day: CardRoom) -> None:
    assert "New badge" not in (await play_tens(day, LOST)).text
    assert await badges(day) == []
    assert "**New badge:** First win at Tens" in (await play_tens(day, WON)).text
    assert await badges(day) == ["First win at Tens"]
    assert "New badge" not in (await play_tens(day, WON)).text
    await day.restart()
    assert "New badge" not in only(await day.say("show")).text
    assert await badges(day) == ["First win at Tens"]


@pytest.mark.parametrize("helped_by", [None, "undo", "hint", "practice"])
async def test_only_a_ranked_win_without_undo_or_hints_earns_the_badge_for_it(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch, helped_by: str | None
) -> None:
    monkeypatch.setattr("bot.model.daily.deals.candidate_deal", lambda *_: EASY_DIMES)
    moves = easy_win()
    if helped_by == "practice":
        await day.say("start", game="dimes", deal=str(EASY_DIMES))
    else:
        await begin(day, "dimes")
    for number, move in enumerate(moves):
        if number == len(moves) // 2 and helped_by == "hint":
            await day.say("hint")
        await day.games.play(day.alice.id, move, day.env.backend.snowflake())
        if number == len(moves) // 2 and helped_by == "undo":
            await day.games.undo(day.alice.id, day.env.backend.snowflake())
            await day.games.redo(day.alice.id, day.env.backend.snowflake())
    assert (await day.game()).game.status is Status.WON
    told = only(await day.say("show")).text
    assert ("**New badge:** A ranked win without undo or hints" in told) is (helped_by is None)
    assert "**New badge:** First win at Dimes" in told


async def test_the_first_win_at_a_game_whose_badge_nobody_has_drawn_earns_it_all_the_same(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(VARIANTS, "new", replace(VARIANTS["tens"], name="new", title="New Game", daily=None))
    await day.say("help")
    await press(day, f"solitaire:deal:0:0:new,{WON}", is_private=False)
    await play_on(day)
    assert "🏅 **New badge:** First win at New Game" in only(await day.say("show")).text
    assert await badges(day) == ["First win at New Game"]


async def play_days(room: CardRoom, days: int) -> None:
    """Give Alice a result without a win on each of the `days` days before today."""
    played = [Result("tens", 10, 0, 60, day=TODAY - timedelta(ago), server_id=None) for ago in range(1, days + 1)]
    await record(room.database, room.alice.id, "alice", *played)


@pytest.mark.parametrize("days", STREAKS.values())
async def test_a_streak_earns_a_badge_with_its_next_win_at_a_daily(day: CardRoom, days: int) -> None:
    await play_days(day, days - 1)
    await begin(day, "dimes")
    await play_on(day, most=1)
    given_up = (await give_up(day)).text
    assert f"{days} days" in given_up
    assert "New badge" not in given_up
    await finish(day)
    badge = f"Won a daily on a streak of {days} days"
    assert f"**New badge:** {badge}" in only(await day.say("show")).text
    assert badge in await badges(day)


async def test_a_win_before_the_streak_is_long_enough_earns_no_badge_for_it(day: CardRoom) -> None:
    await play_days(day, min(STREAKS.values()) - 2)
    await finish(day)
    assert "streak" not in str(await badges(day))


@on_both
@pytest.mark.parametrize("last", ["tens", "dimes"])
async def test_all_dailies_of_a_day_earn_a_badge_if_the_last_one_is_won(day: CardRoom, last: str) -> None:
    won = [Result(game, pack_of(game), 0, 60, day=TODAY, server_id=None) for game in games_of(TODAY) if game != last]
    await record(day.database, day.alice.id, "alice", *won)
    await finish(day, last)
    badge = "Finished all dailies of a day, and won the last one"
    assert (f"**New badge:** {badge}" in only(await day.say("show")).text) is (last == "tens")
    assert (badge in await badges(day)) is (last == "tens")
