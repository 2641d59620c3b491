"""`/solitaire leaderboard`: the best players here and in the world, page by page."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
import simcord

from bot.app.local.terminal import parts_of
from bot.model.daily.deals import pick_of
from bot.model.daily.ranking import Leaderboard, LeaderboardKind, Result
from bot.store.leaderboards import record_result
from tests.support.card_room import (
    CardRoom,
    buttons,
    changed,
    choices,
    enabled,
    only,
    private,
    readable,
    running,
    text,
    wait_until_written,
)
from tests.support.daily_room import (
    TODAY,
    begin,
    board,
    daily_buttons,
    day,
    finish,
    give_up,
    lines,
    pass_minutes,
    play_on,
    ranks,
    record,
    results,
)
from tests.support.turns import turn_of

__all__ = ["day"]


CROWD = 23


async def crowd(room: CardRoom, *, server: bool = True) -> None:
    """Make players 1 to 23 finish Tens, player n in place n."""
    for number in range(1, CROWD + 1):
        server_id = room.env.guild.id if server else None
        await record(
            room.database, number, f"player {number}", Result("tens", 50, number, 60, day=TODAY, server_id=server_id)
        )


async def test_records_are_the_fastest_win_at_each_game_here(day: CardRoom) -> None:
    here = day.env.guild.id
    slow, fast = (
        Result("tens", 52, mistakes, seconds, day=TODAY, server_id=here) for mistakes, seconds in ((0, 90), (1, 80))
    )
    elsewhere = Result("tens", 52, 0, 70, day=TODAY, server_id=here + 1)
    for number, result in enumerate((slow, fast, elsewhere, Result("dimes", 103, 0, 1, day=TODAY, server_id=here))):
        await record(day.database, number + 1, f"player {number}", result)
    message, shown = await board(day, board="fastest")
    assert "⚡ **Tens** · player 1 · 1:20 · 1 illegal move" in shown
    assert "▫️ **Dimes** · no win yet" in shown
    assert len(shown) == 5
    of_one_game = changed(await day.choose(message, "Tens"))
    assert lines(of_one_game) == [
        "▫️ player 1 · 1:20 · 1 illegal move",
        "▫️ player 0 · 1:30",
    ]
    _, world = await board(day, board="fastest", where="world")
    assert "⚡ **Tens** · player 2 · 1:10" in world


async def test_the_world_lists_everyone_and_a_server_those_who_began_there(day: CardRoom) -> None:
    await finish(day, "tens")
    await day.bob_elsewhere.slash(day.elsewhere, "solitaire daily", game="tens")
    await play_on(day, day.bob, seconds=9)
    _, here = await board(day, game="tens")
    assert here == ["▫️ **alice** (you) · 52/52 · 1:50"]
    _, world = await board(day, game="tens", where="world")
    assert world == [*here, "▫️ bob · 52/52 · 3:18"]
    there = only(await day.bob_elsewhere.slash(day.elsewhere, "solitaire leaderboard", game="tens"))
    assert lines(there) == ["▫️ **bob** (you) · 52/52 · 3:18"]


async def test_a_rank_is_shown_among_three_players_or_more(day: CardRoom) -> None:
    await finish(day, "tens")
    here = day.env.guild.id
    await record(day.database, 1, "slow", Result("tens", 52, 0, 900, day=TODAY, server_id=here))
    _, two = await board(day, game="tens")
    result = only(await day.say("daily", game="tens"))
    assert ranks(two) == []
    assert "#1" not in result.text
    await record(day.database, 2, "slower", Result("tens", 52, 0, 990, day=TODAY, server_id=here))
    _, three = await board(day, game="tens")
    result = only(await day.say("daily", game="tens"))
    assert ranks(three) == [1, 2, 3]
    assert "#1 of 3 in this server" in readable(result.text)
    opened = only(await day.press(result, "Leaderboard"))
    assert "Today · Tens · this server" in text(opened)
    assert lines(opened) == three


async def test_a_result_that_another_process_left_uncounted_is_soon_counted(day: CardRoom) -> None:
    left = Result("tens", 50, 3, 60, day=TODAY, server_id=day.env.guild.id)
    in_the_world = Leaderboard(LeaderboardKind.DAY, TODAY, "tens", None)
    await day.database.write(partial(record_result, user_id=7, game_id=900, result=left))
    assert await day.services.leaderboards.best(day.turn(), in_the_world) == []
    await pass_minutes(day, 2)
    await wait_until_written(day.database)
    assert [place.user_id for place in await day.services.leaderboards.best(day.turn(), in_the_world)] == [7]


async def test_viewing_a_leaderboard_counts_what_another_process_left_uncounted(day: CardRoom) -> None:
    left = Result("tens", 50, 3, 60, day=TODAY, server_id=day.env.guild.id)
    await day.database.write(partial(record_result, user_id=7, game_id=900, result=left))
    assert "50/52" in (await board(day, game="tens"))[1][0]


async def test_an_attempt_counts_in_the_server_where_it_began(day: CardRoom) -> None:
    await day.bob_elsewhere.slash(day.elsewhere, "solitaire daily", game="dimes")
    await give_up(day, day.bob)
    assert "Nobody here yet" in (await board(day))[1][0]
    assert "bob" in (await board(day, where="world"))[1][0]


async def test_outside_of_servers_only_the_world_is_available(day: CardRoom) -> None:
    await day.alice.user.slash("solitaire daily", game="dimes")
    asked = only(await day.alice.user.slash("solitaire move", move="give up"))
    given_up = await day.alice.user.click(asked, label="Give up")
    opened = only(await day.alice.user.click(changed(given_up), label="Leaderboard"))
    assert "Today · Dimes · the world" in text(opened)
    (result,) = await results(day)
    assert result.server_id is None
    shown = only(await day.alice.user.slash("solitaire leaderboard"))
    assert "the world" in text(shown)
    assert "This server" not in buttons(shown)
    assert "alice" in text(shown)
    refused = only(await day.alice.user.slash("solitaire leaderboard", where="here"))
    assert "This isn't a server" in refused.content


async def test_every_page_shows_the_viewers_own_row(day: CardRoom) -> None:
    await crowd(day)
    await record(day.database, day.alice.id, "alice", Result("tens", 50, 99, 60, day=TODAY, server_id=day.env.guild.id))
    own = "**24.** **alice** (you) · 50/52 · 99 illegal moves · 1:00"
    shown, first = await board(day, game="tens")
    assert "Page 1 of 3 · 24 players" in footer_text(shown)
    assert ranks(first) == [*range(1, 11), 24]
    assert first[-2:] == ["…", own]
    assert enabled(shown) >= {"Next", "My place"}
    assert enabled(shown).isdisjoint({"Top", "Previous"})
    second = changed(await day.press(shown, "Next"))
    assert ranks(lines(second)) == [*range(11, 21), 24]
    assert "My place" in enabled(second)
    last = changed(await day.press(second, "My place"))
    assert ranks(lines(last)) == [21, 22, 23, 24]
    assert lines(last)[-1] == own
    assert enabled(last).isdisjoint({"Next", "My place"})
    assert ranks(lines(changed(await day.press(last, "Previous")))) == [*range(11, 21), 24]
    assert lines(changed(await day.press(last, "Top"))) == first


async def test_my_place_is_enabled_only_if_the_viewers_place_is_on_another_page(day: CardRoom) -> None:
    await crowd(day)
    shown, first = await board(day, game="tens")
    assert "My place" not in enabled(shown)
    assert len(first) == 10
    await record(day.database, day.alice.id, "alice", Result("tens", 51, 0, 60, day=TODAY, server_id=day.env.guild.id))
    shown, first = await board(day, game="tens")
    assert "alice** (you)" in first[0]
    assert "My place" not in enabled(shown)
    assert "My place" in enabled(changed(await day.press(shown, "Next")))


async def test_an_empty_leaderboard_offers_the_dailies(day: CardRoom) -> None:
    shown, (line,) = await board(day, game="tens")
    assert line == "Nobody here yet. Be the first!"
    assert shown.embeds[0].footer.text is None
    assert enabled(shown) >= {"The world", "Today's dailies"}
    assert len(daily_buttons(only(await day.press(shown, "Today's dailies")))) == 5


async def test_the_first_three_have_medals_and_the_numbers_do_not_render_as_a_list(day: CardRoom) -> None:
    await crowd(day)
    _, shown = await board(day, game="tens")
    assert [line.partition(" player")[0] for line in shown] == [
        "🥇 **1.**",
        "🥈 **2.**",
        "🥉 **3.**",
        *(f"**{number}.**" for number in range(4, 11)),
    ]


async def test_a_page_that_no_longer_exists_shows_the_last_one(day: CardRoom) -> None:
    await crowd(day)
    shown, _ = await board(day, game="tens")
    last = changed(await day.press(changed(await day.press(shown, "Next")), "Next"))
    for number in range(5, CROWD + 1):
        await day.services.privacy.delete(turn_of(day.services, number))
    assert ranks(lines(changed(await day.press(last, "Previous")))) == [1, 2, 3, 4]


async def test_a_day_says_who_gave_up(day: CardRoom) -> None:
    for who, moves in ((day.alice, 2), (day.bob, 1)):
        await begin(day, "tens", who)
        await play_on(day, who, most=moves)
        await give_up(day, who)
    _, (alice, bob) = await board(day, game="tens")
    assert "gave up at 4 of 52" in alice
    assert "gave up at 2 of 52" in bob


@pytest.mark.parametrize("game", ["tens", "dimes"])
async def test_nobody_has_a_rank_without_points(day: CardRoom, game: str) -> None:
    """Eight cards are home in Dimes before the first move."""
    await begin(day, game)
    over = readable(text(await give_up(day)))
    assert "**0** of 52 discarded" in over or "**8** of 104 home" in over
    assert over.casefold().count("gave up") == 1
    assert "No points this time, so no rank." in over
    shared = readable(text(await day.post(await day.say("share"))))
    dailies = readable(text(only(await day.say("daily"))))
    assert "gave up at" in shared
    assert [told for told in (over, shared, dailies) if "#1" in told] == []
    here = day.env.guild.id
    for number, name in enumerate(("bob", "carol"), 1):
        await record(day.database, number, name, Result(game, 30 - number, 0, 60, day=TODAY, server_id=here))
    for kind in ("day", "week", "month", "all"):
        _, (first, second, last) = await board(day, board=kind, game=game)
        assert first.startswith("🥇 **1.** bob")
        assert second.startswith("🥈 **2.** carol")
        assert last.startswith("▫️ **alice** (you) · ")


async def test_equal_results_share_a_rank(day: CardRoom) -> None:
    for user, name, effort in ((1, "ann", 0), (2, "ben", 3), (3, "cem", 3), (4, "dot", 4)):
        await record(day.database, user, name, Result("tens", 40, effort, 60, day=TODAY, server_id=day.env.guild.id))
    _, shown = await board(day, game="tens")
    assert ranks(shown) == [1, 2, 2, 4]


async def test_results_are_ordered_by_cards_then_moves_then_time(day: CardRoom) -> None:
    came = {"cards": (30, 90, 900), "moves": (29, 10, 900), "time": (29, 11, 60), "last": (29, 11, 61)}
    for user, (name, (home, moves, seconds)) in enumerate(reversed(came.items()), 1):
        await record(day.database, user, name, Result("diplomat", home, moves, seconds, day=TODAY, server_id=None))
    shown, listed = await board(day, game="diplomat", where="world")
    assert [re.sub(r"^\S* ?\*\*\d\.\*\* ", "", line).split()[0] for line in listed] == list(came)
    assert "Ranked by cards cleared, then fewest moves (undo +1, hint +5), then time" in footer_text(shown)


async def test_four_leaderboards_are_buttons_and_the_rest_is_behind_more(day: CardRoom) -> None:
    server = day.env.guild.id
    pick = pick_of(TODAY)
    won = Result(pick, 104, 90, 1000, day=TODAY, server_id=server)
    week = [replace(won, variant="tens", home=52, day=TODAY - timedelta(days=age)) for age in (0, 1, 2)]
    await record(day.database, day.alice.id, "alice", *week, won, replace(won, variant="dimes", home=104))
    shown, (points,) = await board(day)
    assert points == "▫️ **alice** (you) · 250 points · 16:40"
    assert list(buttons(shown)) == ["Today", "Week", "All time", "Streaks", "More", "The world"]
    assert enabled(shown) == {"Week", "All time", "Streaks", "More", "The world"}
    assert not choices(shown)
    standings = {
        "Week": "250 points · 16:40",
        "All time": "250 points · 16:40",
        "Streaks": "3 days in a row",
        "Today": "250 points · 16:40",
    }
    for kind, standing in standings.items():
        shown = changed(await day.press(shown, kind))
        assert lines(shown) == [f"▫️ **alice** (you) · {standing}"], kind
    shown = changed(await day.press(shown, "More"))
    assert "November 2026 · this server" in readable(text(shown))
    assert lines(shown) == ["▫️ **alice** (you) · 250 points · 16:40"]
    shown = changed(await day.choose(shown, "Most wins"))
    assert lines(shown) == ["▫️ **alice** (you) · 5 wins"]
    shown = changed(await day.choose(changed(await day.choose(shown, "Month")), "Dimes"))
    assert lines(shown) == ["▫️ **alice** (you) · 200 points · 16:40"]
    shown = changed(await day.press(shown, "Today"))
    assert lines(shown) == ["▫️ **alice** (you) · 104/104 · 90 moves · 16:40"]
    shown = changed(await day.press(shown, "The world"))
    assert "Today · Dimes · the world" in text(shown)
    assert "More" not in buttons(shown)
    selects = [part["placeholder"] for part, _ in parts_of(shown.components) if "options" in part]
    assert selects == ["More leaderboards", "Dimes"]
    shown = changed(await day.choose(shown, "All games"))
    assert "Today · the world" in text(shown)
    assert "This server" in buttons(shown)
    assert not choices(shown)


async def test_past_dates_are_offered_and_shown(day: CardRoom) -> None:
    await finish(day, "dimes")
    day.set_clock("2026-12-01 08:00")
    offered = await day.alice.autocomplete(day.channel, "solitaire leaderboard", "date", "")
    assert [choice["value"] for choice in offered] == ["2026-12-01", *(f"2026-11-{day}" for day in range(30, 20, -1))]
    offered = await day.alice.autocomplete(day.channel, "solitaire leaderboard", "date", "2026-11-21")
    assert [choice["value"] for choice in offered] == ["2026-11-21"]
    shown, (line,) = await board(day, date="2026-11-21")
    assert "Nov 21, 2026 · this server" in text(shown)
    assert "alice" in line
    assert lines(changed(await day.press(shown, "More"))) == [line]
    assert "Nobody here yet" in lines(changed(await day.press(shown, "Today")))[0]


@pytest.mark.parametrize("typed", ["yesterday", "2026-02-30", "@everyone", "`" * 50, ""])
async def test_an_invalid_date_is_refused_politely(day: CardRoom, typed: str) -> None:
    day.set_clock("2026-12-03 08:00")
    told = private(await day.say("leaderboard", date=typed))
    assert "isn't a date. Try 2026-12-03" in told
    assert len(told) < 200


@pytest.mark.parametrize("extreme", ["0001-01-01", "9999-12-31"])
@pytest.mark.parametrize("span", ["day", "week", "month"])
async def test_distant_days_have_empty_leaderboards(day: CardRoom, extreme: str, span: str) -> None:
    told = "Nobody played then." if extreme < "2026" else "Nobody here yet. Be the first!"
    assert (await board(day, date=extreme, board=span))[1][0] == told


async def test_times_show_hours_if_there_are_any(day: CardRoom) -> None:
    for user, seconds in enumerate((0, 59, 60, 3599, 3600, 36061), 1):
        await record(
            day.database, user, f"p{user}", Result("tens", 52, 0, seconds, day=TODAY, server_id=day.env.guild.id)
        )
    _, shown = await board(day, game="tens")
    assert [line.rpartition(" · ")[2] for line in shown] == ["0:00", "0:59", "1:00", "59:59", "1:00:00", "10:01:01"]


async def test_a_leaderboard_works_after_a_restart(day: CardRoom) -> None:
    await finish(day)
    shown, _ = await board(day, game="tens")
    await day.restart()
    assert "alice" in text(changed(await day.press(shown, "The world")))


async def test_a_result_that_a_killed_bot_did_not_count_is_counted_at_the_next_start(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as killed:
        killed.setattr("bot.store.database.Database.write_in_background", lambda *_: None)
        async with running(CardRoom(path, moment="2026-11-21 10:00")) as room:
            await finish(room)
    async with running(CardRoom(path, moment="2026-11-21 10:05")) as room:
        await room.env.settle()
        await wait_until_written(room.database)
        in_the_world = Leaderboard(LeaderboardKind.DAY, TODAY, "tens", None)
        assert [place.name for place in await room.services.leaderboards.best(room.turn(), in_the_world)] == ["alice"]


def footer_text(message: simcord.ResponseMessage) -> str:
    return message.embeds[0].footer.text or ""
