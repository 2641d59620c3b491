"""Measure the pages of leaderboards with 125,000 players: `python -m bench.leaderboards`.

It fills a database of version 0.3.0 with random results of 90 days, one or two a player on the last day, lets this
version migrate it, and requests pages like `/solitaire leaderboard`: the first page, and the one with the player's own
place, for a player in the middle and for the last one. Each page comes with the player's own place and the number of
players.

All times are CPU times of the bot and the server, so a busy machine hardly matters.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from datetime import date, timedelta
from itertools import islice
from pathlib import Path
from typing import Any
from unittest import mock

import uvloop

from bench.processes import cpu_seconds_of_children, parent
from bot.model.daily.days import start_of
from bot.model.daily.deals import CLASSICS, GAMES
from bot.model.daily.ranking import Leaderboard, LeaderboardKind, LeaderboardPage, first_day
from bot.model.score import pack_of
from bot.services import Services
from bot.store import Database, open_database, schema
from tests.support.kinds import ask
from tests.support.postgresql import EMPTY, OwnServer
from tests.support.turns import turn_of

MOST_MS = 30.0
"""The most CPU time of a page, in milliseconds."""

_TODAY = date(2026, 11, 28)
_DAYS = 90
_SERVER = 1
_SHARES = {_SERVER: 0.1, 2: 0.05, 3: 0.02, **dict.fromkeys(range(4, 304), 0.002)}
"""The shares of players who play in each server; all others play outside of servers."""

_BATCH = 20_000
_BATCH_SECONDS = 600.0
_LAST_PAGE = 2**31
_PLAYER = "INSERT INTO players (user_id, name) VALUES (:user_id, :name)"
_DAILY = """INSERT INTO dailies (day, variant, candidate, is_revealed, is_proven)
    VALUES (:day, :variant, 1, 0, 1)"""
_RESULT = """INSERT INTO results (user_id, day, variant, game_id, server_id, home, effort, seconds, is_counted)
    VALUES (:user_id, :day, :variant, :game_id, :server_id, :home, :effort, :seconds, 1)"""

Row = Mapping[str, Any]


_GAMES = [game for game in GAMES if game not in CLASSICS]
"""The dailies of version 0.3.0."""


def results(players: int, count: int) -> Iterator[Row]:
    """Draw this many results: one or two today for each player, and the others on the days before."""
    dice = random.Random(1)
    servers = dice.choices([*_SHARES, 0], [*_SHARES.values(), 1 - sum(_SHARES.values())], k=players)
    days = [[0, 0][: dice.randint(1, 2)] for _ in range(players)]
    for _ in range(count - sum(map(len, days))):
        days[dice.randrange(players)].append(dice.randint(1, _DAYS))
    number = 0
    for user_id, played in enumerate(days, 1):
        for ago in set(played):
            for variant in dice.sample(_GAMES, min(played.count(ago), len(_GAMES))):
                number += 1
                yield {
                    "user_id": user_id,
                    "day": (_TODAY - timedelta(days=ago)).toordinal(),
                    "variant": variant,
                    "game_id": number,
                    "server_id": servers[user_id - 1],
                    "home": dice.choice([pack_of(variant), dice.randint(0, pack_of(variant))]),
                    "effort": dice.randint(20, 300),
                    "seconds": dice.randint(60, 6000),
                }


async def fill(url: str, players: int, count: int) -> None:
    """Create a database as version 0.3.0 did, with this many players and results."""
    with tempfile.TemporaryDirectory() as folder, mock.patch.object(schema, "MIGRATIONS", Path(folder)):
        shutil.copy(Path(schema.__file__).parent / "migrations" / "0001_initial.sql", folder)
        database = await open_database(url)
        names = ({"user_id": number, "name": f"Player {number}"} for number in range(1, players + 1))
        days = [(_TODAY - timedelta(days=ago)).toordinal() for ago in range(_DAYS + 1)]
        dailies = ({"day": day, "variant": variant} for day in days for variant in _GAMES)
        for statement, rows in ((_PLAYER, names), (_DAILY, dailies), (_RESULT, results(players, count))):
            while batch := list(islice(rows, _BATCH)):
                await insert(database, statement, batch)
        await database.close()


async def insert(database: Database, statement: str, rows: Sequence[Row]) -> None:
    """Insert rows in one transaction."""
    await database.write(lambda connection: connection.execute_many(statement, rows), seconds=_BATCH_SECONDS)


def leaderboards() -> Iterator[tuple[str, Leaderboard]]:
    """All leaderboards that players can choose today, in the world and in the largest server."""
    for where, server_id in (("world", None), ("server", _SERVER)):
        for kind in LeaderboardKind:
            yield f"{kind}, {where}", Leaderboard(kind, first_day(kind, _TODAY), None, server_id)
        yield f"day of dimes, {where}", Leaderboard(LeaderboardKind.DAY, _TODAY, "dimes", server_id)


async def measure(url: str, repeats: int) -> None:
    """Print how long each page takes, for each of two players."""
    database = await open_database(url)
    services = Services(database, clock=lambda: start_of(_TODAY) + 3600.0)
    cpu = await stopwatch(database, url)

    async def page(leaderboard: Leaderboard, user_id: int, number: int | None) -> LeaderboardPage:
        return await services.leaderboards.page(turn_of(services, user_id), leaderboard, number)

    async def milliseconds(leaderboard: Leaderboard, user_id: int, number: int | None) -> float:
        await page(leaderboard, user_id, number)
        started = cpu()
        for _ in range(repeats):
            await page(leaderboard, user_id, number)
        return 1000 * (cpu() - started) / repeats

    try:
        for name, leaderboard in leaderboards():
            first = await page(leaderboard, 0, 0)
            middle = (await page(leaderboard, 0, first.players // 20)).places[0].user_id
            last = (await page(leaderboard, 0, _LAST_PAGE)).places[-1].user_id
            times = [
                await milliseconds(leaderboard, user_id, number) for user_id in (middle, last) for number in (0, None)
            ]
            cells = " | ".join(f"{each:.1f}" for each in times)
            slow = " too slow" if max(times) > MOST_MS else ""
            print(f"| {name} | {first.players:,} | {cells} |{slow}", flush=True)
    finally:
        services.pictures.close()
        await database.close()


async def stopwatch(database: Database, url: str) -> Callable[[], float]:
    """A function that returns the CPU time of this process and, on PostgreSQL, of the server, in seconds."""
    if not url.startswith("postgresql"):
        return time.process_time
    ((session,),) = await database.rows("SELECT pg_backend_pid()")
    server = parent(session)
    return lambda: time.process_time() + cpu_seconds_of_children(server)


async def bench(arguments: argparse.Namespace) -> None:
    """Fill both databases, and print a table for each."""
    with ExitStack() as opened:
        folder = opened.enter_context(tempfile.TemporaryDirectory())
        server = await asyncio.to_thread(OwnServer)
        opened.callback(server.end)
        for url in (f"sqlite:///{folder}/leaderboards.sqlite3", await asyncio.to_thread(server.new, EMPTY)):
            await fill(url, arguments.players, arguments.results)
            started = time.perf_counter()
            await (await open_database(url)).close()
            migrated = time.perf_counter() - started
            if url.startswith("postgresql"):
                await ask(url, "VACUUM ANALYZE")  # a running server does this by itself
            print(
                f"{url.partition(':')[0]}: {arguments.results:,} results, migrated in {migrated:.0f} s. CPU time in ms:"
            )
            print("| leaderboard | players | middle: first page | own page | last: first page | own page |")
            print("|---|---:|---:|---:|---:|---:|")
            await measure(url, arguments.repeats)


def main() -> None:
    """Parse the command line and run the measurement."""
    parser = argparse.ArgumentParser(prog="python -m bench.leaderboards", description=__doc__.splitlines()[0])
    parser.add_argument("--players", type=int, default=125_000)
    parser.add_argument("--results", type=int, default=1_000_000)
    parser.add_argument("--repeats", type=int, default=50, help="how often to ask for each page")
    uvloop.run(bench(parser.parse_args()))


if __name__ == "__main__":
    main()
