"""How long leaderboards take with 10,000,000 results, and with the same players on a tenth of the days.

Run `python bench/leaderboard.py [--results N] [--database PATH]`. It fills two databases (10 minutes and 6 GB for
10,000,000 results), which are kept for the next run where a path is given, the second as `PATH.tenth`. Times are those of
`LeaderboardStore` over aiosqlite, in milliseconds; recording includes the commit, as `Database` sets it up.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random

import aiosqlite

sys.path[0] = str(Path(__file__).parents[1])  # run as a script, this file would be found in place of the package

from bot.daily.ranking import (  # noqa: E402 - needs the line above
    Kind,
    Leaderboard,
    Result,
    first_day,
    pack_of,
    points_standing,
    result_standing,
)
from bot.daily.streaks import streak  # noqa: E402
from bot.store import Database, LeaderboardStore, name_player, record_result  # noqa: E402
from engine import VARIANTS  # noqa: E402

FIRST_DAY = date(2026, 2, 16)
DAYS = 20
GAMES = tuple(VARIANTS)[:5]
PLAYS_A_DAY = 0.8
"""How many of all players play on one day; these play all games."""
SERVERS = 3000
SAMPLES = 300
FENCE_PLAYERS = 1500
"""How many players are between fences, as many as there would be on average."""

Key = tuple[int, int, str, str]
Timed = Callable[[], Awaitable[object]]


def user_number(number: int) -> int:
    """An id of Discord's size."""
    return 2**58 + number * 2**23 + number % 4096


def server_number(number: int) -> int:
    """An id of Discord's size. Server 0 has one player in five; of the others, each has fewer than the one before."""
    return 2**59 + number * 2**24


def some_results(choose: Random, days: int) -> Iterator[Result]:
    """The results of one player: better ones of better players, and many alike."""
    skill = choose.random() ** 2
    home_server = server_number(0 if choose.random() < 0.2 else int(SERVERS ** choose.random()))
    for number in range(days):
        if choose.random() < PLAYS_A_DAY:
            day = FIRST_DAY + timedelta(number)
            server_id = home_server if choose.random() < 0.85 else None
            for variant in GAMES:
                yield some_result(choose, skill, day, variant, server_id)


def some_result(choose: Random, skill: float, day: date, variant: str, server_id: int | None) -> Result:
    """One result of a player so skilled (0 to 1)."""
    pack = pack_of(variant)
    home = pack if choose.random() < 0.05 + skill / 2 else int(pack * choose.random() ** 2)
    return Result(day, variant, server_id, home, 60 + int(90 * choose.random()), 60 + 5 * int(choose.random() * 200))


@cache
def spans(day: date) -> list[tuple[Kind, int]]:
    """The spans of time that a day counts for."""
    starts = [(kind, first_day(kind, day)) for kind in (Kind.DAY, Kind.WEEK, Kind.MONTH, Kind.ALL_TIME)]
    return [(kind, start.toordinal() if start else 0) for kind, start in starts]


def standings_of(results: list[Result]) -> dict[Key, int]:
    """The standings of a player on all leaderboards, as `record_result` would have made them one by one."""
    standings: dict[Key, int] = defaultdict(int)
    sums: dict[Key, list[int]] = defaultdict(lambda: [0, 0])
    days: dict[tuple[int, str], list[date]] = defaultdict(list)
    for result in results:
        points, is_won = result.points, result.is_won
        for server_id in {0, result.server_id or 0}:
            for variant in ("", result.variant):
                days[server_id, variant].append(result.day)
                if is_won:
                    standings[0, server_id, variant, Kind.WINS] -= 1
                for kind, start in spans(result.day):
                    if variant and kind is Kind.DAY:
                        standings[start, server_id, variant, kind] = result_standing(result)
                    else:
                        total = sums[start, server_id, variant, kind]
                        total[0] += points
                        total[1] += result.seconds
    for key, total in sums.items():
        standings[key] = points_standing(*total)
    for (server_id, variant), played in days.items():
        standings[0, server_id, variant, Kind.STREAKS] = -streak(played, played[-1]).longest
    return standings


async def fill(path: Path, players: int, days: int) -> None:
    """Make a database with the results of so many players."""
    await (await Database.open(path)).close()
    choose = Random(1)
    numbers: dict[Key, int] = {}
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.executescript(
            "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000; DROP INDEX ranking; BEGIN;"
        )
        for number in range(players):
            user_id, results = user_number(number), list(some_results(choose, days))
            connection.executemany(
                "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (user_id, each.day.toordinal(), each.variant, user_id + each.day.toordinal())
                    + (each.server_id or 0, each.home, each.effort, each.seconds)
                    for each in results
                ),
            )
            standings = (
                (numbers.setdefault(key, len(numbers) + 1), standing) for key, standing in standings_of(results).items()
            )
            connection.executemany(
                "INSERT INTO standings VALUES (?, ?, ?)", ((user_id, *each) for each in sorted(standings))
            )
            connection.execute("INSERT INTO players VALUES (?, ?)", (user_id, f"Player {number}"))
            if number % 20 == 0:
                connection.execute("INSERT INTO preferences VALUES (?, 'hidden_player', 'on')", (user_id,))
        connection.executemany(
            "INSERT INTO leaderboards VALUES (?, ?, ?, ?, ?)", ((number, *key) for key, number in numbers.items())
        )
        connection.execute("CREATE INDEX ranking ON standings (leaderboard_id, standing, user_id)")
        connection.execute(
            "INSERT INTO fences SELECT leaderboard_id, CASE ahead WHEN 0 THEN :first ELSE standing END, "
            "CASE ahead WHEN 0 THEN 0 ELSE user_id END, MIN(:players, total - ahead) FROM ("
            "  SELECT *, ROW_NUMBER() OVER board - 1 AS ahead, total FROM standings"
            "  JOIN (SELECT leaderboard_id, COUNT(*) AS total FROM standings GROUP BY leaderboard_id)"
            "  USING (leaderboard_id) WINDOW board AS (PARTITION BY leaderboard_id ORDER BY standing, user_id)"
            ") WHERE ahead % :players = 0",
            {"first": -(2**63), "players": FENCE_PLAYERS},
        )
        connection.execute("COMMIT")
