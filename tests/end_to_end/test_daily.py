"""Two days of dailies, as Alice in the Card room and Bob in the Tea house live them on the pages."""

from __future__ import annotations

import asyncio
import json
import sqlite3
import sys
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import Any

from playwright.async_api import Locator, Page, expect

from bot.board.labels import as_text, label
from bot.daily.days import ONE_DAY
from bot.daily.deals import GAMES, Daily, draw_daily, featured_game
from bot.language import find_language
from bot.store import DailyStore, Database
from engine import DRAW, VARIANTS, Game, Status
from tests.end_to_end.page import (
    DESKTOP,
    PHONE,
    RunningBot,
    bot_with_terminal,
    browser_page,
    choose,
    choose_command,
    give,
    messages,
    needs_chromium,
    newest,
    press,
    send,
    settled,
    view_as,
)
from tests.environment import environment

pytestmark = needs_chromium

ENGLISH = find_language("en")


@dataclass
class Players:
    """Alice on a page of the Card room, and Bob on one of the Tea house; with the games that they play at present."""

    folder: Path
    secret: bytes
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
        """Alice's on the first day."""
        return sum(100 * game.home // game.position.pack for game in (self.tens, self.dimes))

    def dailies(self) -> dict[str, Daily]:
        """The first day's, as the store has them."""
        return dailies(self.folder, self.today)


async def test_two_users_in_two_servers_play_a_day_its_turn_and_the_next_one(tmp_path: Path) -> None:
    secret = await good_secret(tmp_path)
    async with (
        bot_with_terminal(tmp_path) as bot,
        browser_page(bot.card_room) as alice,
        browser_page(bot.tea_house, width=PHONE) as bob,
    ):
        await view_as(bob, "bob")
        await command(alice, "/solitaire-admin announce", channel="solitaire")
        await expect(newest(alice)).to_contain_text("From tomorrow on the dailies are announced in #solitaire")
        await command(alice, "/solitaire daily", game="Tens")
        today = day_of_dailies(tmp_path)
        games = [drawn(secret, today, variant) for variant in ("tens", "dimes", "diplomat")]
        players = Players(tmp_path, secret, bot, alice, bob, today, *games)
        assert players.dailies() == {game: draw_daily(secret, today, game) for game in GAMES}

        await alice_plays(players)
        await bob_plays_and_both_share(players)
        await they_look_at_the_leaderboards(players)
        await nothing_is_told_before_the_day_is_over(players)
        await the_day_turns(players)
        await yesterday_is_finished_and_told(players)
        await alice_plays_the_next_day_once(players)
        await bob_plays_the_next_day_and_both_have_a_streak(players)

    number = len(results(tmp_path, today)) + len(results(tmp_path, today + ONE_DAY))
    assert await verify(tmp_path) == (0, f"{number} results verified, 0 faults found\n")


async def alice_plays(players: Players) -> None:
    """Tens to its end, and some of Dimes."""
    page, today = players.alice, players.today
    await expect(newest(page)).to_contain_text(f"Tens · daily of {ENGLISH.day(today)}")
    await expect(newest(page)).to_contain_text(f"until the end of {ENGLISH.day(players.tomorrow)} (UTC)")
    await play(page, players.tens)
    await expect(newest(page)).to_contain_text("No move is left.")
    await expect(newest(page).get_by_role("combobox")).to_have_count(0)

    await command(page, "/solitaire daily", game="Dimes")
    await play(page, players.dimes, most=3)
    await press(page, "Undo")
    players.dimes.undo()
    await command(page, "/solitaire daily", game="Cast Out Nines")
    await expect(newest(page)).to_contain_text("You are in the middle of a ranked attempt (Dimes · daily of")
    await press(page, "Keep playing")
    await expect(newest(page)).to_contain_text("Nothing has changed.")
    await send(page, "/solitaire give-up")
    home, moves, _ = results(players.folder, today)["alice", "dimes"]
    assert (home, moves) == (players.dimes.home, 3 + 1)


async def bob_plays_and_both_share(players: Players) -> None:
    """Bob gives up Tens, and shares from his board; Alice shares by the command. Nothing of the deal is to be seen."""
    alice, bob = players.alice, players.bob
    await command(bob, "/solitaire daily", game="Tens")
    await expect(newest(bob)).to_contain_text("0 of 52 home")  # nothing of Alice's
    await play(bob, drawn(players.secret, players.today, "tens"), most=1)
    await give_up(bob)
    await press(bob, "Menu")
    await press(bob, "Share")
    text = await shared(bob, reader="alice")
    await view_as(bob, "bob")
    assert "this server: rank 1 of 1\nthe world: rank 2 of 2" in text

    await command(alice, "/solitaire share", game="Tens")
    text = await shared(alice, reader="bob")
    await view_as(alice, "alice")
    assert f"{players.tens.home} of 52 home · 0 refused" in text
    assert "this server: rank 1 of 1\nthe world: rank 1 of 2" in text


async def they_look_at_the_leaderboards(players: Players) -> None:
    """That of a server is of those who played there."""
    alice, bob = players.alice, players.bob
    await send(alice, "/solitaire leaderboard")
    await expect_lines(alice, f"🥇 1. alice (you) · {players.points} points · ")
    await expect(newest(alice)).to_contain_text(f"{ENGLISH.day(players.today)} · All games · this server")
    await press(alice, "The world")
    await expect_lines(alice, f"🥇 1. alice (you) · {players.points} points · ", "🥈 2. bob · ")
    await choose(alice, "Tens", select="Which game")
    first = f"{players.tens.home} home · 0 refused · "
    await expect_lines(alice, f"🥇 1. alice (you) · {first}", "🥈 2. bob · ")

    await command(bob, "/solitaire leaderboard", game="Tens", where="The world")
    await expect_lines(bob, f"🥇 1. alice · {first}", "🥈 2. bob (you) · ")
    await press(bob, "This server")
    await expect_lines(bob, "🥇 1. bob (you) · ")


async def nothing_is_told_before_the_day_is_over(players: Players) -> None:
    """But the commitments, which are there from the start."""
    await send(players.bob, "/solitaire fair")
    shown = await newest(players.bob).inner_text()
    for daily in players.dailies().values():
        assert VARIANTS[daily.variant].title in shown
        assert daily.commitment in shown
    await command(players.bob, "/solitaire daily", game="Diplomat")
    await play(players.bob, players.diplomat, most=2)
    for page in (players.alice, players.bob):
        assert_not_told(await page.content(), *players.dailies().values())


async def the_day_turns(players: Players) -> None:
    """It is announced once, where that was asked for."""
    assert "In #solitaire:" in await players.bot.say("tomorrow")
    await expect(announcement(players.alice)).to_have_count(1)
    for text in (
        f"Dailies of {ENGLISH.day(players.tomorrow)}",
        f"Today's featured game is {VARIANTS[featured_game(players.tomorrow)].title}.",
        f"Best of {ENGLISH.day(players.today)} in this server",
        f"🥇 alice · {players.points} points · ",
    ):
        await expect(announcement(players.alice)).to_contain_text(text)
    await expect(announcement(players.alice)).not_to_contain_text("bob")
    buttons = announcement(players.alice).locator(".message-components").get_by_role("button")
    await expect(buttons).to_have_count(len(GAMES))
    await expect(announcement(players.bob)).to_have_count(0)


async def yesterday_is_finished_and_told(players: Players) -> None:
    """What Bob still plays is not told until it is over. It counts for its own day."""
    alice, bob, today = players.alice, players.bob, players.today
    await command(alice, "/solitaire fair", date=today.isoformat(), game="Tens")
    await check_deal(alice, players.dailies()["tens"], saved_deals(players.folder, today, "tens"))
    await command(alice, "/solitaire fair", date=today.isoformat())
    assert_not_told(await newest(alice).inner_text(), players.dailies()["diplomat"])
    await expect(newest(alice)).to_contain_text("Attempts are still under way")

    await send(bob, "/solitaire show")
    await expect(newest(bob)).to_contain_text(f"Diplomat · daily of {ENGLISH.day(today)}")
    await play(bob, players.diplomat, most=1)
    await give_up(bob)
    await command(bob, "/solitaire leaderboard", date=today.isoformat(), game="Diplomat")
    await expect_lines(bob, f"🥇 1. bob (you) · {players.diplomat.home} home · 3 moves · ")
    await command(bob, "/solitaire fair", date=today.isoformat(), game="Diplomat")
    await check_deal(bob, players.dailies()["diplomat"], saved_deals(players.folder, today, "diplomat"))


async def alice_plays_the_next_day_once(players: Players) -> None:
    """By the button of the announcement; a second attempt she may make without a rank."""
    page, tomorrow = players.alice, players.tomorrow
    await announcement(page).get_by_role("button", name="Tens").click()
    await settled(page)
    await expect(newest(page)).to_contain_text(f"Tens · daily of {ENGLISH.day(tomorrow)}")
    tens = await play(page, drawn(players.secret, tomorrow, "tens"))
    counted = results(players.folder, tomorrow)
    assert counted.keys() == {("alice", "tens")}
    result = f"Your ranked attempt: {tens.home} of 52 home · 0 refused · "

    await announcement(page).get_by_role("button", name="Tens").click()
    await settled(page)
    await expect(newest(page)).to_contain_text(result)
    await command(page, "/solitaire daily", game="Tens")
    await expect(newest(page)).to_contain_text(result)
    await expect(newest(page)).to_contain_text("Rank 1 of 1 in the world.")
    await press(page, "Play it again, unranked")
    await expect(newest(page)).to_contain_text("0 of 52 home")
    await expect(newest(page)).not_to_contain_text("Ranked attempt")
    await play(page, drawn(players.secret, tomorrow, "tens"))
    await expect(newest(page)).to_contain_text("Undo to try another way.")
    await send(page, "/solitaire give-up")
    assert results(players.folder, tomorrow) == counted


async def bob_plays_the_next_day_and_both_have_a_streak(players: Players) -> None:
    """Bob begins the game that comes first."""
    alice, bob = players.alice, players.bob
    await send(bob, "/solitaire daily")
    featured = VARIANTS[featured_game(players.tomorrow)].title
    await expect(newest(bob)).to_contain_text(f"{featured} · daily of {ENGLISH.day(players.tomorrow)}")
    await give_up(bob)
    await command(bob, "/solitaire leaderboard", board="Longest streaks", where="The world")
    await expect_lines(bob, "🥇 1. alice · 2 days in a row", "🥇 1. bob (you) · 2 days in a row")
    await send(alice, "/solitaire stats")
    streaks = " ".join((await field(alice, "Dailies")).split())
    assert streaks.startswith("Days played in a row 2 Longest streak 2 Days won in a row 0 ")


async def test_who_hides_is_hidden_and_who_deletes_everything_is_gone_from_the_leaderboards(tmp_path: Path) -> None:
    secret = await good_secret(tmp_path)
    async with bot_with_terminal(tmp_path) as bot, browser_page(bot.card_room, width=DESKTOP) as page:
        await command(page, "/solitaire daily", game="Tens")
        today = day_of_dailies(tmp_path)
        tens = await play(page, drawn(secret, today, "tens"))
        await view_as(page, "bob")
        await command(page, "/solitaire daily", game="Tens")
        await play(page, drawn(secret, today, "tens"), most=1)
        await send(page, "/solitaire give-up")

        await view_as(page, "alice")
        await send(page, "/solitaire privacy")
        await press(page, "Hidden on leaderboards")
        await expect(newest(page).get_by_role("button", name="Hidden on leaderboards")).to_contain_text("✅")
        await press(page, "Export my data")
        await expect(newest(page)).to_contain_text("This is everything that is kept about you.")
        exported = await file(page)
        assert exported["name_on_leaderboards"] == "alice"
        assert [(result["variant"], result["home"]) for result in exported["daily_results"]] == [("tens", tens.home)]
        assert str(tens.deal) not in json.dumps(exported)

        await view_as(page, "bob")
        await command(page, "/solitaire leaderboard", game="Tens")
        await expect_lines(page, f"🥇 1. hidden player · {tens.home} home · ", "🥈 2. bob (you) · ")

        await view_as(page, "alice")
        for answer, said in (("Keep it", "Nothing has changed."), ("Delete everything", "is deleted.")):
            await messages(page).get_by_role("button", name="Delete everything").first.click()
            await settled(page)
            await expect(newest(page)).to_contain_text("It cannot be taken back.")
            await newest(page).get_by_role("button", name=answer).click()
            await settled(page)
            await expect(newest(page)).to_contain_text(said)
        await command(page, "/solitaire daily", game="Tens")
        await expect(newest(page)).to_contain_text("You have had your ranked attempt at this daily.")

        await view_as(page, "bob")
        await command(page, "/solitaire leaderboard", game="Tens")
        await expect_lines(page, "🥇 1. bob (you) · ")
        await expect(newest(page)).to_contain_text("1 player")

    assert results(tmp_path, today).keys() == {("bob", "tens")}
    assert await verify(tmp_path) == (0, "1 results verified, 0 faults found\n")


async def good_secret(folder: Path) -> bytes:
    """Have the bot in this folder draw dailies with a secret with which Tens is soon over, but not at once."""
    now = datetime.now(UTC).date()
    days = [now + ONE_DAY * later for later in range(3)]  # it may become midnight meanwhile
    secret = next(
        secret
        for secret in map(str, count())
        if all(3 <= len(playthrough(drawn(secret.encode(), day, "tens")).moves) <= 6 for day in days)
    )
    database = await Database.open(folder / "patience.sqlite3")
    await DailyStore(database).secret(secret)
    await database.close()
    return secret.encode()


def drawn(secret: bytes, day: date, variant: str) -> Game:
    return Game.new(variant, draw_daily(secret, day, variant).deal)


def playthrough(game: Game) -> Game:
    """The game played on by first moves."""
    while game.status is Status.PLAYING:
        game.play(game.legal_moves()[0])
    return game


async def command(page: Page, name: str, **options: str) -> None:
    """Send a command, its options chosen from what is suggested."""
    await choose_command(page, name)
    for option, value in options.items():
        await give(page, option, value, typed=value[:-1] if option == "date" else "")
    await send(page)


async def play(page: Page, game: Game, *, most: int = 99) -> Game:
    """Play first moves in the page's newest board and in the game, to the end or so many."""
    for _ in range(most):
        if game.status is not Status.PLAYING:
            break
        move = next((move for move in game.legal_moves() if move != DRAW and game.warning(move) is None), DRAW)
        if move == DRAW:
            await press(page, "Draw")
        else:
            await choose(page, as_text(label(game.position, move, ENGLISH)))
        game.play(move)
        await expect(newest(page)).to_contain_text(f"{game.home} of {game.position.pack} home")
    return game


async def give_up(page: Page) -> None:
    """Give up the game whose board is the newest message."""
    await press(page, "Menu")
    await press(page, "Give up")
    await expect(newest(page)).to_contain_text("Given up.")


def announcement(page: Page) -> Locator:
    return messages(page).filter(has_text="Dailies of")


async def shared(page: Page, *, reader: str) -> str:
    """The newest result that was shared, as the reader sees it too; nothing is told of the deal in it."""
    await view_as(page, reader)
    message = messages(page).filter(has_text=" of 52 home").last
    await expect(message).not_to_contain_text("Only you can see this")
    await expect(message.locator(".custom-emoji")).to_have_count(0)
    text = await message.inner_text()
    assert not set("♣♦♥♠🂠") & set(text)
    assert sum(map(text.count, "⬛🟥🟧🟨🟩")) == 10
    return text


async def expect_lines(page: Page, *lines: str) -> None:
    """The newest leaderboard shows these places, each beginning so, and no other."""
    shown = newest(page).locator(".embed-description")
    await expect(shown).to_contain_text(lines[0])
    written = (await shown.inner_text()).splitlines()
    assert len(written) == len(lines), written
    for line, beginning in zip(written, lines, strict=True):
        assert line.startswith(beginning), written


async def field(page: Page, name: str) -> str:
    """What a field of the newest message says."""
    return await newest(page).locator(".embed-field").filter(has_text=name).locator(".embed-field-value").inner_text()


async def file(page: Page) -> Any:
    """The content of the newest message's file of JSON."""
    async with page.expect_download() as download:
        await newest(page).get_by_role("button", name="Download").click()
    return json.loads(await asyncio.to_thread(Path(await (await download.value).path()).read_bytes))


async def check_deal(page: Page, daily: Daily, saved: set[int]) -> None:
    """The newest message tells how this daily was drawn, and its Python finds the deal that was played."""
    told = await field(page, VARIANTS[daily.variant].title)
    assert told.split() == ["SHA-256", daily.commitment, "key", daily.key, "1.", str(daily.deal), "played"]
    snippet = await newest(page).locator(".embed-description pre").inner_text()
    assert await python("-c", snippet) == (0, f"1 {daily.deal}\n")
    assert saved == {daily.deal}


def assert_not_told(text: str, *dailies: Daily) -> None:
    for daily in dailies:
        assert daily.key not in text
        assert str(daily.deal) not in text


async def verify(folder: Path) -> tuple[int, str]:
    return await python("-m", "bot", "verify", folder=folder)


async def python(*arguments: str, folder: Path = Path()) -> tuple[int, str]:
    """The exit status and the output of a Python."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, *arguments, cwd=folder, env=environment(folder), stdout=asyncio.subprocess.PIPE
    )
    output, _ = await asyncio.wait_for(process.communicate(), 30)
    assert process.returncode is not None
    return process.returncode, output.decode()


def read(folder: Path, query: str, *values: object) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(folder / "patience.sqlite3")) as connection:
        return connection.execute(query, values).fetchall()


def day_of_dailies(folder: Path) -> date:
    """The newest day that has dailies."""
    ((day,),) = read(folder, "SELECT MAX(day) FROM dailies")
    return date.fromordinal(day)


def dailies(folder: Path, day: date) -> dict[str, Daily]:
    rows = read(folder, "SELECT variant, key, candidate FROM dailies WHERE day = ?", day.toordinal())
    return {variant: Daily(day, variant, key, candidate) for variant, key, candidate in rows}


def results(folder: Path, day: date) -> dict[tuple[str, str], tuple[int, ...]]:
    """Cards home, effort and seconds of a day's results, by the names of player and game."""
    rows = read(
        folder,
        "SELECT name, variant, home, effort, seconds FROM results JOIN players USING (user_id) WHERE day = ?",
        day.toordinal(),
    )
    return {(name, variant): tuple(counted) for name, variant, *counted in rows}


def saved_deals(folder: Path, day: date, variant: str) -> set[int]:
    """The deals of all games of a daily, as the store has them."""
    rows = read(folder, "SELECT saved FROM games WHERE day = ? AND variant = ?", day.toordinal(), variant)
    return {int(saved.split("|")[1]) for (saved,) in rows}
