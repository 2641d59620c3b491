"""`/solitaire daily` without a game: how the user stands in the dailies of a day, and the month as a calendar."""

from __future__ import annotations

import simcord

from bot.model.daily.deals import GAMES
from engine import VARIANTS
from tests.support.card_room import CardRoom, buttons, changed, only, private, readable, text
from tests.support.contests import day_played
from tests.support.daily_room import begin, daily_buttons, day, finish, play_on, results

__all__ = ["day"]


async def page(room: CardRoom, **options: str) -> simcord.ResponseMessage:
    """Open the calendar."""
    shown = only(await room.say("daily", None, **options))
    assert shown.ephemeral
    return shown


def lines(shown: simcord.ResponseMessage) -> list[str]:
    """The line of each game."""
    return readable(shown.embeds[0].description or "").splitlines()[-len(GAMES) :]


def squares(shown: simcord.ResponseMessage) -> str:
    """The squares of the month without those that stand for no day."""
    weeks = [week.split()[0] for week in (shown.embeds[0].fields[0].value or "").splitlines()[:-1]]
    assert all(len(week) == 7 for week in weeks)
    return "".join(weeks).replace("⬛", "")


async def test_the_page_begins_nothing_and_offers_every_daily_for_a_rank(day: CardRoom) -> None:
    shown = await page(day)
    assert "Dailies for Nov 21, 2026" in text(shown)
    assert daily_buttons(shown) == {VARIANTS[game].title for game in GAMES}
    assert await day.games.find(day.alice.id) is None
    await day.press(shown, "Diplomat")
    assert (await day.game()).is_ranked


async def test_each_daily_says_how_far_the_user_got(day: CardRoom) -> None:
    await finish(day)
    await finish(day, "dimes")
    await begin(day, "diplomat")
    dimes, divorce, diplomat, tens, nines = lines(await page(day))
    assert dimes.startswith("🏁 **Dimes** · ")
    assert divorce.startswith("⭐ Grounds for Divorce")
    assert diplomat == "▶️ **Diplomat** · under way"
    assert tens.startswith("🏆 **Tens** · 52 of 52 discarded · 0 mistakes · 1:50 · #1 of 1 in this server")
    assert nines.startswith("🃏 Cast Out Nines")


async def test_an_attempt_under_way_is_continued_from_the_page(day: CardRoom) -> None:
    await begin(day, "diplomat")
    day.set_clock("2026-11-22 10:00")
    shown = await page(day, date="2026-11-21")
    assert "▶️ **Diplomat** · under way" in text(shown)
    await day.press(shown, "Diplomat")
    game = await day.game()
    assert game.is_ranked
    assert day_played(game).isoformat() == "2026-11-21"


async def test_the_page_tells_the_streak(day: CardRoom) -> None:
    assert "in a row" not in text(await page(day))
    await finish(day)
    assert "🔥 1 day in a row" in text(await page(day))


async def test_a_day_on_which_the_bot_was_down_ends_no_streak(day: CardRoom) -> None:
    await finish(day)
    day.set_clock("2026-11-23 10:00")
    assert "🔥 1 day in a row" in text(await page(day))
    await finish(day)
    assert "🔥 2 days in a row" in text(await page(day))


async def test_the_calendar_marks_each_day(day: CardRoom) -> None:
    await finish(day)
    day.set_clock("2026-11-22 10:00")
    await page(day)
    day.set_clock("2026-11-23 10:00")
    await finish(day, "dimes")
    shown = await page(day)
    assert squares(shown) == "🟨⬜🟧"
    assert (shown.embeds[0].fields[0].value or "").splitlines()[1].split(" ", 1)[1] == "Nov\u00a023\u2009–\u200929"


async def test_a_day_won_later_is_marked_so(day: CardRoom) -> None:
    await page(day)
    day.set_clock("2026-11-22 10:00")
    await day.press(await page(day, date="2026-11-21"), "Tens")
    await play_on(day)
    shown = await page(day, date="2026-11-21")
    assert "🔹 **Tens** · won later" in text(shown)
    assert squares(shown) == "🟦⬜"
    assert await results(day) == []


async def test_a_past_day_is_opened_from_the_calendar_and_played_unranked(day: CardRoom) -> None:
    await page(day)
    day.set_clock("2026-11-22 10:00")
    opened = changed(await day.choose(await page(day), "Nov\u00a021,\u00a02026"))
    assert "This day is over" in text(opened)
    assert not daily_buttons(opened)
    await day.press(opened, "Tens")
    game = await day.game()
    assert not game.is_ranked
    assert day_played(game).isoformat() == "2026-11-21"
    back = changed(await day.press(opened, "Today"))
    assert "Dailies for Nov 22, 2026" in text(back)


async def test_a_daily_of_a_past_day_is_dealt_by_its_date(day: CardRoom) -> None:
    await page(day)
    day.set_clock("2026-11-22 10:00")
    shown = only(await day.say("daily", game="tens", date="2026-11-21"))
    assert shown.ephemeral
    assert not (await day.game()).is_ranked
    await day.say("daily", game="dimes", date="2026-11-22")
    assert (await day.game()).is_ranked


async def test_months_are_turned_as_far_as_there_were_dailies(day: CardRoom) -> None:
    day.set_clock("2026-11-01 10:00")
    await page(day)
    day.set_clock("2027-01-01 10:00")
    shown = await page(day)
    assert "Next month" not in buttons(shown)
    assert "because nobody played" in text(await page(day, date="2026-12-24"))
    december = changed(await day.press(shown, "Previous month"))
    assert "Dailies for Dec 31, 2026" in text(december)
    november = changed(await day.press(december, "Previous month"))
    assert "Previous month" not in buttons(november)
    assert "Dailies for Dec 1, 2026" in text(changed(await day.press(november, "Next month")))


async def test_a_day_without_dailies_is_refused(day: CardRoom) -> None:
    await page(day)
    for date, said in (
        ("2026-11-22", "Nov 22, 2026 hasn't come yet."),
        ("2026-11-20", "There was no daily"),
        ("someday", "isn't a date"),
    ):
        assert said in private(await day.say("daily", date=date))
        assert said in private(await day.say("daily", game="tens", date=date))
