"""Dailies around midnight, at the ends of months and years, and when the clock steps back. All days are UTC."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from bot.model.daily.deals import pick_of
from bot.model.daily.ranking import Result
from bot.model.shelf import MOST_SHELVED
from engine import Status
from tests.support.card_room import CardRoom, buttons, changed, enabled, only, private, readable, text
from tests.support.contests import day_played
from tests.support.daily_room import (
    TODAY,
    TOMORROW,
    begin,
    board,
    day,
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
from tests.support.turns import turn_of

__all__ = ["day"]

TURNS = {
    "an ordinary day": (date(2026, 11, 21), date(2026, 11, 22)),
    "the end of a month": (date(2026, 11, 30), date(2026, 12, 1)),
    "the day before a leap day": (date(2028, 2, 28), date(2028, 2, 29)),
    "a leap day": (date(2028, 2, 29), date(2028, 3, 1)),
    "no leap day": (date(2027, 2, 28), date(2027, 3, 1)),
    "new year": (date(2026, 12, 31), date(2027, 1, 1)),
}


@pytest.mark.parametrize(("before", "after"), TURNS.values(), ids=TURNS)
async def test_an_attempt_counts_for_the_day_on_which_it_began(day: CardRoom, before: date, after: date) -> None:
    day.set_clock(f"{before} 23:59")
    assert before.strftime("%b %-d, %Y") in text(await begin(day))
    day.set_clock(f"{after} 23:58")
    assert before.strftime("%b %-d, %Y") in text(only(await day.say("show")))
    await play_on(day, seconds=1)
    (result,) = await results(day)
    assert result.day == before
    assert (await board(day, game="tens", date=str(before)))[1][0].startswith("▫️ **alice** (you)")
    assert "Nobody here yet" in (await board(day, game="tens", date=str(after)))[1][0]
    new = await begin(day)
    assert f"daily for {after.strftime('%b %-d, %Y')}" in text(new)
    assert day_played(await day.game()) == after


@pytest.mark.parametrize(("before", "after"), TURNS.values(), ids=TURNS)
async def test_a_result_counts_for_the_week_and_month_of_its_day(day: CardRoom, before: date, after: date) -> None:
    for turn in (before, after):
        day.set_clock(f"{turn} 12:00")
        await finish(day)
    for kind, same in (
        ("week", before.isocalendar()[:2] == after.isocalendar()[:2]),
        ("month", (before.year, before.month) == (after.year, after.month)),
    ):
        _, (shown,) = await board(day, board=kind, game="tens", date=str(before))
        points = re.search(r"(\d+) points?", shown)
        assert points is not None
        counted = await results(day)
        assert int(points[1]) == sum(result.points for result in counted[: 2 if same else 1])


async def test_an_attempt_counts_until_the_end_of_the_next_day(day: CardRoom) -> None:
    day.set_clock("2026-11-21 23:59:59")
    await begin(day)
    await begin(day, who=day.bob)
    day.set_clock("2026-11-22 23:59:59")
    await give_up(day)
    day.set_clock("2026-11-23 00:00")
    await give_up(day, day.bob)
    assert [result.seconds for result in await results(day)] == [24 * 60 * 60]
    assert await results(day, day.bob) == []


async def test_a_late_attempt_is_shown_no_rank(day: CardRoom) -> None:
    await begin(day)
    day.set_clock("2026-11-23 00:00")
    over = await give_up(day)
    assert await results(day) == []
    assert "shows your place" not in text(over)
    _, shown = await board(day, date=str(TODAY))
    assert "alice" not in str(shown)


async def test_a_late_attempt_is_not_called_unfinished(day: CardRoom) -> None:
    await begin(day)
    day.set_clock("2026-11-23 00:00")
    await give_up(day)
    assert "Finish your ranked attempt" not in private(await day.say("share"))


async def test_a_late_attempt_given_up_on_the_shelf_does_not_count(day: CardRoom) -> None:
    await begin(day)
    await play_on(day, most=1)
    day.set_clock("2026-11-23 00:00")
    await begin(day, "dimes")
    (late,) = await day.shelf.shelved(day.alice.id)
    await day.services.shelf.give_up(turn_of(day.services, day.alice.id, 100), late.board)
    assert await results(day) == []
    assert day_played(await day.game()) == date(2026, 11, 23)


async def test_a_question_from_before_midnight_begins_nothing_after_it(day: CardRoom) -> None:
    day.set_clock("2026-11-21 23:59")
    await fill_shelf(day)
    before = await day.saved()
    question = changed(await day.choose(await begin(day), "Dimes · deal 0"))
    day.set_clock("2026-11-22 00:00")
    answer = await day.press(question, "Give up and deal")
    assert "That daily is over" in text(only(answer))
    assert await day.saved() == before
    assert len(await day.shelf.shelved(day.alice.id)) == MOST_SHELVED


async def announced(room: CardRoom) -> Shown:
    """Announce a new day, and return the announcement a minute later."""
    await room.alice.slash(room.channel, "solitaire-admin announce", channel=room.channel, hour=0)
    room.set_clock(f"{TOMORROW} 00:00")
    await pass_minutes(room)
    message = room.messages()[-1]
    assert list(message.buttons) == ["Play", "Today"]
    return message


async def test_buttons_of_another_day_are_refused_politely(day: CardRoom) -> None:
    message = await announced(day)
    day.set_clock("2026-11-23 00:00")
    refused = only(await day.press(message, "Play"))
    assert "That daily is over." in text(refused)
    assert "tens,2026-11-23" in refused.buttons["Tens"]["custom_id"]
    day.set_clock("2026-11-21 23:59")
    assert "That daily" in private(await day.press(message, "Play"))
    assert await day.games.find(day.alice.id) is None
    day.set_clock("2026-11-22 23:59:59")
    assert only(await day.press(message, "Play")).ephemeral
    assert day_played(await day.game()) == TOMORROW


async def test_a_result_page_starts_no_daily_of_another_day(day: CardRoom) -> None:
    await finish(day)
    page = await begin(day)
    day.set_clock("2026-11-22 00:00")
    assert "tens,2026-11-22" in buttons(only(await day.press(page, "Another daily")))["Tens"]["custom_id"]
    again = only(await day.press(page, "Play again, unranked"))
    assert "Tens · daily for Nov 21, 2026" in text(again)


async def test_yesterdays_button_continues_an_attempt_in_progress(day: CardRoom) -> None:
    message = await announced(day)
    await day.press(message, "Play")
    await day.say("move", move="draw")
    day.set_clock("2026-11-23 12:00")
    shown = only(await day.press(message, "Play"))
    assert shown.ephemeral
    assert "Cast Out Nines · daily for Nov 22, 2026" in text(shown)
    assert "**1** move" in text(shown)
    assert "Ranked attempt · ends <t:" in text(shown)
    assert day_played(await day.game()) == TOMORROW
    assert "That daily is over" in private(await day.press(message, "Play", day.bob))
    await give_up(day)
    assert "That daily is over" in private(await day.press(message, "Play"))


async def test_an_attempt_that_runs_too_late_says_so(day: CardRoom) -> None:
    await begin(day)
    day.set_clock("2026-11-22 23:59:59")
    assert "Ranked attempt · ends <t:" in text(only(await day.say("show")))
    day.set_clock("2026-11-23 00:00")
    assert "Ranked attempt · expired" in text(only(await day.say("show")))
    await play_on(day, most=1)
    assert "counts" not in private(await day.say("daily"))
    assert "Ranked attempt · expired" in text(only(await day.say("show")))
    over = await give_up(day)
    assert "It ended too late, so it doesn't count." in text(over)
    assert list(buttons(over)) == ["Leaderboard", "Share", "Another daily", "Play again, unranked", "Menu"]
    assert enabled(over) == {"Leaderboard", "Another daily", "Play again, unranked", "Menu"}


async def test_an_attempt_that_ended_in_time_is_not_late_the_day_after(day: CardRoom) -> None:
    await finish(day)
    ended = int(day.now())
    assert (await day.game()).ended_at == ended
    day.set_clock("2026-11-25 08:00")
    over = only(await day.say("show"))
    assert "too late" not in text(over)
    assert "Share" in enabled(over)
    assert (await day.game()).ended_at == ended


async def test_an_attempt_that_ends_after_its_key_was_published_does_not_count(day: CardRoom) -> None:
    """The key was published at the deadline, and then the clock stepped back a minute."""
    for game in ("dimes", "tens"):
        await begin(day, game, day.bob if game == "tens" else None)
    day.set_clock("2026-11-23 00:00")
    day.sync_clocks()
    assert "Deal key of" in text(only(await day.say("fair", date=str(TODAY))))
    day.set_clock("2026-11-22 23:59")
    await give_up(day)
    assert (await day.game()).game.status is Status.GIVEN_UP
    assert await results(day) == []
    assert "Nobody played then" in (await board(day, game="dimes", date=str(TODAY)))[1][0]
    day.set_clock("2026-11-22 23:58")
    await give_up(day, day.bob)
    assert await results(day, day.bob) == []


async def test_a_key_waits_for_an_attempt_in_progress_which_then_counts(day: CardRoom) -> None:
    await begin(day, "dimes")
    day.set_clock("2026-11-22 12:00")
    day.sync_clocks()
    assert "Deal key of" not in text(only(await day.say("fair", date=str(TODAY))))
    await give_up(day)
    assert [result.variant for result in await results(day)] == ["dimes"]


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
    streaks = text(only(await day.say("stats")))
    day.set_clock("2026-11-21 23:50")
    assert "daily for Nov 21, 2026\n🏁 gave up at 9 of 104 · 3 moves · 0:15" in text(await begin(day, "dimes"))
    day.set_clock("2026-11-22 00:00")
    assert "daily for Nov 22, 2026\n🏁 gave up at 9 of 104 · 3 moves · 0:15" in text(await begin(day, "dimes"))
    assert len(await results(day)) == 2
    assert (await board(day, board="all"))[1] == first[1]
    assert text(only(await day.say("stats"))) == streaks


async def test_deals_stay_the_same_after_the_clock_was_wrong(day: CardRoom) -> None:
    right = await day.services.dailies.of(day.services.turns.background(), TODAY)
    day.set_clock("2027-11-21 10:00")
    await begin(day)
    day.set_clock("2026-11-21 10:00")
    assert await day.services.dailies.of(day.services.turns.background(), TODAY) == right
    assert pick_of(TODAY) == "grounds-for-divorce"


async def streaks(room: CardRoom) -> dict[str, str]:
    """The statistics about dailies, without what is nought."""
    (field,) = [field for field in only(await room.say("stats")).embeds[0].fields if "Dailies" in (field.name or "")]
    said: dict[str, str] = {}
    for fact in re.split(" · |\n", readable(field.value or "")):
        name, _, number = fact.partition(": ")
        said[f"{[*said][-1]}, best" if name == "longest" else name] = number
    return said


async def test_a_streak_continues_over_midnight_and_over_one_missed_day_with_a_freeze(day: CardRoom) -> None:
    early = TODAY - timedelta(days=6)
    await fix_dailies(day.database, [TOMORROW, date(2026, 11, 24)])
    await record(
        day.database,
        day.alice.id,
        "alice",
        *(Result("diplomat", 104, 200, 900, day=early + timedelta(days=age), server_id=None) for age in range(6)),
    )
    await finish(day)
    assert await streaks(day) == {
        "Days played in a row": "7",
        "Days played in a row, best": "7",
        "Days won in a row": "7",
        "Days won in a row, best": "7",
        "❄️ streak freeze ready": "",
    }
    day.set_clock("2026-11-23 23:59")
    assert (await streaks(day))["Days played in a row"] == "7"
    await finish(day)
    day.set_clock("2026-11-24 01:00")
    kept = await streaks(day)
    assert kept["Days played in a row"] == "8"
    assert "❄️ streak freeze ready" not in kept
    day.set_clock("2026-11-25 00:00")
    ended = await streaks(day)
    assert "Days played in a row" not in ended
    assert ended["Most days played in a row"] == "8"


async def test_an_attempt_given_up_before_its_first_move_counts_towards_the_streak(day: CardRoom) -> None:
    await begin(day)
    await give_up(day)
    _, shown = await board(day, board="streaks")
    assert shown == ["▫️ **alice** (you) · 1 day in a row"]
    told = text(only(await day.say("stats")))
    assert "Days played in a row: 1 · longest: 1" in readable(told)
    assert "won in a row" not in readable(told)
    assert "freeze" not in readable(told)
    assert "No finished games yet" not in told
