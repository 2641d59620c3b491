"""`/solitaire daily` without a game: today's dailies, and the calendar of earlier days."""

import pytest

from bot.model.daily.days import ONE_DAY, day_of
from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, changed, only, private
from tests.support.chain import CHAIN
from tests.support.contests import day_played
from tests.support.daily_room import TODAY, TOMORROW, begin, daily_buttons, finish, give_up, play_on, record, results
from tests.support.shown import Shown, readable


async def page(room: CardRoom, **options: str) -> Shown:
    """Open today's dailies, or the calendar at an earlier day."""
    shown = only(await room.say("daily", None, **options))
    assert shown.ephemeral
    return shown


async def at_ten(room: CardRoom, day_: str, **options: str) -> Shown:
    room.set_clock(f"{day_} 10:00")
    return await page(room, **options)


async def calendar(room: CardRoom) -> Shown:
    return await page(room, date=str(day_of(room.now()) - ONE_DAY))


async def test_the_page_begins_nothing_and_offers_every_daily_for_a_rank(day: CardRoom) -> None:
    shown = await page(day)
    assert shown.lines[:4] == [
        "-# Dailies for Nov 21, 2026",
        "## Grounds for Divorce",
        "⭐ **Today's pick**",
        "medium · 15 min",
    ]
    assert daily_buttons(shown) == {"Today's pick", "Diplomat", "Dimes", "Cast Out Nines", "Tens", "Klondike"}
    assert await day.games.find(day.alice.id) is None
    await day.press(shown, "Diplomat")
    assert (await day.game()).is_ranked


async def test_each_daily_says_how_far_the_user_got(day: CardRoom) -> None:
    await finish(day)
    await finish(day, "dimes")
    await begin(day, "diplomat")
    shown = await page(day)
    assert shown.lines[4:-3] == [
        "**Diplomat** · easy",
        "**Dimes**",
        "-# 🏁 9 of 104 home",
        "**Cast Out Nines** · hard",
        "**Tens**",
        "-# 🏆 1:50",
        "**Klondike** · easy",
        "-# Classic of the day",
    ]
    labels = [button["label"] for button in shown.buttons.values()]
    assert labels == ["Play", "Resume", "Result", "Play", "Result", "Play"]
    assert "Tens, daily" in only(await day.press(shown, "Tens")).text


async def test_how_others_did_is_told_after_the_attempt_and_after_the_day(day: CardRoom) -> None:
    for number in range(3):
        await record(day.database, number, None, Result("dimes", 104 - number, 186, 60, day=TODAY, server_id=None))
    assert "won" not in (await page(day)).text
    await finish(day, "dimes")
    assert "25% of players won" in (await page(day)).text
    day.set_clock("2026-11-22 10:00")
    yesterday = only(await day.choose(only(await day.say("daily", day.bob)), "Nov\u00a021,\u00a02026", day.bob))
    assert "**Dimes** · medium · 25% of players won" in yesterday.text


async def test_the_classics_take_turns(day: CardRoom) -> None:
    for date, classic in (("2026-11-22", "FreeCell"), ("2026-11-23", "Spider"), ("2026-11-24", "Klondike")):
        shown = await at_ten(day, date)
        assert f"**{classic}**" in shown.text
        assert daily_buttons(shown) & {"Klondike", "FreeCell", "Spider"} == {classic}
    refused = private(await day.say("daily", game="spider"))
    assert "Spider has no daily on Nov 24, 2026. The classic of that day is Klondike." in refused
    await day.say("daily", game="klondike")
    assert (await day.game()).is_ranked


async def test_a_day_that_began_before_there_were_classics_is_complete_without_one(
    day: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as before:
        before.setattr("bot.services.dailies.games_of", lambda _: ("cast-out-nines", "dimes", "tens"))
        day.set_clock("2026-11-22 10:00")
        await page(day)
    await record(
        day.database,
        day.alice.id,
        "alice",
        *(Result(game, 104, 9, 60, day=TOMORROW, server_id=None) for game in ("cast-out-nines", "dimes")),
    )
    assert "Klondike" not in str(only(await day.say("leaderboard")).components)
    refused = private(await day.say("daily", game="freecell"))
    assert "FreeCell had no daily on Nov 22, 2026." in refused
    await finish(day)
    assert "New ones" in only(await day.say("show")).text


async def test_a_classic_counts_for_the_streak_but_adds_no_points(day: CardRoom) -> None:
    await begin(day, "klondike")
    await play_on(day, most=1)
    await give_up(day)
    assert "🔥 1 day in a row" in (await page(day)).text
    assert "Nobody has points yet" in only(await day.say("leaderboard")).text


async def test_an_attempt_under_way_is_continued_from_the_page(day: CardRoom) -> None:
    await begin(day, "diplomat")
    shown = await at_ten(day, "2026-11-22", date="2026-11-21")
    assert "▶️ **Diplomat** · under way" in shown.text
    await day.press(shown, "Diplomat")
    game = await day.game()
    assert game.is_ranked
    assert day_played(game) == TODAY


async def test_the_page_shows_the_streak_and_a_day_of_downtime_does_not_end_it(day: CardRoom) -> None:
    assert "in a row" not in (await page(day)).text
    await finish(day)
    assert "🔥 1 day in a row" in (await page(day)).text
    assert "🔥 1 day in a row" in (await at_ten(day, "2026-11-23")).text
    await finish(day)
    assert "🔥 2 days in a row" in (await page(day)).text


async def test_the_calendar_lists_the_days_with_how_many_dailies_were_won(day: CardRoom) -> None:
    await finish(day)
    await at_ten(day, "2026-11-22")
    await at_ten(day, "2026-11-23")
    await finish(day, "dimes")
    (container,) = (await page(day)).components
    parts = [part for row in container["components"] for part in row.get("components", ())]
    listed = [option for part in parts for option in part.get("options", ())]
    assert [readable(option["label"]) for option in listed] == ["Nov 21, 2026", "Nov 22, 2026", "Nov 23, 2026"]
    assert [option.get("description") for option in listed] == ["1 win", None, "0 wins"]


async def test_the_page_shows_the_last_public_key(day: CardRoom) -> None:
    assert f"-# 🔐 First key, Jan 1, 2020: {CHAIN.anchor[:16]}" in (await page(day)).lines


async def test_a_day_won_later_is_marked_so(day: CardRoom) -> None:
    await page(day)
    await day.press(await at_ten(day, "2026-11-22", date="2026-11-21"), "Tens")
    await play_on(day)
    shown = await page(day, date="2026-11-21")
    assert "🔹 **Tens** · easy · won later" in shown.text
    assert await results(day) == []


async def test_a_past_day_is_opened_from_the_calendar_and_played_unranked(day: CardRoom) -> None:
    await page(day)
    day.set_clock("2026-11-22 10:00")
    opened = changed(await day.choose(await calendar(day), "Nov\u00a021,\u00a02026"))
    assert "This day is over" in opened.text
    assert not daily_buttons(opened)
    await day.press(opened, "Tens")
    game = await day.game()
    assert not game.is_ranked
    assert day_played(game) == TODAY
    back = changed(await day.press(opened, "Today"))
    assert "tens,2026-11-22" in back.buttons["Tens"]["custom_id"]
    for written in ("2026-11-21", " ２０２６-11-21", "٢٠٢٦-١١-٢١"):
        await day.say("daily", game="dimes", date=written)
        assert day_played(await day.game()) == TODAY
    game = await day.game()
    assert (game.game.variant.name, game.is_ranked) == ("dimes", False)
    await day.say("daily", game="dimes", date="2026-11-22")
    assert (await day.game()).is_ranked


async def test_months_are_turned_as_far_as_there_were_dailies(day: CardRoom) -> None:
    day.set_clock("2026-11-01 10:00")
    await page(day)
    day.set_clock("2027-01-01 10:00")
    assert "There were no dailies on that day." in (await page(day, date="2026-12-24")).text
    december = await calendar(day)
    assert "Dailies for Dec 31, 2026" in december.text
    november = changed(await day.press(december, "Previous month"))
    assert "Previous month" not in november.buttons
    december = changed(await day.press(november, "Next month"))
    assert "Dailies for Dec 1, 2026" in december.text
    today = changed(await day.press(december, "Next month"))
    assert "tens,2027-01-01" in today.buttons["Tens"]["custom_id"]


async def test_a_day_without_dailies_is_refused(day: CardRoom) -> None:
    await page(day)
    for date, said in (
        ("2026-11-22", "Nov 22, 2026 hasn't come yet."),
        ("2026-11-20", "There was no daily"),
        ("someday", "isn't a date"),
    ):
        assert said in private(await day.say("daily", date=date))
        assert said in private(await day.say("daily", game="tens", date=date))
