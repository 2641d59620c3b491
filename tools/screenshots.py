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
from bot.services.preferences import PreferenceBook
from bot.store import Connection, Database, Turns, open_database
from bot.store.leaderboards import count_results, name_player, record_result
from engine import Game, Status
from tests.support.browser.page import DESKTOP, browser_page, newest
from tools.photographer import SCALE, Photographer

FOLDER = Path(__file__).parents[1] / "screenshots"
"""The default folder for screenshots."""

POSITIONS = (
    ("dimes", 1470, 60),
    ("grounds-for-divorce", 2702, 45),
    ("diplomat", 1496, 60),
    ("tens", 14589, 10),
    ("cast-out-nines", 1399, 60),
)
"""Games, their deals, and the number of moves after which they look best."""

FINISHED = (
    ("tens", 18),
    ("tens", 20),
    ("grounds-for-divorce", 8),
    ("grounds-for-divorce", 54),
    ("tens", 41),
    ("tens", 13),
)
"""Games and deals to play to the end, for the statistics; the last one is won."""

GIVEN_UP = ("diplomat", 2459)
"""A game and deal to give up, for the analysis."""

MOMENTS = {("grounds-for-divorce", 8): "crowded", ("tens", 18): "lost"}
"""The ones of FINISHED with the longest piles, and with a loss that another order could not have avoided."""

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

GIVING_UP = ("/solitaire move give up", "press Give up")
"""The lines typed to give up a ranked attempt."""

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
    """Take a new user's way from the empty page to a won first game."""
    await photographer.take_both("greeting")
    await photographer.say("/solitaire leaderboard")
    await photographer.take_both("leaderboard-empty")
    await photographer.say("/solitaire stats")
    await photographer.take_both("statistics-empty")
    await photographer.say("/solitaire-admin announce")
    await photographer.take_both("announce-off")
    await photographer.say("/solitaire start")
    await photographer.take_both("first-emoji")
    await photographer.say("press Picture")
    await photographer.take_both("first-picture")
    photographer.wait(timedelta(minutes=1))
    await photographer.say()
    await photographer.take_both("first-hint")
    assert GUIDED.deal is not None
    await photographer.say(*first_moves(GUIDED.variant, GUIDED.deal))
    await photographer.take_both("first-won")
    await photographer.say("press Next: Diplomat")
    await photographer.take_both("next-game")
    await photographer.say("/solitaire start")
    await photographer.take_both("games")


async def games(photographer: Photographer) -> None:
    """Take every game in every view."""
    for game, deal, number in POSITIONS:
        start = f"/solitaire start {game} deal:{deal}"
        played = [f"/solitaire move {move}" for move in moves(game, deal, number)]
        await photographer.say(start, *played)
        for view in ("Emoji", "Text", "Picture", "Words"):
            await photographer.set(f"Board: {view}")
            await photographer.take_both(f"{game}-{view.casefold()}")


async def pages(photographer: Photographer, page: Page) -> None:
    """Take the pages beside the board, and boards under other settings."""
    await photographer.set("Board: Emoji")
    await page.set_viewport_size({"width": DESKTOP, "height": 1600})
    game, deal, number = POSITIONS[2]
    await photographer.say(
        f"/solitaire start {game} deal:{deal}",
        *(f"/solitaire move {move}" for move in moves(game, deal, number)),
    )
    await newest(page).get_by_role("combobox").click()
    await photographer.settle()
    await photographer.take("select", under=newest(page).locator(".select-list"))
    await photographer.say("/solitaire show", "press Menu")
    await photographer.take_both("menu")
    for name, line in (
        ("rules", "/solitaire rules"),
        ("settings", "/solitaire settings"),
        ("replay", "/solitaire move replay"),
        ("help", "/solitaire help"),
        ("help-commands", "press Commands"),
        ("help-moves", "press Typing moves"),
        ("help-games", "press The games"),
    ):
        await photographer.say(line)
        await photographer.take_both(name)
    await photographer.set("Four-colour suits")
    await photographer.take_both("two-colours")
    await photographer.set("Four-colour suits")
    for game, deal in FINISHED:
        played = [f"/solitaire move {move}" for move in moves(game, deal, 200)]
        await photographer.say(f"/solitaire start {game} deal:{deal}", *played)
        if (game, deal) in MOMENTS:
            await photographer.take_both(MOMENTS[game, deal])
    await photographer.take_both("won")
    await photographer.say("press Share")
    await photographer.take_both("won-share-draft")
    await photographer.say("press Post it")
    await photographer.take_both("won-share")
    game, deal = GIVEN_UP
    played = [f"/solitaire move {move}" for move in moves(game, deal, 60)]
    await photographer.say(f"/solitaire start {game} deal:{deal}", *played, "/solitaire move give up")
    await photographer.take_both("given-up")
    await photographer.say("press Analyse")
    await photographer.take_both("analysis")
    await photographer.say("press Next", "press Next")
    await photographer.take_both("analysis-step")
    await photographer.say("/solitaire stats")
    await photographer.take_both("statistics")
    await photographer.say("/solitaire start cast-out-nines deal:3", "press Home")
    await photographer.take_both("home-unsafe")
    await photographer.say("/solitaire move hint")
    await photographer.take_both("hint-guess")
    await photographer.say("/solitaire start dimes deal:8", *["press Draw"] * 70, "/solitaire move hint")
    await photographer.take_both("hint-lost")
    await photographer.say("press Analyse")
    await photographer.take_both("analysis-playing")
    await photographer.say("/solitaire start tens deal:13")
    await photographer.take_both("shelved")
    await photographer.say("/solitaire games")
    await photographer.take_both("shelf")


async def languages(photographer: Photographer) -> None:
    """Take a board in German and in Japanese."""
    game, deal, number = POSITIONS[0]
    played = [f"/solitaire move {move}" for move in moves(game, deal, number)]
    await photographer.say(f"/solitaire start {game} deal:{deal}", *played)
    for name, language in (("german", "Deutsch"), ("japanese", "日本語")):
        await photographer.say("/solitaire settings", f"press {language}")
        await photographer.take_both(f"settings-{name}")
        await photographer.say("/solitaire show")
        await photographer.take_both(f"board-{name}")


async def dailies(photographer: Photographer, database: Database, deals: Mapping[str, int]) -> None:
    """Take the daily challenge, from its first board to the announcement of the next day."""
    await photographer.say("/solitaire-admin announce solitaire hour:0", "/solitaire-admin announce")
    await photographer.take_both("announce-on")
    tens = first_moves("tens", deals["tens"])
    await photographer.say("/solitaire daily tens", *tens, name="bob")
    await photographer.say("/solitaire daily tens")
    await photographer.say(*tens[:4])
    await photographer.take_both("daily-tens")
    await photographer.say(*tens[4:])
    await photographer.take_both("daily-over")
    await photographer.say("press Another daily")
    await photographer.take_both("daily-another")

    for game, shown, given_up in (("grounds-for-divorce", 30, 30), (RANKED, 20, 60)):
        played = [f"/solitaire move {move}" for move in moves(game, deals[game], 60)]
        await photographer.say(f"/solitaire daily {game}", *played[:shown])
        await photographer.take_both(f"daily-{game}")
        photographer.wait(timedelta(minutes=7, seconds=26))
        await photographer.say(*played[shown:given_up], *GIVING_UP)
    today = datetime.now(UTC).date()
    await fill_leaderboards(database, today)
    for name, line in (
        ("result", f"/solitaire daily {RANKED}"),
        ("share-draft", f"/solitaire share {RANKED}"),
        ("share", "press Post it"),
        ("leaderboard", f"/solitaire leaderboard day game:{RANKED}"),
        ("leaderboard-own", "press My place"),
        ("leaderboard-month", "/solitaire leaderboard month"),
        ("fair", "/solitaire fair"),
        ("fair-hash", "press Tens"),
        ("privacy", "/solitaire privacy"),
        ("statistics", "/solitaire stats"),
        ("page", "/solitaire daily"),
    ):
        await photographer.say(line)
        await photographer.take_both(f"daily-{name}")

    played = [f"/solitaire move {move}" for move in moves("diplomat", deals["diplomat"], 60)]
    for line in ("/solitaire daily diplomat", *played, *GIVING_UP):
        photographer.wait(timedelta(seconds=4))
        await photographer.say(line, name="bob")
    for line in ("/solitaire daily diplomat", *played[:-20], *GIVING_UP):
        photographer.wait(timedelta(seconds=5))
        await photographer.say(line)
    await photographer.take_both("daily-compared")
    await photographer.say("tomorrow")
    await photographer.take_both("daily-announcement")
    await photographer.say("tomorrow", f"/solitaire fair {today} game:tens")  # no attempt can be open any more
    await photographer.take_both("daily-fair-told")
    monday = today + (7 - today.weekday()) * ONE_DAY
    await photographer.say(*["tomorrow"] * max(0, (monday - today).days - 2))
    await photographer.take_both("daily-week")


async def challenges(photographer: Photographer, database: Database) -> None:
    """Take the card of a challenge while two people play it, and the boards that its players see."""
    await photographer.say("/solitaire start dimes deal:8", "press Draw", "/solitaire challenge bob game:tens")
    await photographer.take_both("challenge-draft")
    await photographer.say("press Post it")
    await photographer.take_both("challenge-card")
    ((dealt,),) = await database.rows("SELECT dealt FROM challenges")
    tens = first_moves("tens", int(dealt.split("|")[1]))
    await photographer.say("press Play")
    await photographer.take_both("challenge-board")
    photographer.wait(timedelta(minutes=3, seconds=12))
    await photographer.say(*tens)
    await photographer.take_both("challenge-won")
    await photographer.press_card("Play", "bob")
    await photographer.say(*tens[:5], name="bob")
    await photographer.wait_a_moment()
    await photographer.take_card("challenge-playing")
    await photographer.say("/solitaire move give up", "press Give up", name="bob")
    await photographer.take_card("challenge-over")
    await photographer.say("/solitaire stats bob")
    await photographer.take_both("challenge-statistics")
    await photographer.say(
        "/solitaire start tens deal:13", *first_moves("tens", 13), "press Challenge", "press Post it"
    )
    await photographer.take_both("challenge-mark")


def first_moves(game: str, deal: int) -> list[str]:
    """Lines that always play the first legal move, to the end."""
    played = Game.new(game, deal)
    while played.status is Status.PLAYING:
        played.play(played.legal_moves()[0])
    return [f"/solitaire move {move}" for move in played.moves]


async def fill_leaderboards(database: Database, today: date) -> None:
    """Store results of other players and of the month beside those of Alice."""
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
        while await count_results(connection):
            pass

    await database.write(job)
    turn = Turns(database).begin(1, Player(PLAYERS.index(HIDDEN) + 1))
    await PreferenceBook().change(turn, hidden_player=True)


async def main(part: str, folder: Path) -> None:
    """Take all screenshots, or those of a part."""
    if part in ("", "boards"):
        async with photographing(folder) as (photographer, page, _):
            await first_game(photographer)
            await games(photographer)
            await pages(photographer, page)
            await languages(photographer)
    if part in ("", "dailies"):
        async with photographing(folder) as (photographer, _, database):
            await dailies(photographer, database, await photographer.deals_of_today())
    if part in ("", "challenges"):
        async with photographing(folder) as (photographer, _, database):
            await challenges(photographer, database)


@asynccontextmanager
async def photographing(folder: Path) -> AsyncIterator[tuple[Photographer, Page, Database]]:
    """Open a new world and its first page; screenshots go to this folder."""
    with TemporaryDirectory() as data:
        database = await open_database(Path(data) / "patience.sqlite3")
        world = World(database)
        try:
            async with world.open(0) as pages_of, browser_page(pages_of["Card room"], scale=SCALE) as page:
                yield Photographer(world, page, folder), page, database
        finally:
            await database.close()


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m tools.screenshots")
    parser.add_argument("part", nargs="?", default="", choices=("", "boards", "dailies", "challenges"))
    parser.add_argument("--folder", type=Path, default=FOLDER)
    arguments = parser.parse_args()
    arguments.folder.mkdir(exist_ok=True)
    asyncio.run(main(arguments.part, arguments.folder))
