"""Measures reading and updating leaderboards with 10,000,000 results: `python -m bench.leaderboard`.

It fills one SQLite database with all days and one with a tenth of them, which takes 12 minutes and 5 GB. With
`--database PATH` it keeps them (the second as `PATH.tenth`) and fills them only once. Times are the median and the 95th
percentile in milliseconds, through the stores and aiosqlite.

Players wait for the last move's transaction, so it is measured with and without a result, and recording the result
(one statement in that transaction) by itself. Results are counted into leaderboards later, and nobody waits for that.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import tempfile
import time
from collections import defaultdict
from collections.abc import Awaitable, Iterator, Sequence
from contextlib import closing
from dataclasses import astuple, replace
from datetime import date, timedelta
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

from bench.players import add_game
from bot.model.daily.deals import WARM_UPS
from bot.model.daily.ranking import Leaderboard, LeaderboardKind, Result, first_day, points_standing, win_standing
from bot.model.daily.streaks import Run
from bot.model.game import UserGame
from bot.model.player import Player
from bot.model.score import Score, pack_of
from bot.store import Change, Connection, Database, GameStore, LeaderboardStore, Turns, open_database
from bot.store.leaderboards import COUNTED_AT_ONCE, count_results, record_result
from engine import VARIANTS, Game

FIRST_DAY = date(2026, 2, 16)
DAYS = 20
GAMES = tuple(VARIANTS)[:5]
PLAYS_A_DAY = 0.8
"""The share of players who play on a given day; they play all games."""
SERVERS = 3000
SAMPLES = 300
PLACES = 10


def server_number(number: int) -> int:
    """Return an id of Discord's size. Server 0 has a fifth of the players; the others have fewer and fewer."""
    return 2**59 + number * 2**24


LEADERBOARDS = (
    ("day and game", LeaderboardKind.DAY, GAMES[0], None),
    ("day", LeaderboardKind.DAY, None, None),
    ("week", LeaderboardKind.WEEK, None, None),
    ("month", LeaderboardKind.MONTH, None, None),
    ("all time", LeaderboardKind.ALL_TIME, None, None),
    ("wins", LeaderboardKind.WINS, None, None),
    ("wins in a game", LeaderboardKind.WINS, GAMES[0], None),
    ("streaks", LeaderboardKind.STREAKS, None, None),
    ("big server, all time", LeaderboardKind.ALL_TIME, None, server_number(0)),
    ("big server, wins", LeaderboardKind.WINS, None, server_number(0)),
    ("small server, all time", LeaderboardKind.ALL_TIME, None, server_number(100)),
)

Key = tuple[int, int, str, str]


def user_number(number: int) -> int:
    """Return an id of Discord's size."""
    return 2**58 + number * 2**23 + number % 4096


def random_results(dice: Random, days: int) -> Iterator[Result]:
    """Make up the results of one player: skill varies, and many results are equal."""
    skill = dice.random() ** 2
    home_server = server_number(0 if dice.random() < 0.2 else int(SERVERS ** dice.random()))
    for number in range(days):
        if dice.random() < PLAYS_A_DAY:
            day = FIRST_DAY + timedelta(number)
            server_id = home_server if dice.random() < 0.85 else None
            for variant in GAMES:
                yield random_result(dice, skill, day, variant, server_id)


def random_result(dice: Random, skill: float, day: date, variant: str, server_id: int | None) -> Result:
    """Make up one result of a player whose skill is between 0 and 1."""
    pack = pack_of(variant)
    home = pack if dice.random() < 0.05 + skill / 2 else int(pack * dice.random() ** 2)
    return Result(
        variant, home, 60 + int(90 * dice.random()), 60 + 5 * int(dice.random() * 200), day=day, server_id=server_id
    )


@cache
def spans(day: date) -> list[tuple[LeaderboardKind, int]]:
    """Return the spans of time that a day belongs to, with the ordinal of their first day."""
    starts = [
        (kind, first_day(kind, day))
        for kind in (LeaderboardKind.DAY, LeaderboardKind.WEEK, LeaderboardKind.MONTH, LeaderboardKind.ALL_TIME)
    ]
    return [(kind, start.toordinal() if start else 0) for kind, start in starts]


def standings_of(results: list[Result], dailies: Sequence[date]) -> tuple[dict[Key, int], dict[Key, Run]]:
    """Compute the standings and streaks that recording these results one by one would lead to."""
    standings: dict[Key, int] = defaultdict(int)
    runs: dict[Key, Run] = {}
    points: dict[Key, int] = defaultdict(int)
    times: dict[Key, int] = {}
    for result in results:
        is_won = result.is_won
        for server_id, variant in product({0, result.server_id or 0}, ("", result.variant)):
            key = (0, server_id, variant, LeaderboardKind.STREAKS)
            runs[key] = runs[key].after(result.day, dailies) if key in runs else Run(result.day)
            if is_won:
                standings[0, server_id, variant, LeaderboardKind.WINS] -= 1
                if variant:
                    key = (0, server_id, variant, LeaderboardKind.FASTEST)
                    standings[key] = min(standings.get(key, win_standing(result)), win_standing(result))
            for kind, start in spans(result.day):
                if variant and kind is LeaderboardKind.DAY:
                    standings[start, server_id, variant, kind] = result.standing
                elif variant or result.variant not in WARM_UPS:
                    key = (start, server_id, variant, kind)
                    points[key] += result.points if variant else result.day_points
                    if is_won and (variant or result.is_of_pick):
                        times[key] = min(times.get(key, result.seconds), result.seconds)
    standings.update((key, points_standing(total, times.get(key))) for key, total in points.items())
    standings.update((key, -run.longest) for key, run in runs.items())
    return standings, runs


async def fill(path: Path, players: int, days: int) -> None:
    """Create a database with the results of this many players."""
    unfinished = path.with_name(f"{path.name}.part")
    unfinished.unlink(missing_ok=True)
    await (await open_database(unfinished)).close()
    with closing(sqlite3.connect(unfinished, isolation_level=None)) as connection:
        ranking = connection.execute("SELECT sql FROM sqlite_master WHERE name = 'ranking'").fetchone()[0]
        connection.executescript("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -500000;")
        connection.executescript("DROP INDEX ranking; BEGIN;")
        add_players(connection, players, days)
        connection.execute(ranking)  # building the index once is faster than keeping it up to date
        connection.execute("COMMIT")
    unfinished.rename(path)


def add_players(connection: sqlite3.Connection, players: int, days: int) -> None:
    """Add players with their results and standings."""
    dice = Random(1)
    dailies = [FIRST_DAY + timedelta(number) for number in range(days)]
    fixed = ((day.toordinal(), variant) for day in dailies for variant in GAMES)
    connection.executemany("INSERT INTO dailies VALUES (?, ?, 1, 0, 0)", fixed)
    numbers: dict[Key, int] = {}
    for number in range(players):
        user_id = user_number(number)
        results = list(random_results(dice, days))
        connection.executemany("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, 1)", rows_of(user_id, results))
        standings, runs = standings_of(results, dailies)
        rows = ((user_id, numbers.setdefault(key, len(numbers) + 1), standing) for key, standing in standings.items())
        connection.executemany("INSERT INTO standings VALUES (?, ?, ?)", sorted(rows))
        stored = ((user_id, numbers[key], run.last.toordinal(), *astuple(run)[1:]) for key, run in runs.items())
        connection.executemany("INSERT INTO streaks VALUES (?, ?, ?, ?, ?, ?, ?)", stored)
        connection.execute("INSERT INTO players VALUES (?, ?)", (user_id, f"Player {number}"))
        if number % 20 == 0:
            connection.execute("INSERT INTO preferences VALUES (?, 'hidden_player', 'on')", (user_id,))
    leaderboards = ((number, *key) for key, number in numbers.items())
    connection.executemany("INSERT INTO leaderboards VALUES (?, ?, ?, ?, ?)", leaderboards)


def rows_of(user_id: int, results: list[Result]) -> Iterator[tuple[int | str, ...]]:
    """Yield a player's results as database rows."""
    for result in results:
        server_id = result.server_id or 0
        day = result.day.toordinal()
        yield user_id, day, result.variant, user_id + day, server_id, result.home, result.effort, result.seconds


async def print_reading(store: LeaderboardStore, last_day: date) -> None:
    """Print the times of reading pages and ranks for players who are on the leaderboard."""
    dice = Random(2)
    print(f"{'':<24}{'players':>9}{'first page':>15}{'own rank':>15}{'own page':>15}")
    for label, kind, variant, server_id in LEADERBOARDS:
        board = Leaderboard(kind, first_day(kind, last_day), variant, server_id)
        size = await store.size(board)
        users = [(await store.page(board, dice.randrange(size), 1))[0].user_id for _ in range(SAMPLES if size else 0)]
        columns = (
            [await timed(store.page(board, 0, PLACES)) for _ in users],
            [await timed(store.place(board, user)) for user in users],
            [await timed(own_page(store, board, user)) for user in users],
        )
        print(f"{label:<24}{size:>9,}" + "".join(map(summary, columns)))


async def save_game(store: GameStore, turns: Turns, change: Change, interaction_id: int) -> None:
    """Store a changed game, as a turn does."""
    turn = turns.begin(interaction_id, Player(change.after.user_id))

    async def save() -> None:
        store.save(turn, change)

    await turn.settle(save)


async def print_writing(database: Database, last_day: date, users: list[int]) -> None:
    """Print the times of writing results for users who have none on the last day."""
    dice = Random(3)
    attempts = [(attempt(user), random_result(dice, 0.5, last_day, GAMES[0], server_number(0))) for user in users]
    store = GameStore()
    turns = Turns(database)
    await asyncio.gather(*(add_game(store, turns, game, game.id) for game, _ in attempts))
    moves = []
    ends = []
    recorded = []
    alone = []
    for game, result in attempts[:SAMPLES]:
        moved = replace(game, version=2)
        ended = replace(game, version=3)
        moves.append(await timed(save_game(store, turns, Change(game, moved), game.id + 1)))
        score = Score(result.variant, result.home, result.effort, result.seconds)
        ends.append(await timed(save_game(store, turns, Change(moved, ended, score), game.id + 2)))
        await database.write(nothing)  # waits for the counting that the last write has queued
        await database.write(nothing)
    for game, result in attempts[SAMPLES : 2 * SAMPLES]:
        recorded.append(await recording(database, game, result))
        alone.append(await timed(database.write(count_results)))
    rest = [await recording(database, game, result) for game, result in attempts[2 * SAMPLES :]]
    batches = range(len(rest) // COUNTED_AT_ONCE)
    together = [await timed(database.write(count_results)) / COUNTED_AT_ONCE for _ in batches]
    for label, times in (
        ("record a result, in the transaction of the last move", recorded + rest),
        ("that transaction and its commit, with a result", ends),
        ("that transaction and its commit, without one", moves),
        ("count one result, later", alone),
        (f"count one of {COUNTED_AT_ONCE} results, later", together),
    ):
        print(f"{label:<54}{summary(times)}")


def attempt(user_id: int) -> UserGame:
    """Return a user's ranked attempt that has ended."""
    game = Game.new(GAMES[0], 8)
    game.give_up()
    return UserGame(user_id, user_id, version=1, game=game, started_at=0, changed_at=0, transcript="give-up@0")


async def recording(database: Database, game: UserGame, result: Result) -> float:
    """Measure the milliseconds that recording a result adds to a transaction."""

    async def job(connection: Connection) -> float:
        return await timed(record_result(connection, game.user_id, game.id, result))

    milliseconds: float = await database.write(job)
    return milliseconds


async def nothing(connection: Connection) -> None:
    """Change nothing."""


async def own_page(store: LeaderboardStore, board: Leaderboard, user_id: int) -> None:
    """Read everything that the page with a player's own place shows."""
    await store.catch_up(user_id)
    await store.place(board, user_id)
    await store.size(board)
    position = await store.position(board, user_id) or 0
    await store.page(board, position - position % PLACES, PLACES)


def idle_players(path: Path, day: date) -> list[int]:
    """Pick players who have not played on this day."""
    with closing(sqlite3.connect(path)) as connection:
        rows = connection.execute(
            "SELECT user_id FROM players WHERE NOT EXISTS ("
            "  SELECT 1 FROM results WHERE results.user_id = players.user_id AND day = ?"
            ") ORDER BY user_id % 1009 LIMIT ?",
            (day.toordinal(), 3 * SAMPLES),
        )
        return [user_id for (user_id,) in rows]


async def timed(call: Awaitable[object]) -> float:
    """Await a call and return the milliseconds it took."""
    start = time.perf_counter()
    await call
    return (time.perf_counter() - start) * 1000


def summary(times: list[float]) -> str:
    """Format the median and the 95th percentile."""
    if not times:
        return ""
    in_order = sorted(times)
    return f"{in_order[len(times) // 2]:>8.2f}{in_order[len(times) * 95 // 100]:>7.2f}"


async def main(results: int, kept: Path | None) -> None:
    """Create missing databases, and print the tables."""
    players = max(1, int(results / (DAYS * len(GAMES) * PLAYS_A_DAY)))
    with tempfile.TemporaryDirectory() as folder:
        path = kept or Path(folder, "leaderboards.sqlite3")
        for file, days in ((path, DAYS), (path.with_name(f"{path.name}.tenth"), DAYS // 10)):
            start = time.perf_counter()
            if not file.exists():
                await fill(file, players, days)
            gigabytes = file.stat().st_size / 1e9
            minutes = (time.perf_counter() - start) / 60
            print(f"\n{days} days, {players:,} players, {gigabytes:.1f} GB, filled in {minutes:.1f} minutes")
            last_day = FIRST_DAY + timedelta(days - 1)
            database = await open_database(file)
            await print_reading(LeaderboardStore(database), last_day)
            await print_writing(database, last_day, idle_players(file, last_day))
            await database.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m bench.leaderboard", description=__doc__.splitlines()[0])
    parser.add_argument("--results", type=int, default=10_000_000)
    parser.add_argument("--database", type=Path)
    arguments = parser.parse_args()
    asyncio.run(main(arguments.results, arguments.database))
