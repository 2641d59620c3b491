"""Measure start-up time and memory with a large database and many players: `python -m bench.memory`.

It fills a SQLite database with random games, starts the bot in a process of its own against a Discord on loopback, and
lets thousands of players make one move each.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import tempfile
import time
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import uvloop

from bench.players import random_game, random_move
from bench.processes import cpu_seconds, resident_kilobytes
from bench.turn import new_wire
from bot.store import open_database
from engine import Game, Status
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import UnansweredError
from tests.support.wire.people import Person

_SAMPLES = 600
"""The number of different games; every row repeats one of them."""

_IN_FLIGHT = 10
_DICE = random.Random(2)
_INSERT = """INSERT INTO games
    (id, user_id, variant, saved, dealt, status, home, effort, is_ranked, seconds, is_begun, version, started_at,
    changed_at, is_current, ended_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, 300, 1, ?, 1700000000, 1700000300, ?, ?)"""


def sample_games() -> list[Game]:
    """Play random games of all kinds to some point in the middle."""
    dice = random.Random(1)
    games: list[Game] = []
    while len(games) < _SAMPLES:
        game = random_game(dice)
        for _ in range(dice.randrange(120)):
            if game.status is Status.PLAYING:
                game.play(random_move(game, dice))
        if game.status is Status.PLAYING:
            games.append(game)
    return games


def rows(samples: Sequence[Game], users: Sequence[int], games: int) -> Iterator[tuple[object, ...]]:
    """Yield this many games; each user's last one is in progress, and the others were given up."""
    over = [game.copy() for game in samples]
    for game in over:
        game.give_up()
    texts = [(game.save(), given_up.save()) for game, given_up in zip(samples, over, strict=True)]
    for number in range(games):
        user_id = users[number % len(users)]
        at = number % len(samples)
        game = samples[at]
        is_current = number >= games - len(users)
        status = Status.PLAYING if is_current else Status.GIVEN_UP
        ended_at = None if is_current else 1700000300
        name = game.variant.name
        saved = texts[at][not is_current]
        moves = len(game.moves)
        yield (
            1 + number,
            user_id,
            name,
            saved,
            game.dealt,
            status,
            game.cards_home,
            moves,
            moves + 1,
            int(is_current),
            ended_at,
        )


async def bench(arguments: argparse.Namespace) -> None:
    """Fill the database, start the bot, play, and print the measurements."""
    wire = new_wire()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "patience.sqlite3"
        samples = sample_games()
        people = [wire.person(f"player {number}") for number in range(arguments.players)]
        users = [person.user.id for person in people] + list(range(1, 1 + arguments.users - len(people)))
        await (await open_database(path)).close()
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executemany(_INSERT, rows(samples, users, arguments.games))
        print(f"{arguments.users} users, {arguments.games} games: {path.stat().st_size / 1e6:.0f} MB in the file")
        async with wire.open():
            bot = BotProcess(wire, folder, LOG_LEVEL="WARNING")
            started = time.perf_counter()
            async with bot.serving():
                await wire.ready()
                elapsed = time.perf_counter() - started
                print(f"ready after {elapsed:.2f} s and {cpu_seconds(bot.pid):.2f} s of CPU")
                await asyncio.sleep(arguments.settle)
                print(f"RSS at start: {resident_kilobytes(bot.pid) / 1024:.1f} MB")
                at = (arguments.games - arguments.users) % len(samples)
                games = [samples[(at + number) % len(samples)].copy() for number in range(len(people))]
                left = deque(zip(people, games, strict=True))
                for part in range(1, 11):
                    unanswered = await play(wire, left, until=len(people) * (10 - part) // 10)
                    memory = resident_kilobytes(bot.pid) / 1024
                    print(f"RSS after {len(people) * part // 10} players: {memory:.1f} MB; unanswered: {unanswered}")


async def play(wire: DiscordServer, left: deque[tuple[Person, Game]], *, until: int) -> int:
    """Let players make one move each until this many are left; return how many got no answer."""
    unanswered = 0

    async def keep_playing() -> None:
        nonlocal unanswered
        while len(left) > until:
            person, game = left.popleft()
            interaction = person.command("move", move=random_move(game, _DICE))
            await wire.deliver(interaction)
            try:
                await interaction.wait()
            except UnansweredError:
                unanswered += 1

    await asyncio.gather(*(keep_playing() for _ in range(_IN_FLIGHT)))
    return unanswered


def main() -> None:
    """Parse the command line and run the measurement."""
    parser = argparse.ArgumentParser(prog="python -m bench.memory", description=__doc__.splitlines()[0])
    parser.add_argument(
        "--users", type=int, default=100_000, help="users in the database, with equally many games each"
    )
    parser.add_argument("--games", type=int, default=1_000_000, help="a multiple of the users")
    parser.add_argument("--players", type=int, default=10_000, help="users who make a move")
    parser.add_argument(
        "--settle", type=float, default=5.0, help="seconds between start-up and the first look at memory"
    )
    uvloop.run(bench(parser.parse_args()))


if __name__ == "__main__":
    main()
