"""`/solitaire leaderboard`: the best players here and in the world, page by page."""

import re
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.model.daily.deals import pick_of
from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, changed, only, private
from tests.support.daily_room import (
    TODAY,
    begin,
    board,
    daily_buttons,
    finish,
    give_up,
    play_on,
    ranks,
    record,
    results,
)
from tests.support.turns import turn_of

CROWD = 23


async def crowd(room: CardRoom) -> None:
    """Make players 1 to 23 finish Tens, player n in place n."""
    for number in range(1, CROWD + 1):
        result = Result("tens", 50, number, 60, day=TODAY, server_id=room.env.guild.id)
        await record(room.database, number, f"player {number}", result)


async def test_the_world_lists_everyone_and_a_server_those_who_began_there(day: CardRoom) -> None:
    await finish(day, "tens")
    await day.bob_elsewhere.slash(day.elsewhere, "solitaire daily", game="tens")
    await play_on(day, day.bob, seconds=9)
    _, here = await board(day, game="tens")
    assert here == ["▫️ **alice** (you) · 52/52 · 1:50"]
    _, world = await board(day, game="tens", where="world")
    assert world == [*here, "▫️ bob · 52/52 · 3:18"]
    there = only(await day.bob_elsewhere.slash(day.elsewhere, "solitaire leaderboard", game="tens"))
    assert there.lines == ["▫️ **bob** (you) · 52/52 · 3:18"]


async def test_a_leaderboard_of_the_future_is_refused(day: CardRoom) -> None:
    assert "Dec 31, 9999 hasn't come yet." in private(await day.say("leaderboard", date="9999-12-31"))
    assert "Jan 1, 2027 hasn't come yet." in private(await day.say("leaderboard", date="2027-01-01"))
    assert "Dec 28, 2026 hasn't come yet." in private(await day.say("leaderboard", board="week", date="2027-01-01"))
    sunday = str(TODAY + timedelta(days=1))
    assert "Nobody has points yet" in only(await day.say("leaderboard", board="week", date=sunday)).text


async def test_a_rank_is_shown_among_three_players_or_more(day: CardRoom) -> None:
    await finish(day, "tens")
    here = day.env.guild.id
    await record(day.database, 1, "slow", Result("tens", 52, 0, 900, day=TODAY, server_id=here))
    _, two = await board(day, game="tens")
    assert ranks(two) == []
    assert "#1" not in only(await day.say("daily", game="tens")).text
    await record(day.database, 2, "slower", Result("tens", 52, 0, 990, day=TODAY, server_id=here))
    _, three = await board(day, game="tens")
    result = only(await day.say("daily", game="tens"))
    assert ranks(three) == [1, 2, 3]
    assert "1st of 3 here" in result.text
    opened = only(await day.press(result, "Leaderboard"))
    assert "Today · Tens · this server" in opened.text
    assert opened.lines == three


async def test_outside_of_servers_only_the_world_is_available(day: CardRoom) -> None:
    await day.alice.user.slash("solitaire daily", game="dimes")
    asked = only(await day.alice.user.slash("solitaire move", move="give up"))
    given_up = changed(await day.alice.user.click(asked, label="Give up"))
    opened = only(await day.alice.user.click(given_up, custom_id=given_up.buttons["Leaderboard"]["custom_id"]))
    assert "Today · Dimes · the world" in opened.text
    (result,) = await results(day)
    assert result.server_id is None
    shown = only(await day.alice.user.slash("solitaire leaderboard"))
    assert "the world" in shown.text
    assert "This server" not in shown.buttons
    assert "alice" in shown.text
    refused = only(await day.alice.user.slash("solitaire leaderboard", where="here"))
    assert "This isn't a server" in refused.content


async def test_every_page_shows_the_viewers_own_row_and_leads_to_the_others(day: CardRoom) -> None:
    await crowd(day)
    shown, _ = await board(day, game="tens")
    assert "My place" not in shown.enabled
    await record(day.database, day.alice.id, "alice", Result("tens", 50, 99, 60, day=TODAY, server_id=day.env.guild.id))
    own = "**24.** **alice** (you) · 50/52 · 99 illegal moves · 1:00"
    shown, first = await board(day, game="tens")
    assert "Page 1 of 3 · 24 players" in shown.text
    assert ranks(first) == [*range(1, 11), 24]
    assert first[-2:] == ["…", own]
    assert shown.enabled >= {"Next", "My place"}
    assert shown.enabled.isdisjoint({"Top", "Previous"})
    await day.restart()
    second = changed(await day.press(shown, "Next"))
    assert ranks(second.lines) == [*range(11, 21), 24]
    last = changed(await day.press(second, "My place"))
    assert ranks(last.lines) == [21, 22, 23, 24]
    assert last.lines[-1] == own
    assert last.enabled.isdisjoint({"Next", "My place"})
    assert ranks(changed(await day.press(last, "Previous")).lines) == [*range(11, 21), 24]
    assert changed(await day.press(last, "Top")).lines == first


async def test_a_page_that_no_longer_exists_shows_the_last_one(day: CardRoom) -> None:
    await crowd(day)
    shown, _ = await board(day, game="tens")
    last = changed(await day.press(changed(await day.press(shown, "Next")), "Next"))
    for number in range(5, CROWD + 1):
        await day.services.privacy.delete(turn_of(day.services, number))
    assert ranks(changed(await day.press(last, "Previous")).lines) == [1, 2, 3, 4]


async def test_an_empty_leaderboard_offers_the_dailies(day: CardRoom) -> None:
    shown, (line,) = await board(day, game="tens")
    assert line == "Nobody here yet. Be the first!"
    assert shown.embeds[0].footer.text is None
    assert shown.enabled >= {"The world", "Today's dailies"}
    assert len(daily_buttons(only(await day.press(shown, "Today's dailies")))) == 6


@pytest.mark.parametrize(("game", "result"), [("tens", "Gave up at 0 of 52"), ("dimes", "Gave up at 8 of 104")])
async def test_nobody_has_a_rank_without_points(day: CardRoom, game: str, result: str) -> None:
    """Eight cards are home in Dimes before the first move."""
    await begin(day, game)
    over = (await give_up(day)).text
    assert result in over
    assert over.casefold().count("gave up") == 1
    assert "No points this time, so no rank." in over
    shared = (await day.post(await day.say("share"))).text
    dailies = only(await day.say("daily")).text
    assert "gave up" in shared
    assert [told for told in (over, shared, dailies) if "#1" in told] == []
    here = day.env.guild.id
    for number, name in enumerate(("bob", "carol"), 1):
        await record(day.database, number, name, Result(game, 30 - number, 0, 60, day=TODAY, server_id=here))
    _, (first, second, last) = await board(day, game=game)
    assert first.startswith("🥇 **1.** bob")
    assert second.startswith("🥈 **2.** carol")
    assert last.startswith("▫️ **alice** (you) · gave up at ")


async def test_a_leaderboard_says_how_it_is_ordered(day: CardRoom) -> None:
    ordered = ((30, 90, 900), (29, 10, 900), (29, 11, 60), (29, 11, 61))
    for place, (home, moves, seconds) in reversed(list(enumerate(ordered, 1))):
        result = Result("diplomat", home, moves, seconds, day=TODAY, server_id=None)
        await record(day.database, 10 - place, f"player {place}", result)
    shown, listed = await board(day, game="diplomat", where="world")
    assert re.findall(r"player (\d)", str(listed)) == ["1", "2", "3", "4"]
    assert "Ranked by cards cleared, then fewest moves (undo +1, hint +5), then time" in shown.text


async def test_every_leaderboard_has_a_button_and_the_games_of_a_day_a_select(day: CardRoom) -> None:
    server = day.env.guild.id
    pick = pick_of(TODAY)
    won = Result(pick, 104, 90, 1000, day=TODAY, server_id=server)
    week = [replace(won, variant="tens", cards_home=52, day=TODAY - timedelta(days=age)) for age in (0, 1, 2)]
    await record(day.database, day.alice.id, "alice", *week, won, replace(won, variant="dimes", cards_home=104))
    shown, (points,) = await board(day)
    assert points == "▫️ **alice** (you) · 250 points · 16:40"
    assert list(shown.buttons) == ["Today", "Week", "All time", "Streaks", "The world"]
    assert shown.enabled == {"Week", "All time", "Streaks", "The world"}
    standings = {
        "Week": "250 points · 16:40",
        "All time": "250 points · 16:40",
        "Streaks": "3 days in a row",
        "Today": "250 points · 16:40",
    }
    for kind, standing in standings.items():
        shown = changed(await day.press(shown, kind))
        assert shown.lines == [f"▫️ **alice** (you) · {standing}"], kind
        assert bool(shown.choices) is (kind == "Today")
    shown = changed(await day.choose(shown, "Dimes"))
    assert shown.lines == ["▫️ **alice** (you) · 104/104 · 90 moves · 16:40"]
    shown = changed(await day.press(shown, "The world"))
    assert "Today · Dimes · the world" in shown.text
    shown = changed(await day.choose(shown, "All games"))
    assert "Today · the world" in shown.text
    assert "This server" in shown.buttons
    shown = changed(await day.choose(shown, "Dimes"))
    assert changed(await day.press(shown, "Week")).lines == ["▫️ **alice** (you) · 250 points · 16:40"]


@pytest.mark.parametrize("kind", ["week", "all", "streaks"])
async def test_only_a_day_has_leaderboards_of_one_game(day: CardRoom, kind: str) -> None:
    refused = private(await day.say("leaderboard", board=kind, game="tens"))
    assert "Only a day has a leaderboard for each game" in refused


async def test_past_dates_are_offered_and_shown(day: CardRoom) -> None:
    await finish(day, "dimes")
    day.set_clock("2026-12-01 08:00")
    for command in ("leaderboard", "fair", "daily"):
        offered = await day.alice.autocomplete(day.channel, f"solitaire {command}", "date", "")
        days = [choice["value"] for choice in offered]
        assert days == ["2026-12-01", *(f"2026-11-{day}" for day in range(30, 20, -1))]
    offered = await day.alice.autocomplete(day.channel, "solitaire leaderboard", "date", "2026-11-21")
    assert [choice["value"] for choice in offered] == ["2026-11-21"]
    shown, (line,) = await board(day, date="2026-11-21")
    assert "Nov 21, 2026 · this server" in shown.text
    assert "alice" in line
    assert changed(await day.press(shown, "Week")).lines == [line]
    assert "Nobody has points yet" in changed(await day.press(shown, "Today")).lines[0]


async def test_a_distant_past_has_empty_leaderboards(day: CardRoom) -> None:
    for span in ("day", "week"):
        assert (await board(day, date="0001-01-01", board=span))[1] == ["There are no results from that time."]
