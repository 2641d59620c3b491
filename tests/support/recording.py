"""Recording results, and reading the rows that leaderboards store for them."""

from __future__ import annotations

import random
from collections.abc import Iterable
from datetime import date, timedelta
from functools import partial
from typing import Any

from bot.model.daily.ranking import Leaderboard, LeaderboardKind, Result
from bot.model.score import pack_of
from bot.store import Database, open_snapshot
from bot.store.leaderboards import count_results, forget_results, record_result

ALICE = 1
BOB = 2
CAROL = 3
DAY = date(2026, 3, 2)
TODAY = Leaderboard(LeaderboardKind.DAY, DAY, "tens", None)

DAILIES = [DAY + timedelta(days=number) for number in range(-14, 14)]

Recorded = tuple[int, Result]
"""A user and one of their results."""


_FIX = """INSERT INTO dailies (day, variant, candidate, is_revealed, is_proven) VALUES (:day, 'tens', 1, 0, 0)
ON CONFLICT DO NOTHING"""


def result(home: int = 40, *, day: date = DAY, server_id: int | None = None, variant: str = "tens") -> Result:
    return Result(variant, home, effort=3, seconds=60, day=day, server_id=server_id)


async def fix_dailies(database: Database, days: Iterable[date] = DAILIES) -> None:
    """Store dailies for these days."""
    rows = [{"day": day.toordinal()} for day in days]
    await database.write(lambda connection: connection.execute_many(_FIX, rows))


async def store_result(database: Database, user_id: int, new: Result) -> bool:
    """Store a result without counting it; return False if the user has one already."""
    return await database.write(partial(record_result, user_id=user_id, game_id=900, result=new))


async def count_all(database: Database) -> None:
    while await database.write(count_results, in_turn=True):
        pass


async def record(database: Database, user_id: int, new: Result) -> bool:
    """Store a result and count it; return False if the user has one already."""
    is_new = await store_result(database, user_id, new)
    await count_all(database)
    return is_new


async def forget(database: Database, user_id: int) -> None:
    await database.write(partial(forget_results, user_id=user_id))


async def rows(url: str, table: str) -> list[tuple[Any, ...]]:
    """All rows of a table, sorted."""
    async with open_snapshot(url) as connection:
        return sorted(map(tuple, await connection.rows(f"SELECT * FROM {table}")))  # noqa: S608


async def stored_standings(url: str) -> list[tuple[Any, ...]]:
    """All standings and streaks, with leaderboards' keys in place of their numbers."""
    keys = {number: key for number, *key in await rows(url, "leaderboards")}
    stored = await rows(url, "standings") + await rows(url, "streaks")
    return sorted((user, keys[board], *reached) for user, board, *reached in stored)


def random_results(choose: random.Random) -> list[Recorded]:
    """Results of five users on twenty days, in random order."""
    days = [date(2026, 2, day) for day in range(20, 29)] + [date(2026, 3, day) for day in range(1, 12)]
    recorded = [
        (
            user,
            Result(
                variant,
                choose.choice([0, 40, pack_of(variant)]),
                3,
                60,
                day=day,
                server_id=choose.choice([None, 70, 71]),
            ),
        )
        for user in range(1, 6)
        for day in days
        for variant in ("tens", "dimes")
        if choose.random() < 0.8
    ]
    choose.shuffle(recorded)
    return recorded
