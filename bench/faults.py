"""Inject thousands of random faults while people play: `python -m bench.faults --faults 10000 --seed 19`.

This process is several Discords with players of their own; each bot runs in a process of its own with its own database
and real deadlines. Faults follow one another at random moments: lost, late and repeated answers and interactions,
broken connections, a database that is locked, full, gone or fails over, clocks that jump, refused commands, and kills
of bots and of their solvers. One bot is on PostgreSQL. After each fault that stops the bot, witnesses ask for their
boards until one is answered: within ten seconds, not counting how long the bot's thread waited for a processor that
others used. The players know from every answer which states their games may be in, and notice a move that was lost or
counted twice.

A bot that ends by itself, as after a malformed event, is started again at once, as Docker does.

The plan follows from the seed; the moments depend on the machine. The table at the end counts each kind.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import random
import resource
import signal
import sqlite3
import sys
import tempfile
import time
from collections import Counter, defaultdict
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import uvloop

from bench.fault_kinds import (
    ANSWERS,
    CLOCK_AHEAD,
    DATABASE,
    FAILOVER,
    KILL,
    RECONNECTS,
    REFUSED_COMMANDS,
    REPEATS,
    SOLVER_KILLED,
    plan,
)
from tests.support.kinds import ask, end_connections
from tests.support.postgresql import OwnServer, Server, name_of
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.interactions import UnansweredError
from tests.support.wire.people import Person
from tests.support.wire.players import Player

MOST_SECONDS = 10.0
"""The time within which the bot must serve again after a fault."""

_PLAYERS = 6
_WITNESSES = 12
_WITNESS_SECONDS = 0.25
_PAUSE_SECONDS = 0.02
"""The longest pause between two faults."""

_GIVE_UP_SECONDS = 120.0


@dataclass(frozen=True)
class Recovery:
    """Seconds until the bot served again after a fault, and how many of them it waited for a processor."""

    seconds: float
    starved: float

    @property
    def own_seconds(self) -> float:
        """The bot's own share: other work on the machine does not count."""
        return self.seconds - self.starved


def starved_seconds(pid: int) -> float:
    """Seconds for which the main thread of a process has waited for a processor so far."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[1]) / 1e9


def solvers(pid: int) -> list[int]:
    """The solver processes of a bot."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    return [int(child) for child in children]


class Arena:
    """A Discord, a bot and its players, who suffer one fault after another."""

    def __init__(self, number: int, seed: int, folder: Path, server: Server | None) -> None:
        """With a server, the bot's database is on it; otherwise it is a file in the folder."""
        self.injected = Counter[str]()
        self.recovered: defaultdict[str, list[Recovery]] = defaultdict(list)
        """How the bot recovered from each fault, by the kind of fault."""
        self.failures: list[str] = []
        self.unanswered_hints: list[str] = []
        """Hints left unanswered when the solver was killed."""
        self.log = folder / "bot.log"
        self.wire = DiscordServer(identify_seconds=5.0)
        self.wire.give_emoji()
        self.players: list[Player] = []
        self._dice = random.Random(f"faults {seed} {number}")
        self._witnesses: list[Person] = []
        self._data = folder / "data"
        self._data.mkdir()
        self._path = self._data / "faults.sqlite3"
        self._server = server
        self._url = f"sqlite:///{self._path}" if server is None else server.new()
        self._folder = folder
        self._bot: BotProcess

    @property
    def recoveries(self) -> list[Recovery]:
        return [each for times in self.recovered.values() for each in times]

    async def run(self, kinds: list[str], end: float) -> None:
        """Inject these faults while people play, but none after this `time.perf_counter()`."""
        async with self.wire.open():
            module = "bench.bot_with_another_clock"
            self._bot = BotProcess(self.wire, self._folder, module=module, DATABASE_URL=self._url, LOG_LEVEL="WARNING")
            async with self._bot.serving():
                await self.wire.ready()
                self._witnesses = [self.wire.person(f"witness {number}") for number in range(_WITNESSES)]
                self.players = [
                    Player([self.wire.person(f"player {number}")], random.Random(self._dice.random()))
                    for number in range(_PLAYERS)
                ]
                await asyncio.gather(*(player.start() for player in self.players))
                for witness in self._witnesses:
                    await witness.say("start", game="dimes", deal="8")
                playing = [asyncio.create_task(player.play()) for player in self.players]
                for planned in kinds:
                    kind = FAILOVER if planned in DATABASE and self._server is not None else planned
                    if time.perf_counter() > end:
                        break
                    await asyncio.sleep(self._dice.uniform(0, _PAUSE_SECONDS))
                    await self._inject(kind)
                    self._forget()
                    if any(task.done() for task in playing):
                        break
                for task in playing:
                    task.cancel()
                ended = await asyncio.gather(*playing, return_exceptions=True)
                self.failures += [repr(error) for error in ended if not isinstance(error, asyncio.CancelledError)]
                self.wire.faults.clear()
                await asyncio.gather(*(self._settle(player) for player in self.players))

    async def _settle(self, player: Player) -> None:
        async with asyncio.timeout(_GIVE_UP_SECONDS):
            while not await player.show():
                pass

    async def _inject(self, kind: str) -> None:
        if kind in ANSWERS:
            status, code, is_after = ANSWERS[kind]
            self.wire.faults.request(status, code=code, after=is_after, retry_after=self._dice.uniform(0, 0.3))
            await until(lambda: not self.wire.faults.requests_left)
        elif kind in REPEATS:
            player = self._dice.choice(self.players)
            player.orders.append(kind)
            await until(lambda: not player.orders)
        else:
            await self._stop(kind)
            await self._serves_again(kind)
        self.injected[kind] += 1

    async def _stop(self, kind: str) -> None:
        """Cause a fault that stops the bot from serving, and end the fault."""
        if kind in RECONNECTS:
            await until(lambda: bool(self.wire.gateway.connections))
            (connection, *_) = self.wire.gateway.connections
            await RECONNECTS[kind](connection)
        elif kind == "disk full":
            resource.prlimit(self._bot.pid, resource.RLIMIT_FSIZE, (4096, resource.RLIM_INFINITY))
            await asyncio.sleep(self._dice.uniform(0.05, 1.0))
            unlimited = (resource.RLIM_INFINITY, resource.RLIM_INFINITY)
            resource.prlimit(self._bot.pid, resource.RLIMIT_FSIZE, unlimited)
        elif kind == "database gone":
            away = self._data.with_name("away")
            self._data.rename(away)
            await asyncio.sleep(self._dice.uniform(0.05, 1.0))
            away.rename(self._data)
        elif kind in (KILL, REFUSED_COMMANDS):
            await asyncio.to_thread(self._bot.end, signal.SIGKILL)
            if kind == REFUSED_COMMANDS:
                self._refuse_commands()
            self._bot.start()
        elif kind == FAILOVER:
            await self._fail_over()
        elif kind == SOLVER_KILLED:
            await self._kill_solver()
        elif kind == CLOCK_AHEAD:
            os.kill(self._bot.pid, signal.SIGUSR1)
            await asyncio.sleep(self._dice.uniform(0.05, 3.0))
            os.kill(self._bot.pid, signal.SIGUSR1)
        else:
            is_long = kind.endswith("long")
            await self._lock(self._dice.uniform(2.2, 4.0) if is_long else self._dice.uniform(0.02, 0.5))

    def _refuse_commands(self) -> None:
        """Make the commands look changed, and refuse to register them."""
        for command in self.wire.world.commands:
            command["id"] = str(self.wire.world.ids.make())
        self.wire.faults.request(400, code=30034, method="PUT", path="/commands$")

    async def _fail_over(self) -> None:
        """Make sessions that begin within a moment read-only for ever, as after the loss of a primary server."""
        name = name_of(self._url)
        await ask(self._url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
        await end_connections(self._url)
        await asyncio.sleep(self._dice.uniform(0.05, 1.0))
        writable = "SET default_transaction_read_only = off"
        await ask(self._url, writable, f"ALTER DATABASE {name} {writable}")

    async def _kill_solver(self) -> None:
        """Kill the solver while it searches for a hint, which must be answered all the same."""
        asking = asyncio.create_task(self._dice.choice(self._witnesses).say("hint"))
        try:
            await until(lambda: bool(solvers(self._bot.pid)) or asking.done())
            await asyncio.sleep(self._dice.uniform(0, 0.5))
            for solver in solvers(self._bot.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(solver, signal.SIGKILL)
            await asking
        except UnansweredError as error:
            self.unanswered_hints.append(str(error))

    async def _lock(self, seconds: float) -> None:
        with closing(sqlite3.connect(self._path, timeout=0, isolation_level=None)) as other:
            while not other.in_transaction:
                with contextlib.suppress(sqlite3.OperationalError):
                    other.execute("BEGIN IMMEDIATE")
                await asyncio.sleep(0.001)
            await asyncio.sleep(seconds)
            other.execute("ROLLBACK")

    async def _serves_again(self, kind: str) -> None:
        """Let witnesses ask for their boards until one is answered, and record how long that took."""
        began = time.perf_counter()
        starved = starved_seconds(self._bot.pid)
        asking: set[asyncio.Task[bool]] = set()
        try:
            number = 0
            while not any(task.done() and task.result() for task in asking):
                if time.perf_counter() - began > _GIVE_UP_SECONDS:
                    self.failures.append(f"{kind}: not served for {_GIVE_UP_SECONDS:.0f} s")
                    return
                if self._bot.has_ended:
                    self._bot.start()
                    starved = 0.0
                witness = self._witnesses[number % len(self._witnesses)]
                number += 1
                asking.add(asyncio.create_task(self._ask(witness)))
                await asyncio.wait(asking, timeout=_WITNESS_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                asking = {task for task in asking if not task.done() or task.result()}
        finally:
            for task in asking:
                task.cancel()
        seconds = time.perf_counter() - began
        self.recovered[kind].append(Recovery(seconds, starved_seconds(self._bot.pid) - starved))

    async def _ask(self, witness: Person) -> bool:
        try:
            shown = (await witness.say("show")).shown
        except UnansweredError:
            return False
        if shown.is_private:
            await asyncio.sleep(_WITNESS_SECONDS)
        return not shown.is_private

    def _forget(self) -> None:
        """Drop old records, to keep this process small."""
        world = self.wire.world
        for token in [token for token, each in world.interactions.items() if each.age > 60.0]:
            del world.interactions[token]
        oldest = world.ids.make(age=600.0)
        for number in [number for number in world.messages if number < oldest]:
            del world.messages[number]


async def inject(arguments: argparse.Namespace) -> int:
    """Run all arenas; return 0 if nothing was lost or doubled, and each fault ended in time."""
    kinds = plan(arguments.faults, random.Random(f"plan {arguments.seed}"))
    began = time.perf_counter()
    end = began + 60 * arguments.minutes
    longest_pause = 0.0

    async def watch() -> None:
        """Measure how long this process was stuck, and report the progress of the run."""
        nonlocal longest_pause
        told = shown = 0
        while True:
            before = time.perf_counter()
            await asyncio.sleep(0.1)
            longest_pause = max(longest_pause, time.perf_counter() - before - 0.1)
            done = sum(arena.injected.total() for arena in arenas)
            if done - told >= arguments.faults / 50:
                told = done
                slow = sum(each.own_seconds > MOST_SECONDS for arena in arenas for each in arena.recoveries)
                wrong = [each for arena in arenas for player in arena.players for each in player.wrong]
                print(
                    f"{time.perf_counter() - began:6.0f} s {done:6} faults, {slow} slow, {len(wrong)} wrong", flush=True
                )
                print(*wrong[shown:], sep="\n", end="\n" * (len(wrong) > shown), flush=True)
                shown = len(wrong)

    server = await asyncio.to_thread(OwnServer)
    with contextlib.ExitStack() as stack:
        stack.callback(server.end)
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        arenas = []
        for number in range(arguments.bots):
            own = Path(folder) / str(number)
            own.mkdir()
            arenas.append(Arena(number, arguments.seed, own, None if number else server))
        watching = asyncio.create_task(watch())
        results = await asyncio.gather(
            *(arena.run(kinds[number :: arguments.bots], end) for number, arena in enumerate(arenas)),
            return_exceptions=True,
        )
        watching.cancel()
        for result, arena in zip(results, arenas, strict=True):
            if result is not None:
                arena.failures.append(repr(result))
        if arguments.keep_log is not None:
            arguments.keep_log.write_text("".join(arena.log.read_text(encoding="utf-8") for arena in arenas))
    print(f"longest pause of this Discord itself: {longest_pause:.1f} s")
    return report(arenas, time.perf_counter() - began)


def report(arenas: list[Arena], seconds: float) -> int:
    """Print the tables; return 0 if all is well."""
    injected = sum((arena.injected for arena in arenas), Counter[str]())
    print("| fault | number | served again after (median) | at most | at most, without waits for a processor |")
    print("|---|---:|---:|---:|---:|")
    for kind, number in sorted(injected.items(), key=lambda each: (-each[1], each[0])):
        found = [each for arena in arenas for each in arena.recovered[kind]]
        print(f"| {kind} | {number:,} | {_told(found)} |")
    slow = sum(each.own_seconds > MOST_SECONDS for arena in arenas for each in arena.recoveries)
    players = [player for arena in arenas for player in arena.players]
    wrong = [fault for player in players for fault in player.wrong]
    failures = [failure for arena in arenas for failure in arena.failures]
    print(f"faults: {injected.total():,} in {seconds / 60:.0f} min")
    print(f"answered: {sum(player.answered for player in players):,}")
    print(f"unanswered: {sum(player.unanswered for player in players):,}")
    print(f"hints unanswered: {sum(len(arena.unanswered_hints) for arena in arenas):,}")
    told = sum((player.told for player in players), Counter[str]())
    print("told:", *(f"{number:,} times {text!r}" for text, number in told.most_common()), sep="\n    ")
    print(f"lost or doubled: {len(wrong)}", *wrong[:10], sep="\n    ")
    print(f"served again later than {MOST_SECONDS:.0f} s: {slow}")
    print(f"failures: {len(failures)}", *failures[:10], sep="\n    ")
    is_well = not (wrong or slow or failures)
    print("passed" if is_well else "FAILED")
    return int(not is_well)


def _told(found: list[Recovery]) -> str:
    if not found:
        return "| |"
    seconds = [each.seconds for each in found]
    return f"{median(seconds):.1f} s | {max(seconds):.1f} s | {max(each.own_seconds for each in found):.1f} s"


def main() -> int:
    """Parse the command line and inject the faults."""
    parser = argparse.ArgumentParser(prog="python -m bench.faults", description=__doc__.splitlines()[0])
    parser.add_argument("--faults", type=int, default=10_000, help="how many")
    parser.add_argument("--seed", type=int, default=19, help="decides their kinds and order")
    parser.add_argument("--bots", type=int, default=6, help="how many bots they are shared among")
    parser.add_argument("--minutes", type=float, default=math.inf, help="inject no more faults after this time")
    parser.add_argument("--keep-log", type=Path, help="a file for the logs of the bots")
    return uvloop.run(inject(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
