"""Dailies around midnight, at the ends of months and years, and when the clock steps back. All days are UTC."""

import re
from datetime import date, timedelta

import pytest

from bot.model.daily.ranking import Result
from bot.model.shelf import MOST_SHELVED
from engine import Status
from tests.support.card_room import CardRoom, changed, only, private
from tests.support.contests import day_played
from tests.support.daily_room import (
    TODAY,
    TOMORROW,
    begin,
    board,
    finish,
    give_up,
    pass_minutes,
    play_on,
    record,
    results,
)
from tests.support.full_shelf import fill_shelf
from tests.support.recording import fix_dailies
from tests.support.shown import Shown

TURNS = {
    "a leap day": (date(2028, 2, 29), date(2028, 3, 1)),
    "new year": (date(2026, 12, 31), date(2027, 1, 1)),
}


@pytest.mark.parametrize(("before", "after"), TURNS.values(), ids=TURNS)
async def test_an_attempt_counts_for_the_day_on_which_it_began(day: CardRoom, before: date, after: date) -> None:
    day.set_clock(f"{before} 23:59")
    assert before.strftime("%b %-d, %Y") in (await begin(day)).text
    day.set_clock(f"{after} 23:58")
    assert before.strftime("%b %-d, %Y") in only(await day.say("show")).text
    await play_on(day, seconds=1)
    (result,) = await results(day)
    assert result.day == before
    assert (await board(day, game="tens", date=str(before)))[1][0].startswith("▫️ **alice** (you)")
    assert "Nobody here yet" in (await board(day, game="tens", date=str(after)))[1][0]
    new = await begin(day)
    assert f"daily for {after.strftime('%b %-d, %Y')}" in new.text
    assert day_played(await day.game()) == after


async def test_an_attempt_counts_until_the_end_of_the_next_day(day: CardRoom) -> None:
    day.set_clock("2026-11-21 23:59:59")
    await begin(day)
    day.set_clock("2026-11-22 23:59:59")
    await give_up(day)
    assert [result.seconds for result in await results(day)] == [24 * 60 * 60]


async def test_a_late_attempt_given_up_on_the_shelf_does_not_count(day: CardRoom) -> None:
    await begin(day)
    await play_on(day, most=1)
    day.set_clock("2026-11-23 00:00")
    await begin(day, "dimes")
    (late,) = await day.shelf.shelved(day.alice.id)
    await day.shelf.give_up(day.alice.id, late.board, 100)
    assert await results(day) == []


async def test_a_question_from_before_midnight_begins_nothing_after_it(day: CardRoom) -> None:
    day.set_clock("2026-11-21 23:59")
    await fill_shelf(day)
    before = await day.saved()
    question = changed(await day.choose(await begin(day), "Dimes · deal 0"))
    day.set_clock("2026-11-22 00:00")
    assert "That daily is over" in only(await day.press(question, "Give up and deal")).text
    assert await day.saved() == before
    assert len(await day.shelf.shelved(day.alice.id)) == MOST_SHELVED


async def announced(room: CardRoom) -> Shown:
    """Announce a new day, and return the announcement a minute later."""
    await room.alice.slash(room.channel, "solitaire-admin announce", channel=room.channel, hour=0)
    room.set_clock(f"{TOMORROW} 00:00")
    await pass_minutes(room)
    message = room.messages()[-1]
    assert list(message.buttons) == ["Play Cast Out Nines", "5 more dailies"]
    return message


async def test_buttons_of_another_day_are_refused_politely(day: CardRoom) -> None:
    message = await announced(day)
    day.set_clock("2026-11-23 00:00")
    refused = only(await day.press(message, "Play Cast Out Nines"))
    assert "That daily is over." in refused.text
    assert "tens,2026-11-23" in refused.buttons["Tens"]["custom_id"]
    day.set_clock("2026-11-21 23:59")
    assert "That daily" in private(await day.press(message, "Play Cast Out Nines"))
    assert await day.games.find(day.alice.id) is None
    day.set_clock("2026-11-22 23:59:59")
    assert only(await day.press(message, "Play Cast Out Nines")).ephemeral
    assert day_played(await day.game()) == TOMORROW


async def test_a_result_page_starts_no_daily_of_another_day(day: CardRoom) -> None:
    await finish(day)
    page = await begin(day)
    day.set_clock("2026-11-22 00:00")
    offered = only(await day.press(page, "Next: Diplomat"))
    assert "That daily is over." in offered.text
    assert "tens,2026-11-22" in offered.buttons["Tens"]["custom_id"]
    again = only(await day.press(page, "Play again, unranked"))
    assert "Tens · daily for Nov 21, 2026" in again.text


async def test_yesterdays_button_continues_an_attempt_in_progress(day: CardRoom) -> None:
    message = await announced(day)
    await day.press(message, "Play Cast Out Nines")
    await day.say("move", move="draw")
    day.set_clock("2026-11-23 12:00")
    shown = only(await day.press(message, "Play Cast Out Nines"))
    assert shown.ephemeral
    assert "Cast Out Nines · daily for Nov 22, 2026" in shown.text
    assert "**1** move" in shown.text
    assert "Ranked attempt · ends <t:" in shown.text
    assert day_played(await day.game()) == TOMORROW
    assert "That daily is over" in private(await day.press(message, "Play Cast Out Nines", day.bob))
    await give_up(day)
    assert "That daily is over" in private(await day.press(message, "Play Cast Out Nines"))


async def test_an_attempt_that_runs_too_late_says_so_and_does_not_count(day: CardRoom) -> None:
    await begin(day)
    day.set_clock("2026-11-22 23:59:59")
    assert "Ranked attempt · ends <t:" in only(await day.say("show")).text
    day.set_clock("2026-11-23 00:00")
    assert "Ranked attempt · expired" in only(await day.say("show")).text
    await play_on(day, most=1)
    assert "counts" not in private(await day.say("daily"))
    assert "Ranked attempt · expired" in only(await day.say("show")).text
    over = only(await day.say("give-up"))
    assert "It ended too late, so it doesn't count." in over.text
    assert "shows your place" not in over.text
    assert list(over.buttons) == ["Share", "Leaderboard", "Replay", "Menu", "Another daily"]
    assert over.enabled == set(over.buttons) - {"Share"}
    assert "have a result to share yet" in private(await day.say("share"))
    assert await results(day) == []
    assert "alice" not in str((await board(day, date=str(TODAY)))[1])


async def test_an_attempt_that_ended_in_time_is_not_late_the_day_after(day: CardRoom) -> None:
    await finish(day)
    ended = int(day.now())
    assert (await day.game()).ended_at == ended
    day.set_clock("2026-11-25 08:00")
    over = only(await day.say("show"))
    assert "too late" not in over.text
    assert "Share" in over.enabled
    assert (await day.game()).ended_at == ended


async def test_an_attempt_that_ends_after_its_key_was_published_does_not_count(day: CardRoom) -> None:
    """The key was published at the deadline, and then the clock stepped back a minute."""
    for game in ("dimes", "tens"):
        await begin(day, game, day.bob if game == "tens" else None)
    day.set_clock("2026-11-23 00:00")
    day.sync_clocks()
    assert "Deal key of" in only(await day.say("fair", date=str(TODAY))).text
    day.set_clock("2026-11-22 23:59")
    await give_up(day)
    assert (await day.game()).game.status is Status.GIVEN_UP
    assert await results(day) == []
    assert "There are no results from that time" in (await board(day, game="dimes", date=str(TODAY)))[1][0]
    day.set_clock("2026-11-22 23:58")
    await give_up(day, day.bob)
    assert await results(day, day.bob) == []


async def test_an_attempts_time_never_runs_backwards(day: CardRoom) -> None:
    await begin(day)
    await play_on(day, most=3)
    day.set_clock("2026-11-21 08:00")
    await play_on(day, most=3)
    day.set_clock("2026-11-20 23:00")
    await give_up(day)
    (result,) = await results(day)
    assert (result.day, result.seconds) == (TODAY, 15 + 10)


async def test_a_clock_that_steps_back_allows_no_second_attempt_and_counts_nothing_twice(day: CardRoom) -> None:
    await finish(day, "dimes")
    day.set_clock("2026-11-22 00:10")
    await finish(day, "dimes")
    first = await board(day, board="all")
    streaks = only(await day.say("stats")).text
    for moment, date_ in (("2026-11-21 23:50", "2026-11-21"), ("2026-11-22 00:00", "2026-11-22")):
        day.set_clock(moment)
        refused = await begin(day, "dimes")
        assert "🏳️ Gave up at 9 of 104" in refused.text
        assert f"dimes,{date_}" in refused.buttons["Share"]["custom_id"]
    assert len(await results(day)) == 2
    assert (await board(day, board="all"))[1] == first[1]
    assert only(await day.say("stats")).text == streaks


async def streaks(room: CardRoom) -> str:
    return only(await room.say("stats")).field("Dailies")


async def test_a_streak_continues_over_midnight_and_over_one_missed_day_with_a_freeze(day: CardRoom) -> None:
    await fix_dailies(day.database, [TOMORROW, date(2026, 11, 24)])
    days = [TODAY - timedelta(days=age) for age in range(1, 7)]
    won = [Result("diplomat", 104, 200, 900, day=played, server_id=None) for played in days]
    await record(day.database, day.alice.id, "alice", *won)
    await finish(day)
    assert re.split(" · |\n", await streaks(day)) == [
        "Days played in a row: 7",
        "longest: 7",
        "Days won in a row: 7",
        "longest: 7",
        "❄️ streak freeze ready",
    ]
    day.set_clock("2026-11-23 23:59")
    assert "Days played in a row: 7" in await streaks(day)
    await finish(day)
    day.set_clock("2026-11-24 01:00")
    kept = await streaks(day)
    assert "Days played in a row: 8" in kept
    assert "❄️" not in kept
    day.set_clock("2026-11-25 00:00")
    ended = await streaks(day)
    assert "Days played in a row" not in ended
    assert "Most days played in a row: 8" in ended


async def test_an_attempt_given_up_before_its_first_move_counts_towards_the_streak(day: CardRoom) -> None:
    await begin(day)
    await give_up(day)
    _, shown = await board(day, board="streaks")
    assert shown == ["▫️ **alice** (you) · 1 day in a row"]
    assert await streaks(day) == "Days played in a row: 1 · longest: 1"
