"""How soon the bot serves over a large database, and how much memory it takes then and after many have played.

Run `python bench/memory.py [--users N] [--games N] [--players N]`. It fills a file of SQLite with the games of random
players, starts the bot on it in a process of its own, over a Discord on loopback, and has each of so many players, all
different, make one move.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sqlite3
import sys
import tempfile
import time
from collections import deque
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import uvloop

sys.path[0] = str(Path(__file__).parents[1])  # as a script this file's folder would be searched in place of the project

from bench.players import chosen_move, dealt  # noqa: E402 - needs the line above
from bench.soak import resident_kilobytes  # noqa: E402
from bench.turn import START_SECONDS, cpu_seconds, new_wire  # noqa: E402
from bot.store import Database  # noqa: E402
from engine import Game, Status  # noqa: E402
from tests.support.wire.bots import BotProcess  # noqa: E402
from tests.support.wire.interactions import UnansweredError  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.support.wire.discord_server import DiscordServer
    from tests.support.wire.people import Person

_SAMPLES = 600
"""How many different games there are; all rows are of these."""

_IN_FLIGHT = 10
_DICE = random.Random(2)
_INSERT = """INSERT INTO games
    (id, user_id, variant, saved, status, home, moves, seconds, is_begun, version, started_at, changed_at, is_current,
    ended_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, 300, 1, ?, 1700000000, 1700000300, ?, ?)"""


def sample_games() -> list[Game]:
    """Games of all kinds in the midst of play."""
    dice = random.Random(1)
    games: list[Game] = []
    while len(games) < _SAMPLES:
        game = dealt(dice)
        for _ in range(dice.randrange(120)):
            if game.status is Status.PLAYING:
                game.play(chosen_move(game, dice))
        if game.status is Status.PLAYING:
            games.append(game)
    return games


def rows(samples: Sequence[Game], users: Sequence[int], games: int) -> Iterator[tuple[object, ...]]:
    """So many games in all, of which the last of each user is still played; the others were given up."""
    over = [game.copy() for game in samples]
    for game in over:
        game.give_up()
    texts = [(game.save(), given_up.save()) for game, given_up in zip(samples, over, strict=True)]
    for number in range(games):
        user_id = users[number % len(users)]
        at = number % len(samples)
        game, is_current = samples[at], number >= games - len(users)
        status = Status.PLAYING if is_current else Status.GIVEN_UP
        ended_at = None if is_current else 1700000300
        name, saved, moves = game.variant.name, texts[at][not is_current], len(game.moves)
        yield 1 + number, user_id, name, saved, status, game.home, moves, moves + 1, int(is_current), ended_at


async def bench(given: argparse.Namespace) -> None:
    """Fill, start, play, and print what it takes."""
    wire = new_wire()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = folder / "patience.sqlite3"
        samples = sample_games()
        people = [wire.person(f"player {number}") for number in range(given.players)]
        users = [person.user.id for person in people] + list(range(1, 1 + given.users - len(people)))
        await (await Database.open(path)).close()
        with closing(sqlite3.connect(path)) as connection, connection:
            connection.executemany(_INSERT, rows(samples, users, given.games))
        print(f"{given.users} users, {given.games} games: {path.stat().st_size / 1e6:.0f} MB in the file")
        async with wire.open():
            bot = BotProcess(wire, folder, LOG_LEVEL="WARNING")
            begun = time.perf_counter()
            bot.start()
            try:
                await wire.ready(START_SECONDS)
                took = time.perf_counter() - begun
                print(f"serves after {took:.2f} s, in which it took {cpu_seconds(bot.pid):.2f} s of a processor")
                await asyncio.sleep(given.settle)
                print(f"RSS at the start: {resident_kilobytes(bot.pid) / 1024:.1f} MB")
                at = (given.games - given.users) % len(samples)
                games = [samples[(at + number) % len(samples)].copy() for number in range(len(people))]
                left = deque(zip(people, games, strict=True))
                for part in range(1, 11):
                    unanswered = await play(wire, left, until=len(people) * (10 - part) // 10)
                    memory = resident_kilobytes(bot.pid) / 1024
                    print(f"RSS after {len(people) * part // 10} players: {memory:.1f} MB; unanswered: {unanswered}")
            finally:
                await asyncio.to_thread(bot.end)


async def play(wire: DiscordServer, left: deque[tuple[Person, Game]], *, until: int) -> int:
    """Have those who are left make a move each, until so many are left; how many were not answered."""
    unanswered = 0

    async def play_on() -> None:
        nonlocal unanswered
        while len(left) > until:
            person, game = left.popleft()
            interaction = person.command("move", move=chosen_move(game, _DICE))
            await wire.deliver(interaction)
            try:
                await interaction.wait()
            except UnansweredError:
                unanswered += 1

    await asyncio.gather(*(play_on() for _ in range(_IN_FLIGHT)))
    return unanswered


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--users", type=int, default=100_000, help="each with as many games as others")
    parser.add_argument("--games", type=int, default=1_000_000, help="a multiple of the users")
    parser.add_argument("--players", type=int, default=10_000, help="how many users make a move")
    parser.add_argument("--settle", type=float, default=5.0, help="seconds after the start that memory is looked at")
    uvloop.run(bench(parser.parse_args()))


if __name__ == "__main__":
    main()
