"""Plays for an hour and checks memory, latency, errors and every acknowledged move: `python -m bench.soak`.

This process is the Discord and all its players; the bot runs in a process of its own with a host's default settings.
Most interactions are moves, by commands or presses; the others undo, redo, ask for hints, type nonsense, press outdated
boards, and start games, dailies and challenges. Some moves are delivered twice. A player whose interaction is not
answered shows the board next.

At the end each stored game, with its undone moves, is compared with what its player was shown. A difference means that
an acknowledged move was lost or that one was played twice.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import takewhile
from pathlib import Path
from statistics import linear_regression, quantiles

import uvloop

from bench.players import seat_players
from bench.processes import cpu_seconds, resident_kilobytes
from bench.soak_player import Interval, SoakPlayer
from bench.turn import new_wire
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import Daily
from bot.services import Services
from bot.store import Database, Turns, open_database
from tests.support.postgresql import OwnServer
from tests.support.turns import open_games
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer

MOST_KB_PER_MINUTE = 100.0
"""How fast memory may grow in the second half, by linear regression: 6 MB an hour."""

ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": "131072"}
"""What the image sets: without it, glibc keeps some 50 MB of freed picture buffers in the threads that draw."""

_KEPT_SECONDS = 16 * 60.0
"""How long this Discord keeps interactions and messages: a minute longer than an interaction's token is valid."""

_SAMPLE_SECONDS = 2.0


class Soak:
    """One run: its players, and the measurements of the bot."""

    def __init__(self, wire: DiscordServer, pid: int, playing: Sequence[SoakPlayer]) -> None:
        self.players = playing
        self.skipped = 0
        """Interactions skipped because every player was waiting for an answer."""
        self.memory: list[tuple[float, float]] = []
        """Minutes since the start, and resident kilobytes."""
        self.longest_pause = 0.0
        """The longest time in seconds that this process itself was stuck, which delays what the bot receives."""
        self._wire = wire
        self._pid = pid
        self.unanswered = 0
        self._interval = Interval()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, seconds: float, rate: float, interval_seconds: float, show: Callable[[str], None]) -> None:
        """Play for this many seconds at `rate` interactions a second, and show a line for each interval."""
        idle = deque(self.players)
        started = time.perf_counter()
        interval_started = started
        sampled = started
        cpu = cpu_seconds(self._pid)
        asked = 0
        while (now := time.perf_counter()) < started + seconds:
            while asked < (now - started) * rate:
                asked += 1
                if idle:
                    self._start(idle)
                else:
                    self.skipped += 1
            if now - sampled >= _SAMPLE_SECONDS:
                sampled = now
                self.memory.append(((now - started) / 60, resident_kilobytes(self._pid)))
                self._forget()
            if now - interval_started >= interval_seconds:
                used = (cpu_seconds(self._pid) - cpu) / (now - interval_started)
                show(self._line((now - started) / 60, now - interval_started, used))
                self._interval = Interval()
                interval_started = now
                cpu = cpu_seconds(self._pid)
            await asyncio.sleep(0.5 / rate)
            self.longest_pause = max(self.longest_pause, time.perf_counter() - now)
        if self._tasks:
            await asyncio.wait(self._tasks)
        self.unanswered += self._interval.unanswered

    def _start(self, idle: deque[SoakPlayer]) -> None:
        player = idle.popleft()
        task = asyncio.create_task(player.act(self._interval))
        self._tasks.add(task)

        def done(_: object) -> None:
            self._tasks.discard(task)
            idle.append(player)
            if (error := task.exception()) is not None:
                player.faults.append(repr(error))

        task.add_done_callback(done)

    def _forget(self) -> None:
        """Drop what the bot can no longer refer to, to keep this process small."""
        world = self._wire.world
        # The oldest come first, so this looks at no more than it drops, and at the cards, which people still press.
        old = takewhile(lambda each: each[1].age > _KEPT_SECONDS, world.interactions.items())
        for token, _ in list(old):
            del world.interactions[token]
        oldest = world.ids.make(age=_KEPT_SECONDS)
        cards = {card for player in self.players for card in player.cards}
        for number in list(takewhile(lambda each: each < oldest, world.messages)):
            if number not in cards:
                del world.messages[number]

    def _line(self, minutes: float, seconds: float, cpu: float) -> str:
        interval = self._interval
        self.unanswered += interval.unanswered
        cuts = quantiles(interval.latencies, n=100) if len(interval.latencies) > 1 else [0.0] * 99
        return (
            f"| {minutes:.0f} | {len(interval.latencies) / seconds:.0f} | {1000 * cuts[49]:.0f} ms"
            f" | {1000 * cuts[98]:.0f} ms | {self.memory[-1][1] / 1024:.0f} MB | {100 * cpu:.0f} %"
            f" | {interval.unanswered} |"
        )


async def soak(arguments: argparse.Namespace) -> int:
    """Run the bot and its players; return 0 if all is well."""
    async with AsyncExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        url = arguments.database or f"sqlite:///{folder / 'soak.sqlite3'}"
        if url == "postgresql":
            server = OwnServer()
            opened.callback(server.end)
            url = server.new()
        wire = new_wire()
        await opened.enter_async_context(wire.open())
        database = await open_database(url)
        opened.push_async_callback(database.close)
        seated = await seat_players(wire, database, arguments.users)
        dailies = await begin_dailies(database)
        playing = [
            SoakPlayer(player.person, player.game, number, wire, dailies=dailies, turns=Turns(database))
            for number, player in enumerate(seated)
        ]
        # The defaults of a host; BotProcess turns the proving of dailies off, which other tests cover.
        settings = {"LIMIT_USER_PER_SECOND": "", "LIMIT_ALL_PER_SECOND": "", "METRICS_PORT": "0", "LOG_LEVEL": "INFO"}
        bot = BotProcess(wire, folder, DATABASE_URL=url, **settings, **ALLOCATOR)
        async with bot.serving():
            await wire.ready()
            run = Soak(wire, bot.pid, playing)
            gc.freeze()
            gc.disable()  # collections would stop this Discord for longer and longer
            print("| minute | a second | median | 99th percentile | resident memory | CPU | unanswered |")
            print("|---:|---:|---:|---:|---:|---:|---:|")
            await run.run(arguments.seconds, arguments.rate, arguments.interval, lambda line: print(line, flush=True))
        log = [line for line in bot.log.read_text(encoding="utf-8").splitlines() if " INFO " not in line]
        return await report(run, url, log)


async def begin_dailies(database: Database) -> Mapping[str, Daily]:
    """Draw today's dailies, with a chain that was begun yesterday: there are none on its first day."""
    services = Services(database)
    try:
        today = services.dailies.today()
        await services.dailies.begin_chain(services.turns.background(), today - ONE_DAY)
        return await services.dailies.of(services.turns.background(), today)
    finally:
        services.pictures.close()


async def report(run: Soak, url: str, log: list[str]) -> int:
    """Print the result; return 0 if all is well."""
    database = await open_database(url)
    try:
        games = open_games(database)
        stored = [await games.find(player.person.user.id) for player in run.players]
    finally:
        await database.close()
    wrong = [
        player
        for player, game in zip(run.players, stored, strict=True)
        if not player.is_stored(None if game is None else game.game.save())
    ]
    # Discord rightly refuses the second answer to an interaction that was delivered twice.
    repeated = {number for player in run.players for number in player.repeated}
    log = [line for line in log if "40060" not in line or line.partition("interaction=")[2].split()[0] not in repeated]
    # discord.py logs this falsely when a heartbeat is acknowledged before its own thread resumes.
    log = [line for line in log if "Can't keep up, shard ID" not in line]
    faults = [fault for player in run.players for fault in player.faults]
    half = run.memory[len(run.memory) // 2 :]
    slope = linear_regression(*zip(*half, strict=True)).slope if len(half) > 1 else 0.0
    print(f"stored games that differ from those shown: {len(wrong)} of {len(run.players)}")
    print(f"wrong answers: {len(faults)}", *faults[:10], sep="\n    ")
    print(f"warnings and errors in the log: {len(log)}", *log[:10], sep="\n    ")
    print(f"dailies begun: {sum(player.dailies for player in run.players)}")
    print(f"challenges begun: {sum(len(player.cards) for player in run.players)}")
    print(f"interactions not answered within three seconds: {run.unanswered}")
    print(f"interactions skipped because every player was waiting: {run.skipped}")
    print(f"longest pause of this Discord itself: {run.longest_pause:.1f} s")
    print(f"memory in the second half: {slope:+.0f} kB a minute (allowed: {MOST_KB_PER_MINUTE:.0f})")
    is_well = not (wrong or faults or log or run.unanswered or run.skipped) and slope <= MOST_KB_PER_MINUTE
    print("passed" if is_well else "FAILED")
    return int(not is_well)


def main() -> int:
    """Parse the command line and run the soak test."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3600.0, help="length of the run")
    parser.add_argument("--rate", type=float, default=50.0, help="interactions a second")
    parser.add_argument("--users", type=int, default=2000, help="players")
    parser.add_argument("--interval", type=float, default=300.0, help="seconds per line of the table")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="an empty database, or `postgresql` for a new server of its own; by default a new SQLite file",
    )
    return uvloop.run(soak(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
