"""Take screenshots of every game and page, on a desktop and on a phone, into `screenshots/`, which Git ignores.

    python -m tools.screenshots [boards|dailies|challenges] [--folder FOLDER]

This takes some minutes and needs Chromium. With `dailies` it takes those of the daily challenge, with `challenges`
those of challenges, and with `boards` all others. Copy the few that a page shows to `docs/screenshots/`.
"""

from __future__ import annotations

import asyncio
from argparse import ArgumentParser
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from playwright.async_api import Page

from bot.app.local.world import World
from bot.model.daily.days import ONE_DAY
from bot.model.daily.ranking import Result
from bot.model.game import GUIDED
from bot.model.player import Player
from bot.store import Connection, Database, PreferenceStore, Turns, open_database
from bot.store.leaderboards import name_player, record_result
from engine import Game, Status
from tests.support.browser.page import DESKTOP, browser_page, newest
from tests.support.guest import MovableClock
from tools.photographer import SCALE, Photographer

FOLDER = Path(__file__).parents[1] / "screenshots"
"""The default folder for screenshots."""

POSITIONS = (
    ("dimes", 1470, 60),
    ("grounds-for-divorce", 2702, 45),
    ("diplomat", 1496, 60),
    ("tens", 14589, 10),
    ("cast-out-nines", 1399, 60),
    ("klondike", 34, 60),
    ("freecell", 18, 30),
    ("spider", 31, 50),
)
"""Games, their deals, and the number of moves after which each looks best."""

FINISHED = (
    ("tens", 18),
    ("tens", 20),
    ("grounds-for-divorce", 8),
    ("grounds-for-divorce", 54),
    ("tens", 41),
    ("tens", 13),
)
"""Games and deals to play to the end for the statistics; the last one is won."""

GIVEN_UP = ("diplomat", 2459)
"""A game and a deal to give up for the analysis."""

MOMENTS = {("grounds-for-divorce", 8): "crowded", ("tens", 18): "lost"}
"""The games of FINISHED with the longest piles, and with a loss that no other order could have avoided."""

PLAYERS = (
    *("Ada", "Blaise", "Charlotte", "Dmitri", "Emmy", "Fibonacci", "Grace", "Hypatia", "Ismaël", "Joséphine"),
    *("Karl Friedrich", "Leonhard", "Maryam", "Noether_fan_*1882*", "Omar", "Pólya", "Qín Jiǔsháo", "Ramanujan 🎩"),
    *("Sofja", "Tarskí", "عمر الخيام", "von Neumann of the Card Room", "関 孝和", "x"),
)
"""The other players on the leaderboards."""

HIDDEN = "Emmy"
"""The player who is hidden on leaderboards."""

BETTER = 16
"""The number of players who did better than Alice in RANKED; some of them share a rank."""

RANKED = "dimes"
"""The daily of the leaderboard."""


def moves(game: str, deal: int, number: int) -> list[str]:
    """The first moves of a greedy player who never returns to a position."""
    played = Game.new(game, deal)
    for _ in range(number):
        new = [move for move in played.legal_moves() if played.position.play(move) not in played.positions]
        if new:
            played.play(new[0])
    return [str(move) for move in played.moves]


async def first_game(photographer: Photographer) -> None:
    """Take a new user's way from an empty page to the first win."""
    await photographer.take_both("greeting")
    await photographer.say("leaderboard")
    await photographer.take_both("leaderboard-empty")
    await photographer.say("stats")
    await photographer.take_both("statistics-empty")
    await photographer.announce()
    await photographer.take_both("announce-off")
    await photographer.say("start")
    await photographer.take_both("first-emoji")
    await photographer.press("Big cards")
    await photographer.take_both("first-picture")
    photographer.clock.advance(timedelta(minutes=1))
    await photographer.redraw()
    await photographer.take_both("first-hint")
    assert GUIDED.deal is not None
    await photographer.play(first_moves(GUIDED.variant, GUIDED.deal))
    await photographer.take_both("first-won")
    await photographer.press("Next: Diplomat")
    await photographer.take_both("next-game")
    await photographer.say("start")
    await photographer.take_both("games")


async def games(photographer: Photographer) -> None:
    """Take every game in every view."""
    for game, deal, number in POSITIONS:
        await photographer.say("start", game=game, deal=str(deal))
        await photographer.play(moves(game, deal, number))
        for view in ("Emoji", "Text", "Picture", "Words"):
            await photographer.set(f"Board: {view}")
            await photographer.take_both(f"{game}-{view.casefold()}")


async def pages(photographer: Photographer, page: Page) -> None:
    """Take all other pages, and boards under other settings."""
    await photographer.set("Board: Emoji")
    await page.set_viewport_size({"width": DESKTOP, "height": 1600})
    game, deal, number = POSITIONS[2]
    await photographer.say("start", game=game, deal=str(deal))
    await photographer.play(moves(game, deal, number))
    await newest(page).get_by_role("combobox").click()
    await photographer.settle()
    await photographer.take("select", under=newest(page).locator(".select-list"))
    await photographer.say("show")
    await photographer.press("Menu")
    await photographer.take_both("menu")
    for name in ("rules", "settings", "replay", "help"):
        await photographer.say(name)
        await photographer.take_both(name)
    for name, page_of_help in (
        ("help-commands", "Commands"),
        ("help-moves", "Typing moves"),
    ):
        await photographer.press(page_of_help)
        await photographer.take_both(name)
    await photographer.set("Four-colour suits")
    await photographer.take_both("two-colours")
    await photographer.set("Four-colour suits")


async def ended_games(photographer: Photographer) -> None:
    """Take games that are won, lost or given up, and their statistics."""
    for game, deal in FINISHED:
        await photographer.say("start", game=game, deal=str(deal))
        await photographer.play(moves(game, deal, 200))
        if (game, deal) in MOMENTS:
            await photographer.take_both(MOMENTS[game, deal])
    await photographer.take_both("won")
    await photographer.press("Share")
    await photographer.take_both("won-share-draft")
    await photographer.press("Post it")
    await photographer.take_both("won-share")
    game, deal = GIVEN_UP
    await photographer.say("start", game=game, deal=str(deal))
    await photographer.play(moves(game, deal, 60))
    await photographer.say("give-up")
    await photographer.take_both("given-up")
    await photographer.press("Menu", "Analyse")
    await photographer.take_both("analysis")
    await photographer.say("stats")
    await photographer.take_both("statistics")


async def hints(photographer: Photographer) -> None:
    """Take the results of *Home*, hints and the solver, and the shelf."""
    await photographer.say("start", game="cast-out-nines", deal="3")
    await photographer.press("Home")
    await photographer.take_both("home-unsafe")
    await photographer.say("hint")
    await photographer.take_both("hint-guess")
    await photographer.say("start", game="dimes", deal="8")
    await photographer.press(*["Draw"] * 70)
    await photographer.say("hint")
    await photographer.take_both("hint-lost")
    await photographer.press("Analyse")
    await photographer.take_both("analysis-playing")
    await photographer.say("start", game="tens", deal="13")
    await photographer.take_both("shelved")
    await photographer.say("games")
    await photographer.take_both("shelf")


async def languages(photographer: Photographer) -> None:
    """Take a board in German and in Japanese."""
    game, deal, number = POSITIONS[0]
    await photographer.say("start", game=game, deal=str(deal))
    await photographer.play(moves(game, deal, number))
    for name, language in (("german", "Deutsch"), ("japanese", "日本語")):
        await photographer.say("settings")
        await photographer.press(language)
        await photographer.take_both(f"settings-{name}")
        await photographer.say("show")
        await photographer.take_both(f"board-{name}")


async def dailies(photographer: Photographer, database: Database, deals: Mapping[str, int]) -> None:
    """Take the dailies, from the first board to the announcement of the next day."""
    await photographer.announce(channel="solitaire", hour=0)
    await photographer.announce()
    await photographer.take_both("announce-on")
    tens = first_moves("tens", deals["tens"])
    await photographer.say("daily", game="tens", who="bob")
    await photographer.play(tens, who="bob")
    await photographer.say("daily", game="tens")
    await photographer.play(tens[:4])
    await photographer.take_both("daily-tens")
    await photographer.play(tens[4:])
    await photographer.take_both("daily-over")
    await photographer.say("daily")
    await photographer.take_both("daily-another")

    for game, shown, given_up in (("grounds-for-divorce", 30, 30), (RANKED, 20, 60)):
        played = moves(game, deals[game], 60)
        await photographer.say("daily", game=game)
        await photographer.play(played[:shown])
        await photographer.take_both(f"daily-{game}")
        photographer.clock.advance(timedelta(minutes=7, seconds=26))
        await photographer.play(played[shown:given_up])
        await give_up(photographer)
    today = datetime.now(UTC).date()
    await fill_leaderboards(database, today)
    await daily_pages(photographer)
    await compared(photographer, moves("diplomat", deals["diplomat"], 60))
    photographer.clock.go_to_tomorrow()
    await photographer.redraw()
    await photographer.take_both("daily-announcement")
    photographer.clock.go_to_tomorrow()
    await photographer.say("fair", date=str(today))  # no attempt can still be open
    await photographer.take_both("daily-fair-told")
    later = today + 3 * ONE_DAY
    monday = later + (7 - later.weekday()) % 7 * ONE_DAY
    for _ in range((monday - today).days - 2):
        photographer.clock.go_to_tomorrow()
        await photographer.redraw()
    await photographer.take_both("daily-week")


async def daily_pages(photographer: Photographer) -> None:
    await photographer.say("daily", game=RANKED)
    await photographer.take_both("daily-result")
    await photographer.say("share", game=RANKED)
    await photographer.take_both("daily-share-draft")
    await photographer.press("Post it")
    await photographer.take_both("daily-share")
    await photographer.say("leaderboard", board="day", game=RANKED)
    await photographer.take_both("daily-leaderboard")
    await photographer.press("My place")
    await photographer.take_both("daily-leaderboard-own")
    await photographer.say("leaderboard", board="week")
    await photographer.take_both("daily-leaderboard-week")
    await photographer.say("fair")
    await photographer.take_both("daily-fair")
    for name, command in (("privacy", "privacy"), ("statistics", "stats"), ("page", "daily")):
        await photographer.say(command)
        await photographer.take_both(f"daily-{name}")


async def compared(photographer: Photographer, played: list[str]) -> None:
    """Take a lost attempt compared with Bob's."""
    for who, own in (("bob", played), ("alice", played[:-20])):
        await photographer.say("daily", game="diplomat", who=who)
        await photographer.play(own, who=who)
        photographer.clock.advance(timedelta(seconds=4 * len(own)))
        await give_up(photographer, who=who)
    await photographer.take_both("daily-compared")


async def challenges(photographer: Photographer, database: Database) -> None:
    """Take a challenge card while two people play, and the boards that they see."""
    await photographer.say("start", game="dimes", deal="8")
    await photographer.press("Draw")
    await photographer.say("challenge", player="bob", game="tens")
    await photographer.take_both("challenge-draft")
    await photographer.press("Post it")
    await photographer.take_both("challenge-card")
    ((dealt,),) = await database.rows("SELECT dealt FROM challenges")
    tens = first_moves("tens", int(dealt.split("|")[1]))
    await photographer.press("Play")
    await photographer.take_both("challenge-board")
    photographer.clock.advance(timedelta(minutes=3, seconds=12))
    await photographer.play(tens)
    await photographer.take_both("challenge-won")
    await photographer.press_card("Play", "bob")
    await photographer.play(tens[:5], who="bob")
    await photographer.wait_a_moment()
    await photographer.take_card("challenge-playing")
    await give_up(photographer, who="bob")
    await photographer.take_card("challenge-over")
    await photographer.say("stats", player="bob")
    await photographer.take_both("challenge-statistics")
    await photographer.say("start", game="tens", deal="13")
    await photographer.play(first_moves("tens", 13))
    await photographer.press("Challenge", "Post it")
    await photographer.take_both("challenge-mark")


def first_moves(game: str, deal: int) -> list[str]:
    played = Game.new(game, deal)
    while played.status is Status.PLAYING:
        played.play(played.legal_moves()[0])
    return [str(move) for move in played.moves]


async def give_up(photographer: Photographer, *, who: str = "alice") -> None:
    await photographer.say("give-up", who=who)
    await photographer.press("Give up", who=who)


async def fill_leaderboards(database: Database, today: date) -> None:
    """Store results of other players, and results of the month, beside Alice's."""
    query = "SELECT user_id, server_id, home, effort, seconds FROM results WHERE variant = :variant"
    ((alice, server, home, moves_made, seconds),) = await database.rows(query, {"variant": RANKED})
    random = Random(52)  # noqa: S311 - no secret
    days = [today - ONE_DAY * ago for ago in range(1, 10)]
    results = [(alice, Result("tens", random.randrange(5, 12) * 4, 0, 100, day=day, server_id=server)) for day in days]
    for number, _ in enumerate(PLAYERS):
        place = number if number < BETTER else number + 2
        tied = place - place % 4 // 3  # every fourth shares a rank with the one before
        counts = (home + (BETTER - tied) // 2, moves_made + 7 * tied, seconds + 47 * (tied % 9))
        results.append((number + 1, Result(RANKED, *counts, day=today, server_id=server)))
        results += [
            (
                number + 1,
                Result("tens", random.randrange(4, 53, 4), random.randrange(3), 60 + number, day=day, server_id=server),
            )
            for day in random.sample(days, 5)
        ]

    async def job(connection: Connection) -> None:
        for number, name in enumerate(PLAYERS):
            await name_player(connection, number + 1, name)
        for user_id, result in results:
            await record_result(connection, user_id, 1, result)

    await database.write(job)
    turn = Turns(database).begin(1, Player(PLAYERS.index(HIDDEN) + 1))
    await PreferenceStore().change(turn, "hidden_player", "on")


async def main(part: str, folder: Path) -> None:
    """Take all screenshots, or those of one part."""
    if part in ("", "boards"):
        async with photographing(folder) as (photographer, page, _):
            await first_game(photographer)
            await games(photographer)
            await pages(photographer, page)
            await ended_games(photographer)
            await hints(photographer)
            await languages(photographer)
    if part in ("", "dailies"):
        async with photographing(folder) as (photographer, _, database):
            await dailies(photographer, database, await photographer.deals_of_today())
    if part in ("", "challenges"):
        async with photographing(folder) as (photographer, _, database):
            await challenges(photographer, database)


@asynccontextmanager
async def photographing(folder: Path) -> AsyncIterator[tuple[Photographer, Page, Database]]:
    """Open a new world and its first page; save screenshots in this folder."""
    with TemporaryDirectory() as data:
        database = await open_database(Path(data) / "patience.sqlite3")
        clock = MovableClock()
        world = World(database, present=clock)
        try:
            async with world.open(0) as pages_of, browser_page(pages_of["Card room"], scale=SCALE) as page:
                yield Photographer(world, clock, page, folder), page, database
        finally:
            await database.close()


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tools.screenshots")
    parser.add_argument("part", nargs="?", default="", choices=("", "boards", "dailies", "challenges"))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    asyncio.run(main(arguments.part, arguments.folder))
