"""Measures the CPU, throughput and latency of one turn against a plain discord.py game: `python -m bench.turn`.

Each bot runs in a process of its own against a Discord on loopback, which runs in this one; the bots are measured in
turns. `bench.plain_bot` stores a row and shows an embed with controls. Ours parses and plays the move, commits it,
draws the board and answers; after a command it also retires the previous board with a second request. *Commands* send
a new message for each move, *presses* press a tap, *Draw* or a choice of the board and edit its message. All bots use
uvloop and orjson.

CPU is user and system time of all threads of the bot's process, divided by the number of interactions: the median of
the rounds, with the lowest and the highest. The Discord shares the machine, so a bot with a core of its own answers
sooner than shown here.
"""

from __future__ import annotations

import argparse
import asyncio
import subprocess
import sys
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles

import uvloop

from bench.players import PlainPlayer, PlainPresser, Player, Presser, TakesTurns, seat_players
from bench.processes import cpu_seconds
from bot.store import open_database
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import UnansweredError

MOST_RATIO = {1: 2.0, 100: 1.25}
"""The most CPU time of a turn as a multiple of the plain game's, by the number of interactions in flight."""

_LEAD_IN_SECONDS = 0.5
"""How long a round is played before measuring, so that the bot has opened its connections to Discord."""

_SETTLE_SECONDS = 0.3
"""How long a bot may keep working after its last answer of a round."""


@dataclass
class Contender:
    """A bot with its players, and what was measured in each round, by the number of interactions in flight."""

    name: str
    turns: str
    pid: int
    wire: DiscordServer
    players: deque[TakesTurns]
    cpu: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    rate: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    latencies: defaultdict[int, list[float]] = field(default_factory=lambda: defaultdict(list))
    unanswered: int = 0

    async def warm_up(self) -> None:
        """Let every player take two turns: then each game is cached and has a board to retire."""
        for _ in range(2):
            for player in list(self.players):
                interaction = player.next_turn()
                await self.wire.deliver(interaction)
                await interaction.wait()

    async def play_round(self, in_flight: int, seconds: float) -> None:
        """Keep this many interactions in flight for this many seconds, and record what they cost."""
        await self._play(in_flight, _LEAD_IN_SECONDS)
        await asyncio.sleep(_SETTLE_SECONDS)
        started = time.perf_counter()
        cpu = cpu_seconds(self.pid)
        latencies = await self._play(in_flight, seconds)
        elapsed = time.perf_counter() - started
        await asyncio.sleep(_SETTLE_SECONDS)
        self.cpu[in_flight].append((cpu_seconds(self.pid) - cpu) / len(latencies))
        self.rate[in_flight].append(len(latencies) / elapsed)
        self.latencies[in_flight] += latencies

    async def _play(self, in_flight: int, seconds: float) -> list[float]:
        """Play for this many seconds; return the latency of each interaction."""
        latencies: list[float] = []
        end = time.perf_counter() + seconds

        async def keep_playing() -> None:
            while time.perf_counter() < end:
                player = self.players.popleft()
                sent = time.perf_counter()
                interaction = player.next_turn()
                await self.wire.deliver(interaction)
                try:
                    await interaction.wait()
                except UnansweredError:
                    # The player no longer knows the state of their game, so they leave.
                    self.unanswered += 1
                    continue
                latencies.append(time.perf_counter() - sent)
                self.players.append(player)

        await asyncio.gather(*(keep_playing() for _ in range(in_flight)))
        return latencies


def new_wire() -> DiscordServer:
    """Create a Discord that already has our emoji."""
    wire = DiscordServer(identify_seconds=0)
    wire.give_emoji()
    return wire


@asynccontextmanager
async def plain_bot(folder: Path, users: int, turns: str) -> AsyncIterator[Contender]:
    """Run the plain game."""
    wire = new_wire()
    kind = {"commands": PlainPlayer, "presses": PlainPresser}[turns]
    async with wire.open():
        certificate = folder / "certificate.pem"
        certificate.write_bytes(wire.authority.certificate)
        command = [sys.executable, "-m", "bench.plain_bot"]
        command += [str(wire.port), str(certificate), wire.rest.token, str(folder / "plain.sqlite3")]
        with subprocess.Popen(command, cwd=Path(__file__).parents[1]) as process:  # noqa: ASYNC220, S603 - before measuring
            try:
                await wire.ready()
                players = deque[TakesTurns](kind(wire.person(f"player {number}"), number) for number in range(users))
                yield Contender("plain", turns, process.pid, wire, players)
            finally:
                process.terminate()


@asynccontextmanager
async def our_bot(folder: Path, url: str, users: int, turns: str) -> AsyncIterator[Contender]:
    """Run our bot on an empty database, with its users in the middle of games."""
    wire = new_wire()
    kind = {"commands": Player, "presses": Presser}[turns]
    async with wire.open():
        database = await open_database(url)
        try:
            players = deque[TakesTurns](await seat_players(wire, database, users, kind))
        finally:
            await database.close()
        bot = BotProcess(wire, folder, DATABASE_URL=url)
        try:
            async with bot.serving():
                await wire.ready()
                yield Contender(url.partition(":")[0], turns, bot.pid, wire, players)
        finally:
            for line in bot.log.read_text().splitlines():
                if " INFO " not in line:
                    print(line)


async def bench(arguments: argparse.Namespace) -> None:
    """Measure all bots in turns, and print the table."""
    async with AsyncExitStack() as stack:
        root = Path(stack.enter_context(tempfile.TemporaryDirectory()))

        def new_folder(name: str) -> Path:
            (folder := root / name).mkdir()
            return folder

        contenders = []
        for turns in ("commands", "presses"):
            folder = new_folder(f"plain-{turns}")
            contenders.append(await stack.enter_async_context(plain_bot(folder, arguments.users, turns)))
            folder = new_folder(turns)
            url = f"sqlite:///{folder / 'patience.sqlite3'}"
            contenders.append(await stack.enter_async_context(our_bot(folder, url, arguments.users, turns)))
        if arguments.database:
            bot = our_bot(new_folder("other"), arguments.database, arguments.users, "commands")
            contenders.append(await stack.enter_async_context(bot))
        for contender in contenders:
            await contender.warm_up()
        for _ in range(arguments.rounds):
            for in_flight in arguments.in_flight:
                for contender in contenders:
                    await contender.play_round(in_flight, arguments.seconds)
        show(contenders)


def show(contenders: Sequence[Contender]) -> None:
    """Print a row for each bot, with the ratio of its CPU to the plain game's for the same kind of turn."""
    print(
        f"{'in flight':>9}  {'turns':<9} {'bot':<11} {'CPU ms (lowest to highest)':>26} {'ratio':>6} {'at most':>8}"
        f" {'per second':>11} {'p50 ms':>8} {'p99 ms':>8}"
    )
    for in_flight in sorted(contenders[0].cpu):
        plain = {bot.turns: median(bot.cpu[in_flight]) for bot in contenders if bot.name == "plain"}
        for bot in contenders:
            cpu = bot.cpu[in_flight]
            ratio = median(cpu) / plain[bot.turns]
            bound = "" if bot.name == "plain" else f"{MOST_RATIO.get(in_flight, '')}"
            spread = f"{1000 * median(cpu):.2f} ({1000 * min(cpu):.2f} to {1000 * max(cpu):.2f})"
            percentiles = quantiles(bot.latencies[in_flight], n=100)
            print(
                f"{in_flight:>9}  {bot.turns:<9} {bot.name:<11} {spread:>26} {ratio:>6.2f} {bound:>8}"
                f" {median(bot.rate[in_flight]):>11.0f} {1000 * percentiles[49]:>8.1f} {1000 * percentiles[98]:>8.1f}"
            )
    for bot in contenders:
        if bot.unanswered:
            print(f"{bot.name}, {bot.turns}: {bot.unanswered} interactions were not answered within three seconds")


def main() -> None:
    """Parse the command line and run the measurement."""
    parser = argparse.ArgumentParser(prog="python -m bench.turn", description=__doc__.splitlines()[0])
    parser.add_argument("--database", metavar="URL", help="also measure commands on this empty database")
    parser.add_argument("--in-flight", type=int, nargs="+", default=[1, 100], help="interactions in flight")
    parser.add_argument("--users", type=int, default=200, help="players of each bot")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=2.0, help="length of one round of one bot")
    uvloop.run(bench(parser.parse_args()))


if __name__ == "__main__":
    main()
