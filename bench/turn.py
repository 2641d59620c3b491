"""What a turn costs: processor time, throughput and latency, beside those of a bot that does nothing.

Run `python bench/turn.py`. In turns, over Discords on loopback that run in this process, bots are asked in
processes of their own: one that answers "ok" to a command (`bench/bare_bot.py`), and this project's, for a `/solitaire
move`, which is parsed, played, committed to the disk, drawn and answered, and retires the board before by a request of
its own. A third plays by choosing in the select of the board, which is redrawn in its message: nothing is retired. Once
a game is over its player starts another. All bots have the same event loop and JSON parser: uvloop and orjson, where
installed.

CPU is what the bot's process takes with all its threads, in the program and in the system, an interaction; the median
of all rounds, from the least to the most. What the Discord takes is not in it, but both share the machine: latencies
and throughput are those of a bot that has one processor for itself at best.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median, quantiles

import uvloop

sys.path[0] = str(Path(__file__).parents[1])  # as a script this file's folder would be searched in place of the project

from bench.players import Player, Presser, players  # noqa: E402 - needs the line above
from bot.pictures.emoji import emoji_files, emoji_name  # noqa: E402
from bot.store import Database  # noqa: E402
from tests.support.wire.bots import BotProcess  # noqa: E402
from tests.support.wire.discord_server import DiscordServer  # noqa: E402
from tests.support.wire.interactions import Interaction, UnansweredError  # noqa: E402

_TICKS = os.sysconf("SC_CLK_TCK")
START_SECONDS = 60.0
_SETTLE_SECONDS = 0.3
"""What a turn leaves to be done behind its answer is done by then."""


_TURNS = {Player: "commands", Presser: "presses"}

Ask = Callable[[], Interaction]
"""Makes someone's next interaction."""


@dataclass
class Contender:
    """A bot, those who ask it, and what that took in each round, by how many asked at a time."""

    name: str
    pid: int
    wire: DiscordServer
    asking: deque[Ask]
    cpu: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    rate: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    latencies: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    unanswered: int = 0

    async def warm_up(self) -> None:
        """Have everyone ask twice: then each game is at hand, and each has a board that the next retires."""
        for _ in range(2):
            for ask in list(self.asking):
                interaction = ask()
                await self.wire.deliver(interaction)
                await interaction.wait()

    async def play_round(self, in_flight: int, seconds: float) -> None:
        """Ask, so many at a time, for so many seconds, and note what that took."""
        latencies: list[float] = []
        begun, cpu = time.perf_counter(), cpu_seconds(self.pid)

        async def ask_on() -> None:
            while time.perf_counter() < begun + seconds:
                ask = self.asking.popleft()
                sent = time.perf_counter()
                interaction = ask()
                await self.wire.deliver(interaction)
                try:
                    await interaction.wait()
                except UnansweredError:
                    # Who does not know how their game stands plays no more.
                    self.unanswered += 1
                    continue
                latencies.append(time.perf_counter() - sent)
                self.asking.append(ask)

        await asyncio.gather(*(ask_on() for _ in range(in_flight)))
        took = time.perf_counter() - begun
        await asyncio.sleep(_SETTLE_SECONDS)
        self.cpu[in_flight].append((cpu_seconds(self.pid) - cpu) / len(latencies))
        self.rate[in_flight].append(len(latencies) / took)
        self.latencies[in_flight] += latencies


def cpu_seconds(pid: int) -> float:
    """What a process has taken, with its threads and without its children (proc_pid_stat(5))."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def new_wire() -> DiscordServer:
    """A Discord with the bot's emoji."""
    wire = DiscordServer(identify_seconds=0)
    wire.world.emoji = {wire.world.ids.make(): emoji_name(key, png) for key, png in emoji_files().items()}
    return wire


@asynccontextmanager
async def bare_bot(folder: Path, users: int) -> AsyncIterator[Contender]:
    """The bot that does nothing."""
    wire = new_wire()
    async with wire.open():
        certificate = folder / "bare.pem"
        certificate.write_bytes(wire.authority.certificate)
        script = Path(__file__).with_name("bare_bot.py")
        command = [sys.executable, str(script), str(wire.port), str(certificate), wire.rest.token]
        with subprocess.Popen(command) as process:  # noqa: ASYNC220, S603 - before anything is measured
            try:
                await wire.ready(START_SECONDS)
                people = [wire.person(f"person {number}") for number in range(users)]
                asking: list[Ask] = [partial(person.command, "ok") for person in people]
                yield Contender("nothing", process.pid, wire, deque(asking))
            finally:
                process.terminate()


@asynccontextmanager
async def patience_bot(folder: Path, url: str, users: int, kind: type[Player]) -> AsyncIterator[Contender]:
    """This bot, over an empty database, with its users in the midst of games."""
    wire = new_wire()
    async with wire.open():
        database = await Database.open(url)
        try:
            playing = await players(wire, database, users, kind)
        finally:
            await database.close()
        bot = BotProcess(wire, folder, DATABASE_URL=url)
        bot.start()
        try:
            await wire.ready(START_SECONDS)
            yield Contender(
                f"{url.partition(':')[0]}, {_TURNS[kind]}", bot.pid, wire, deque(player.next_turn for player in playing)
            )
        finally:
            bot.end()
            print(*(line for line in bot.log.read_text().splitlines() if " INFO " not in line), sep="\n", end="")


async def bench(given: argparse.Namespace) -> None:
    """Have all bots asked in turns, and print the table."""
    async with AsyncExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        contenders = [await opened.enter_async_context(bare_bot(folder, given.users))]
        turns: list[tuple[str, type[Player]]] = [(url, Player) for url in given.database or ()] or [
            (f"sqlite:///{folder / 'commands.sqlite3'}", Player),
            (f"sqlite:///{folder / 'presses.sqlite3'}", Presser),
        ]
        for number, (url, kind) in enumerate(turns):
            own = folder / str(number)
            own.mkdir()
            contenders.append(await opened.enter_async_context(patience_bot(own, url, given.users, kind)))
        for contender in contenders:
            await contender.warm_up()
        for _ in range(given.rounds):
            for in_flight in given.in_flight:
                for contender in contenders:
                    await contender.play_round(in_flight, given.seconds)
        show(contenders)


def show(contenders: list[Contender]) -> None:
    """Print the table; ratios are to the bot that does nothing."""
    print(
        f"{'in flight':>9}  {'bot':<18} {'CPU ms (least to most)':>24} {'ratio':>6} {'a second':>9}"
        f" {'p50 ms':>8} {'p99 ms':>8}"
    )
    for in_flight in sorted(contenders[0].cpu):
        bare = contenders[0]
        for bot in contenders:
            cpu = bot.cpu[in_flight]
            ratio = median(cpu) / median(bare.cpu[in_flight])
            spread = f"{1000 * median(cpu):.2f} ({1000 * min(cpu):.2f} to {1000 * max(cpu):.2f})"
            percentiles = quantiles(bot.latencies[in_flight], n=100)
            print(
                f"{in_flight:>9}  {bot.name:<18} {spread:>24} {ratio:>6.2f} {median(bot.rate[in_flight]):>9.0f}"
                f" {1000 * percentiles[49]:>8.1f} {1000 * percentiles[98]:>8.1f}"
            )
    for bot in contenders:
        if bot.unanswered:
            print(f"{bot.name}: {bot.unanswered} interactions were not answered within three seconds")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--database", action="append", metavar="URL", help="an empty database; may be given repeatedly")
    parser.add_argument("--in-flight", type=int, nargs="+", default=[1, 100], help="how many ask at a time")
    parser.add_argument("--users", type=int, default=200, help="how many play, each one game at a time")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each round of each bot")
    uvloop.run(bench(parser.parse_args()))


if __name__ == "__main__":
    main()
