"""Record results, and compute leaderboards from all results by brute force."""

import random
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date, timedelta
from functools import partial
from itertools import product
from typing import Any

from bot.model.daily.days import week_of
from bot.model.daily.deals import GAMES, WARM_UPS
from bot.model.daily.ranking import Leaderboard, LeaderboardKind, RankedPlayer, Result, points_standing
from bot.model.daily.streaks import Streak
from bot.model.score import pack_of
from bot.store import Database, PrivacyStore, open_snapshot
from bot.store.leaderboards import record_result

ALICE = 1
BOB = 2
DAY = date(2026, 3, 2)

DAILIES = [DAY + timedelta(days=number) for number in range(-14, 14)]

Recorded = tuple[int, Result]
"""A user and one of their results."""


_FIX = """INSERT INTO dailies (day, variant, candidate, is_revealed, is_proven) VALUES (:day, :variant, 1, 0, 0)
ON CONFLICT DO NOTHING"""


def result(home: int = 40, *, day: date = DAY, server_id: int | None = None, variant: str = "tens") -> Result:
    return Result(variant, home, effort=3, seconds=60, day=day, server_id=server_id)


async def fix_dailies(database: Database, days: Iterable[date] = DAILIES) -> None:
    rows = [{"day": day.toordinal(), "variant": variant} for day in days for variant in GAMES]
    await database.write(lambda connection: connection.execute_many(_FIX, rows))


async def record(database: Database, user_id: int, new: Result) -> bool:
    """Store a result; return False if the user has one already."""
    return await database.write(partial(record_result, user_id=user_id, game_id=900, result=new))


async def forget(database: Database, user_id: int) -> None:
    await PrivacyStore(database).delete(user_id, now=0, fingerprint=lambda _: "")


async def rows(url: str, table: str) -> list[tuple[Any, ...]]:
    async with open_snapshot(url) as connection:
        return sorted(map(tuple, await connection.rows(f"SELECT * FROM {table}")))  # noqa: S608


def random_results(choose: random.Random, users: int = 5) -> list[Recorded]:
    """Results of users on twenty days, in random order."""
    days = [date(2026, 2, day) for day in range(20, 29)] + [date(2026, 3, day) for day in range(1, 12)]
    recorded = [
        (
            user,
            Result(
                variant,
                choose.choice([0, 40, pack_of(variant)]),
                choose.choice([3, 4]),
                choose.choice([60, 90]),
                day=day,
                server_id=choose.choice([None, 70, 71]),
            ),
        )
        for user in range(1, users + 1)
        for day in days
        for variant in ("tens", "dimes", "diplomat")
        if choose.random() < 0.6
    ]
    choose.shuffle(recorded)
    return recorded


def reference(recorded: Sequence[Recorded], dailies: Collection[date]) -> dict[Leaderboard, dict[int, int]]:
    """The standings of all players on all leaderboards, if these days had dailies."""
    counted: dict[tuple[Leaderboard, int], list[Result]] = defaultdict(list)
    for user, each in recorded:
        boards = [(LeaderboardKind.STREAKS, None, None), (LeaderboardKind.DAY, each.day, each.variant)]
        if each.variant not in WARM_UPS:
            boards.append((LeaderboardKind.DAY, each.day, None))
            boards.append((LeaderboardKind.WEEK, week_of(each.day), None))
            boards.append((LeaderboardKind.ALL_TIME, None, None))
        for board, server_id in product(boards, {None, each.server_id}):
            counted[Leaderboard(*board, server_id), user].append(each)
    reached: dict[Leaderboard, dict[int, int]] = defaultdict(dict)
    for (leaderboard, user), results in counted.items():
        if leaderboard.kind is LeaderboardKind.STREAKS:
            played = {each.day for each in results}
            standing = -day_by_day(played, max(played), set(dailies)).longest
        elif leaderboard.variant is not None:
            standing = results[0].standing
        else:
            won = [each.seconds for each in results if each.is_of_pick and each.is_won]
            points = sum(each.points if each.is_of_pick else each.points // 4 for each in results)
            standing = points_standing(points, min(won, default=None))
        reached[leaderboard][user] = standing
    return reached


def day_by_day(days: set[date], today: date, dailies: set[date]) -> Streak:
    """The streak, counted as simply as possible."""
    current = longest = week = 0
    frozen = False
    day = min(days, default=today)
    while day <= today:
        if day in days:
            current += 1
            longest = max(longest, current)
            if not frozen:
                week += 1
                if week == 7:
                    frozen = True
                    week = 0
        elif day in dailies and day < today:  # today can still be played
            if not frozen:
                current = 0
            frozen = False
            week = 0
        day += timedelta(days=1)
    return Streak(current, longest, frozen)


def places_of(reached: dict[int, int]) -> list[RankedPlayer]:
    """The places, without names, of players with these standings."""
    everyone = sorted((standing, user) for user, standing in reached.items())
    alone = sorted(reached.values())
    return [RankedPlayer(alone.index(standing) + 1, user, None, standing) for standing, user in everyone]
