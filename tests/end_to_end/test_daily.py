"""Two days of dailies on the pages: Alice plays in the Card room, Bob in the Tea house."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from playwright.async_api import Page, expect

from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import GAMES, Daily, featured_game
from bot.model.score import points_of
from engine import VARIANTS, Game
from tests.support.browser.daily_page import (
    ENGLISH,
    announcement,
    assert_deal_is_revealed,
    assert_not_revealed,
    begin_chain,
    dailies,
    daily_game,
    downloaded_json,
    expect_leaderboard,
    field_text,
    give_up,
    newest_daily_day,
    newest_shared_result,
    play,
    results,
    run_command,
    saved_deals,
    verify,
)
from tests.support.browser.page import (
    DESKTOP,
    PHONE,
    RunningBot,
    bot_with_terminal,
    browser_page,
    choose,
    messages,
    needs_chromium,
    newest,
    press,
    press_button,
    send,
    view_as,
)
from tests.support.chain import CHAIN, fixed_daily

pytestmark = needs_chromium


@dataclass
class Players:
    """The pages of Alice and Bob, and the games that they are playing."""

    folder: Path
    bot: RunningBot
    alice: Page
    bob: Page
    today: date
    tens: Game
    dimes: Game
    diplomat: Game

    @property
    def tomorrow(self) -> date:
        return self.today + ONE_DAY

    @property
    def points(self) -> int:
        """Alice's points on the first day."""
        return sum(points_of(game.variant.name, game.home) for game in (self.tens, self.dimes))

    def dailies(self) -> dict[str, Daily]:
        """The dailies of the first day in the database."""
        return dailies(self.folder, self.today)


async def test_two_users_in_two_servers_play_the_dailies_of_two_days(tmp_path: Path) -> None:
    await begin_chain(tmp_path)
    async with (
        bot_with_terminal(tmp_path) as bot,
        browser_page(bot.card_room) as alice,
        browser_page(bot.tea_house, width=PHONE) as bob,
    ):
        await view_as(bob, "bob")
        await run_command(alice, "/solitaire-admin announce", channel="solitaire")
        await expect(newest(alice)).to_contain_text("post the dailies in #solitaire every day at")
        await run_command(alice, "/solitaire daily", game="Tens")
        today = newest_daily_day(tmp_path)
        games = [daily_game(today, variant) for variant in ("tens", "dimes", "diplomat")]
        players = Players(tmp_path, bot, alice, bob, today, *games)
        assert players.dailies() == {game: fixed_daily(today, game) for game in GAMES}

        await alice_plays(players)
        await bob_plays_and_both_share(players)
        await both_look_at_the_leaderboards(players)
        await keys_stay_secret_during_the_day(players)
        await the_next_day_is_announced(players)
        await bob_finishes_yesterday_and_its_key_is_revealed(players)
        await alice_plays_the_next_day_once(players)
        await bob_plays_the_next_day_and_both_have_streaks(players)

    number = len(results(tmp_path, today)) + len(results(tmp_path, today + ONE_DAY))
    assert await verify(tmp_path) == (0, f"Results verified: {number}. Faults found: 0.\n")


async def alice_plays(players: Players) -> None:
    """Alice plays Tens to the end, and gives up Dimes after a few moves."""
    page, today = players.alice, players.today
    await expect(newest(page)).to_contain_text(f"Tens · daily for {ENGLISH.day(today)}")
    await expect(newest(page)).to_contain_text("Ranked attempt · ends")
    await play(page, players.tens)
    await expect(newest(page)).to_contain_text("You won!")
    await expect(newest(page).get_by_role("combobox")).to_have_count(0)

    await run_command(page, "/solitaire daily", game="Dimes")
    await play(page, players.dimes, most=3)
    await press(page, "Undo")
    players.dimes.undo()
    await send(page, "/solitaire start")
    await press(page, "Cast Out Nines")
    await expect(newest(page)).to_contain_text("Dimes · daily is waiting on the shelf.")
    await press(page, "Back to Dimes · daily")
    await give_up(page)
    home, moves, _ = results(players.folder, today)["alice", "dimes"]
    assert (home, moves) == (players.dimes.home, 3 + 1)


async def bob_plays_and_both_share(players: Players) -> None:
    """Bob gives up Tens and shares from his board; Alice shares by command."""
    alice, bob = players.alice, players.bob
    await run_command(bob, "/solitaire daily", game="Tens")
    await expect(newest(bob)).to_contain_text("0 of 52 discarded")  # Alice's moves do not show
    await play(bob, daily_game(players.today, "tens"), most=1)
    await give_up(bob)
    await press(bob, "Share")
    text = await newest_shared_result(bob, reader="alice")
    await view_as(bob, "bob")
    assert "\nbob played Tens · daily for" in text
    assert "#1 of 1 in this server · #2 of 2 worldwide" in text

    await run_command(alice, "/solitaire share", game="Tens")
    text = await newest_shared_result(alice, reader="bob")
    await view_as(alice, "alice")
    assert f"{players.tens.home} of 52 discarded · 0 mistakes" in text
    assert "#1 of 1 in this server · #1 of 2 worldwide" in text


async def both_look_at_the_leaderboards(players: Players) -> None:
    """A server's leaderboard lists those who played there."""
    alice, bob = players.alice, players.bob
    await send(alice, "/solitaire leaderboard")
    await expect_leaderboard(alice, f"🥇 1. alice (you) · {players.points} points · ")
    await expect(newest(alice)).to_contain_text(f"{ENGLISH.day(players.today)} · All games · this server")
    await press(alice, "The world")
    await expect_leaderboard(alice, f"🥇 1. alice (you) · {players.points} points · ", "🥈 2. bob · ")
    await choose(alice, "Tens", select="Which game")
    first = f"{players.tens.home}/52 · 0 mistakes · "
    await expect_leaderboard(alice, f"🥇 1. alice (you) · {first}", "🥈 2. bob · ")

    await run_command(bob, "/solitaire leaderboard", game="Tens", where="The world")
    await expect_leaderboard(bob, f"🥇 1. alice · {first}", "🥈 2. bob (you) · ")
    await press(bob, "This server")
    await expect_leaderboard(bob, "🥇 1. bob (you) · ")


async def keys_stay_secret_during_the_day(players: Players) -> None:
    """Only the anchor can be seen."""
    await send(players.bob, "/solitaire fair")
    await expect(newest(players.bob)).to_contain_text(CHAIN.anchor)
    for daily in players.dailies().values():
        await press(players.bob, VARIANTS[daily.variant].title)
        await expect(newest(players.bob)).to_contain_text("The key is still secret.")
    await run_command(players.bob, "/solitaire daily", game="Diplomat")
    await play(players.bob, players.diplomat, most=2)
    for page in (players.alice, players.bob):
        assert_not_revealed(await page.content(), *players.dailies().values())


async def the_next_day_is_announced(players: Players) -> None:
    """It is announced once, in the channel chosen for that."""
    assert "In #solitaire:" in await players.bot.say("tomorrow")
    await expect(announcement(players.alice)).to_have_count(1)
    for text in (
        f"Dailies for {ENGLISH.day(players.tomorrow)}",
        f"Today's pick: {VARIANTS[featured_game(players.tomorrow)].title}.",
        f"Top players on {ENGLISH.day(players.today)} in this server",
        f"🥇 \u2068alice\u2069 · {players.points} points · ",
    ):
        await expect(announcement(players.alice)).to_contain_text(text)
    await expect(announcement(players.alice)).not_to_contain_text("bob")
    buttons = announcement(players.alice).locator(".message-components").get_by_role("button")
    await expect(buttons).to_have_count(len(GAMES))
    await expect(announcement(players.bob)).to_have_count(0)


async def bob_finishes_yesterday_and_its_key_is_revealed(players: Players) -> None:
    """The key of the day is revealed when Bob has finished, and his result counts for its own day."""
    alice, bob, today = players.alice, players.bob, players.today
    await run_command(alice, "/solitaire fair", date=today.isoformat())
    assert_not_revealed(await newest(alice).inner_text(), *players.dailies().values())
    await expect(newest(alice)).to_contain_text("Some attempts are still open")

    await send(bob, "/solitaire show")
    await expect(newest(bob)).to_contain_text(f"Diplomat · daily for {ENGLISH.day(today)}")
    await play(bob, players.diplomat, most=1)
    await give_up(bob)
    await run_command(bob, "/solitaire leaderboard", date=today.isoformat(), game="Diplomat")
    place = "🥇 1." if points_of("diplomat", players.diplomat.home) else "▫️"
    await expect_leaderboard(bob, f"{place} bob (you) · gave up at {players.diplomat.home} of 104 · 3 moves · ")
    await run_command(bob, "/solitaire fair", date=today.isoformat(), game="Diplomat")
    await assert_deal_is_revealed(bob, players.dailies()["diplomat"], saved_deals(players.folder, today, "diplomat"))
    await run_command(alice, "/solitaire fair", date=today.isoformat(), game="Tens")
    await assert_deal_is_revealed(alice, players.dailies()["tens"], saved_deals(players.folder, today, "tens"))


async def alice_plays_the_next_day_once(players: Players) -> None:
    """She presses the button of the announcement; her second attempt is unranked."""
    page, tomorrow = players.alice, players.tomorrow
    await press_button(announcement(page).get_by_role("button", name="Tens"))
    await expect(newest(page)).to_contain_text(f"Tens · daily for {ENGLISH.day(tomorrow)}")
    tens = await play(page, daily_game(tomorrow, "tens"))
    counted = results(players.folder, tomorrow)
    assert counted.keys() == {("alice", "tens")}
    result = f"{tens.home} of 52 discarded · 0 mistakes · "

    await press_button(announcement(page).get_by_role("button", name="Tens"))
    await expect(newest(page)).to_contain_text(result)
    await run_command(page, "/solitaire daily", game="Tens")
    await expect(newest(page)).to_contain_text(result)
    await expect(newest(page)).to_contain_text("#1 of 1 worldwide")
    await press(page, "Play again, unranked")
    await expect(newest(page)).to_contain_text("0 of 52 discarded")
    await expect(newest(page)).to_contain_text("Unranked practice")
    await play(page, daily_game(tomorrow, "tens"), most=3)
    await press(page, "Menu")
    await press(page, "Give up")
    await expect(newest(page)).to_contain_text("You gave up")
    assert results(players.folder, tomorrow) == counted


async def bob_plays_the_next_day_and_both_have_streaks(players: Players) -> None:
    """Bob plays the featured game."""
    alice, bob = players.alice, players.bob
    await send(bob, "/solitaire daily")
    featured = VARIANTS[featured_game(players.tomorrow)].title
    await press(bob, featured)
    await expect(newest(bob)).to_contain_text(f"{featured} · daily for {ENGLISH.day(players.tomorrow)}")
    await give_up(bob)
    await run_command(bob, "/solitaire leaderboard", board="Longest streaks", where="The world")
    await expect_leaderboard(bob, "🥇 1. alice · 2 days in a row", "🥇 1. bob (you) · 2 days in a row")
    await send(alice, "/solitaire stats")
    streaks = " ".join((await field_text(alice, "Dailies")).split())
    assert streaks.startswith("Days played in a row: 2 · longest: 2 Days won in a row: 2 · longest: 2 ")


async def test_leaderboards_respect_hiding_and_deletion(tmp_path: Path) -> None:
    await begin_chain(tmp_path)
    async with bot_with_terminal(tmp_path) as bot, browser_page(bot.card_room, width=DESKTOP) as page:
        await run_command(page, "/solitaire daily", game="Tens")
        today = newest_daily_day(tmp_path)
        tens = await play(page, daily_game(today, "tens"))
        await view_as(page, "bob")
        await run_command(page, "/solitaire daily", game="Tens")
        await play(page, daily_game(today, "tens"), most=1)
        await send(page, "/solitaire show")
        await give_up(page)

        await view_as(page, "alice")
        await send(page, "/solitaire privacy")
        await press(page, "Hidden on leaderboards")
        await expect(newest(page).get_by_role("button", name="Hidden on leaderboards")).to_contain_text("✅")
        await press(page, "Export my data")
        await expect(newest(page)).to_contain_text("Here is all your data.")
        exported = await downloaded_json(page)
        assert exported["name_on_leaderboards"] == "alice"
        assert [(result["variant"], result["home"]) for result in exported["daily_results"]] == [("tens", tens.home)]
        assert str(tens.deal) not in json.dumps(exported)

        await view_as(page, "bob")
        await run_command(page, "/solitaire leaderboard", game="Tens")
        await expect_leaderboard(page, f"🥇 1. hidden player · {tens.home}/52 · ", "🥈 2. bob (you) · ")

        await view_as(page, "alice")
        for answer, said in (("Keep everything", "OK, nothing changed."), ("Delete everything", "is deleted.")):
            await press_button(messages(page).get_by_role("button", name="Delete everything").first)
            await expect(newest(page)).to_contain_text("This can't be undone.")
            await press_button(newest(page).get_by_role("button", name=answer))
            await expect(newest(page)).to_contain_text(said)
        await run_command(page, "/solitaire daily", game="Tens")
        await expect(newest(page)).to_contain_text("You've already played this daily.")

        await view_as(page, "bob")
        await run_command(page, "/solitaire leaderboard", game="Tens")
        await expect_leaderboard(page, "🥇 1. bob (you) · ")
        await expect(newest(page)).to_contain_text("1 player")

    assert results(tmp_path, today).keys() == {("bob", "tens")}
    assert await verify(tmp_path) == (0, "Results verified: 1. Faults found: 0.\n")
