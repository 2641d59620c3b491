"""Play for an hour, and check memory, latency, errors and every acknowledged move: `python -m bench.soak`.

This process is the Discord and all its players; the bot runs in a process of its own with a host's default settings, or
on PostgreSQL in several `--processes`, each with a server in which all players play. Most interactions are moves, by
commands or presses; the others undo, redo, ask for hints, type nonsense, press outdated boards, and start games,
dailies and challenges. Some moves are delivered twice. A player whose interaction goes unanswered shows the board next.
With `--kill 10`, a process is killed every ten seconds or so, and started again; with `--stop 10`, one is stopped for
up to four seconds, as on a busy machine.

Each answer must show the cards of a game that may be stored, and at the end such a game must be stored. A difference
means that an acknowledged move was lost, or that one was played twice.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import takewhile
from pathlib import Path
from statistics import linear_regression, quantiles

import uvloop

from bench.players import seat_players
from bench.processes import cpu_seconds, resident_kilobytes
from bench.soak_player import Interval, SoakPlayer
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import Daily
from bot.services import Services
from bot.store import Database, Turns, open_database
from tests.support.postgresql import OwnServer
from tests.support.turns import open_games
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer

MOST_KB_PER_MINUTE = 100.0
"""The limit for memory growth in the second half, by linear regression: 6 MB an hour."""

ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": "131072"}
"""As the image sets it: without it, glibc keeps some 50 MB of freed picture buffers in the threads that draw."""

_KEPT_SECONDS = 16 * 60.0
"""How long this Discord keeps interactions and messages: a minute longer than an interaction's token is valid."""

_SAMPLE_SECONDS = 2.0

_LONGEST_STOP_SECONDS = 4.0
"""Long enough for interactions to be late, and short enough that the gateway does not miss the process."""


class Soak:
    """One run: its players, and the measurements of the bot."""

    def __init__(self, wire: DiscordServer, bots: Sequence[BotProcess], playing: Sequence[SoakPlayer]) -> None:
        self.players = playing
        self.kills = 0
        self.ends = 0
        """How often a process ended by itself."""
        self.skipped = 0
        """Interactions skipped because every player was waiting for an answer."""
        self.memory: list[tuple[float, float]] = []
        """Minutes since the start, and resident kilobytes."""
        self.longest_pause = 0.0
        """The longest time in seconds that this process itself was stuck, which delays what the bot receives."""
        self._wire = wire
        self._bots = bots
        self._dice = random.Random(len(playing))
        self._cpu_of_killed = 0.0
        self.unanswered = 0
        self._interval = Interval()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, seconds: float, rate: float, interval_seconds: float, show: Callable[[str], None]) -> None:
        """Play for this many seconds at `rate` interactions a second, and show a line for each interval."""
        idle = deque(self.players)
        started = time.perf_counter()
        interval_started = started
        sampled = started
        cpu = self._cpu_seconds()
        asked = 0
        while (now := time.perf_counter()) < started + seconds:
            while asked < (now - started) * rate:
                asked += 1
                if idle:
                    self._start(idle)
                else:
                    self.skipped += 1
            self._start_ended()
            if now - sampled >= _SAMPLE_SECONDS:
                sampled = now
                self.memory.append(((now - started) / 60, sum(resident_kilobytes(bot.pid) for bot in self._bots)))
                self._forget()
            if now - interval_started >= interval_seconds:
                used = (self._cpu_seconds() - cpu) / (now - interval_started)
                show(self._line((now - started) / 60, now - interval_started, used))
                self._interval = Interval()
                interval_started = now
                cpu = self._cpu_seconds()
            await asyncio.sleep(0.5 / rate)
            self.longest_pause = max(self.longest_pause, time.perf_counter() - now)
        if self._tasks:
            await asyncio.wait(self._tasks)
        self.unanswered += self._interval.unanswered

    async def kill(self, seconds: float) -> None:
        """About this often, kill a process and start it again, until cancelled."""
        while True:
            await asyncio.sleep(self._dice.uniform(0.5, 1.5) * seconds)
            bot = self._dice.choice(self._bots)
            self._cpu_of_killed += cpu_seconds(bot.pid)
            bot.end(signal.SIGKILL)
            bot.start()
            self.kills += 1

    async def stop(self, seconds: float) -> None:
        """About this often, stop a process and let it continue, until cancelled."""
        while True:
            await asyncio.sleep(self._dice.uniform(0.5, 1.5) * seconds)
            pid = self._dice.choice(self._bots).pid
            with contextlib.suppress(ProcessLookupError):  # it may have been killed meanwhile
                os.kill(pid, signal.SIGSTOP)
                try:
                    await asyncio.sleep(self._dice.uniform(0.1, _LONGEST_STOP_SECONDS))
                finally:
                    os.kill(pid, signal.SIGCONT)

    def _start_ended(self) -> None:
        """Restart each process that has ended by itself, as Docker does."""
        for bot in self._bots:
            if bot.has_ended:
                bot.start()
                self.ends += 1

    def _cpu_seconds(self) -> float:
        """The CPU time of all processes so far."""
        return self._cpu_of_killed + sum(cpu_seconds(bot.pid) for bot in self._bots)

    def _start(self, idle: deque[SoakPlayer]) -> None:
        player = idle.popleft()
        task = asyncio.create_task(player.act(self._interval))
        self._tasks.add(task)

        def done(_: object) -> None:
            self._tasks.discard(task)
            if (error := task.exception()) is not None:
                player.faults.append(repr(error))
            if not player.is_lost:
                idle.append(player)

        task.add_done_callback(done)

    def _forget(self) -> None:
        """Drop records that the bot can no longer refer to, to keep this process small."""
        world = self._wire.world
        # The oldest come first, so this looks at no more than it drops. Cards stay, because people still press them.
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
        wire = DiscordServer(shards=arguments.processes, servers=arguments.processes, identify_seconds=0)
        wire.give_emoji()
        await opened.enter_async_context(wire.open())
        database = await open_database(url)
        opened.push_async_callback(database.close)
        seated = await seat_players(wire, database, arguments.users)
        dailies = await begin_dailies(database)
        places = [[wire.elsewhere(each.person, number) for number in range(arguments.processes)] for each in seated]
        playing = [
            SoakPlayer(places[number], player.game, number, wire, dailies=dailies, turns=Turns(database))
            for number, player in enumerate(seated)
        ]
        bots = [process(wire, folder, url, number, arguments.processes) for number in range(arguments.processes)]
        run = Soak(wire, bots, playing)
        async with AsyncExitStack() as serving:
            for bot in bots:
                await serving.enter_async_context(bot.serving())
            await wire.ready()
            gc.freeze()
            gc.disable()  # collections would stop this Discord for longer and longer
            print("| minute | a second | median | 99th percentile | resident memory | CPU | unanswered |")
            print("|---:|---:|---:|---:|---:|---:|---:|")
            faults = [asyncio.create_task(fault) for fault in faults_of(run, arguments)]
            await run.run(arguments.seconds, arguments.rate, arguments.interval, lambda line: print(line, flush=True))
            for fault in faults:
                fault.cancel()
            await asyncio.gather(*faults, return_exceptions=True)
        log = [line for bot in bots for line in bot.log.read_text(encoding="utf-8").splitlines()]
        return await report(run, url, [line for line in log if " INFO " not in line], has_faults=bool(faults))


def process(wire: DiscordServer, folder: Path, url: str, number: int, count: int) -> BotProcess:
    """A bot with a host's default settings; BotProcess turns off proving dailies, which other tests cover."""
    own = folder / f"patience-{number}"
    own.mkdir()
    settings = {"LIMIT_USER_PER_SECOND": "", "LIMIT_ALL_PER_SECOND": "", "METRICS_PORT": "0", "LOG_LEVEL": "INFO"}
    if count > 1:
        settings |= {"SHARD_COUNT": str(count), "PROCESS_COUNT": str(count), "POD_NAME": own.name}
    return BotProcess(wire, own, DATABASE_URL=url, **settings, **ALLOCATOR)


def faults_of(run: Soak, arguments: argparse.Namespace) -> Iterator[Coroutine[None, None, None]]:
    """The faults to cause while people play."""
    if arguments.kill:
        yield run.kill(arguments.kill)
    if arguments.stop:
        yield run.stop(arguments.stop)


async def begin_dailies(database: Database) -> Mapping[str, Daily]:
    """Draw today's dailies from a chain that began yesterday: a chain has none on its first day."""
    services = Services(database)
    try:
        today = services.dailies.today()
        await services.dailies.begin_chain(services.turns.background(), today - ONE_DAY)
        return await services.dailies.of(services.turns.background(), today)
    finally:
        services.pictures.close()


async def report(run: Soak, url: str, log: list[str], *, has_faults: bool) -> int:
    """Print the result; return 0 if all is well.

    With faults, interactions may stay unanswered, the log has warnings, and memory is not judged.
    """
    database = await open_database(url)
    try:
        games = open_games(database)
        stored = [await games.find(player.user_id) for player in run.players]
    finally:
        await database.close()
    wrong = [
        player for player, game in zip(run.players, stored, strict=True) if player.is_lost or not player.is_stored(game)
    ]
    # Discord rightly refuses the second answer to an interaction that was delivered twice.
    repeated = {number for player in run.players for number in player.repeated}
    log = [line for line in log if "40060" not in line or line.partition("interaction=")[2].split()[0] not in repeated]
    faults = [fault for player in run.players for fault in player.faults]
    half = run.memory[len(run.memory) // 2 :]
    slope = linear_regression(*zip(*half, strict=True)).slope if len(half) > 1 else 0.0
    print(f"stored games that differ from those shown: {len(wrong)} of {len(run.players)}")
    print(f"wrong answers: {len(faults)}", *faults[:10], sep="\n    ")
    refusals = sum((player.refusals for player in run.players), Counter[str]())
    print("refusals:", *(f"{number:,} times {text!r}" for text, number in refusals.most_common()), sep="\n    ")
    print(f"kills: {run.kills}; processes that ended by themselves: {run.ends}")
    print(f"warnings and errors in the log: {len(log)}", *log[:10], sep="\n    ")
    print(f"dailies begun: {sum(player.dailies for player in run.players)}")
    print(f"challenges begun: {sum(len(player.cards) for player in run.players)}")
    print(f"interactions not answered within three seconds: {run.unanswered}")
    print(f"interactions skipped because every player was waiting: {run.skipped}")
    print(f"longest pause of this Discord itself: {run.longest_pause:.1f} s")
    print(f"memory in the second half: {slope:+.0f} kB a minute (allowed: {MOST_KB_PER_MINUTE:.0f})")
    is_well = not (wrong or faults)
    if not has_faults:
        is_well &= not (refusals or log or run.ends or run.unanswered or run.skipped) and slope <= MOST_KB_PER_MINUTE
    print("passed" if is_well else "FAILED")
    return int(not is_well)


def main() -> int:
    """Parse the command line and run the soak test."""
    parser = argparse.ArgumentParser(prog="python -m bench.soak", description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3600.0, help="length of the run")
    parser.add_argument("--rate", type=float, default=50.0, help="interactions a second")
    parser.add_argument("--users", type=int, default=2000, help="players")
    parser.add_argument("--interval", type=float, default=300.0, help="seconds per line of the table")
    parser.add_argument("--processes", type=int, default=1, help="processes of the bot, each with a server of its own")
    parser.add_argument("--kill", metavar="SECONDS", type=float, help="kill a process about this often")
    parser.add_argument("--stop", metavar="SECONDS", type=float, help="stop a process for a moment about this often")
    parser.add_argument(
        "--database",
        metavar="URL",
        help="an empty database, or `postgresql` for a new server of its own; by default a new SQLite file",
    )
    return uvloop.run(soak(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
