"""Compare the CPU, throughput and latency of our turns with those of other games: `python -m bench.turn`.

Each bot runs in its own process against a Discord on loopback, which runs in this one; the bots take turns being
measured. `bench.plain_bot` stores a row and shows an embed with controls. `bench.peer_bot` has two games of the library
discord-games (the extra `bench`), which store nothing. Ours parses and plays the move, commits it, draws the board and
answers; after a command it also retires the previous board with a second request. *Commands* send a new message for
each move, *presses* press a tap, *Draw* or a choice of the board and edit its message. All bots use uvloop and orjson.

CPU is user and system time of all threads of the bot's process, divided by the number of interactions: the median of
the rounds, with the lowest and the highest. The Discord shares the machine, so a bot with a core of its own answers
sooner than shown here.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.util
import subprocess
import sys
import tempfile
import time
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median, quantiles

import uvloop

from bench.players import PeerPlayer, PlainPlayer, PlainPresser, Player, Presser, TakesTurns, seat_players
from bench.processes import cpu_seconds
from bot.store import open_database
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import UnansweredError
from tests.support.wire.people import Person

MOST_RATIO = {1: 2.0, 100: 1.25}
"""The most CPU time of a turn as a multiple of the plain game's, by the number of interactions in flight."""

MOST_LIGHTS_OUT_RATIO = 2.0
"""The most CPU time of a press as a multiple of Lights Out's."""

_LIGHTS_OUT = "lights-out"
_PEERS = (_LIGHTS_OUT, "2048")

_LEAD_IN_SECONDS = 0.5
"""How long a round is played before measuring, so that the bot has opened its connections to Discord."""

_SETTLE_SECONDS = 0.3
"""How long a bot may keep working after its last answer of a round."""


@dataclass
class Contender:
    """A bot with its players and the measurements of each round, by the number of interactions in flight."""

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
        """Let every player take two turns, so that each game is cached and has a board to retire."""
        for _ in range(2 * len(self.players)):
            await self._take_turn()

    async def play_round(self, in_flight: int, seconds: float) -> None:
        """Keep this many interactions in flight for this many seconds, and record their cost."""
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
                latency = await self._take_turn()
                if latency is not None:
                    latencies.append(latency)

        await asyncio.gather(*(keep_playing() for _ in range(in_flight)))
        return latencies

    async def _take_turn(self) -> float | None:
        """Let the next player take a turn; return its latency, or None if there was no answer."""
        player = self.players.popleft()
        sent = time.perf_counter()
        interaction = player.next_turn()
        await self.wire.deliver(interaction)
        try:
            await interaction.wait()
        except UnansweredError:
            # This player can no longer know the state of their game, so they leave.
            self.unanswered += 1
            return None
        self.players.append(player)
        return time.perf_counter() - sent


def new_wire() -> DiscordServer:
    """Create a Discord that already has our emoji."""
    wire = DiscordServer(identify_seconds=0)
    wire.give_emoji()
    return wire


@asynccontextmanager
async def other_bot(
    module: str, folder: Path, users: int, name: str, turns: str, player: Callable[[Person, int], TakesTurns]
) -> AsyncIterator[Contender]:
    """Run a bot of `bench/` with players of this kind; its module may keep a database in the folder."""
    wire = new_wire()
    async with wire.open():
        certificate = folder / "certificate.pem"
        certificate.write_bytes(wire.authority.certificate)
        command = [sys.executable, "-m", module, str(wire.port), str(certificate), wire.rest.token]
        command.append(str(folder / "plain.sqlite3"))
        with subprocess.Popen(command, cwd=Path(__file__).parents[1]) as process:  # noqa: ASYNC220, S603 - before measuring
            try:
                await wire.ready()
                players = deque(player(wire.person(f"player {number}"), number) for number in range(users))
                yield Contender(name, turns, process.pid, wire, players)
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
        for turns, player in (("commands", PlainPlayer), ("presses", PlainPresser)):
            folder = new_folder(f"plain-{turns}")
            bot = other_bot("bench.plain_bot", folder, arguments.users, "plain", turns, player)
            contenders.append(await stack.enter_async_context(bot))
            folder = new_folder(turns)
            url = f"sqlite:///{folder / 'patience.sqlite3'}"
            contenders.append(await stack.enter_async_context(our_bot(folder, url, arguments.users, turns)))
        for game in _PEERS:
            peer = partial(PeerPlayer, game)
            bot = other_bot("bench.peer_bot", new_folder(game), arguments.users, game, "presses", peer)
            contenders.append(await stack.enter_async_context(bot))
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
    """Print a row for each bot, with the ratios of its CPU to the plain game's and to that of Lights Out."""
    print(
        f"{'in flight':>9}  {'turns':<9} {'bot':<11} {'CPU ms (lowest to highest)':>26} {'to plain':>8} {'at most':>8}"
        f" {'to lights out':>13} {'at most':>8} {'per second':>11} {'p50 ms':>8} {'p99 ms':>8}"
    )
    for in_flight in sorted(contenders[0].cpu):
        plain = {bot.turns: median(bot.cpu[in_flight]) for bot in contenders if bot.name == "plain"}
        (lights_out,) = (median(bot.cpu[in_flight]) for bot in contenders if bot.name == _LIGHTS_OUT)
        for bot in contenders:
            cpu = bot.cpu[in_flight]
            is_press = bot.turns == "presses"
            is_ours = bot.name not in ("plain", *_PEERS)
            to_lights_out = f"{median(cpu) / lights_out:.2f}" if is_press else ""
            spread = f"{1000 * median(cpu):.2f} ({1000 * min(cpu):.2f} to {1000 * max(cpu):.2f})"
            percentiles = quantiles(bot.latencies[in_flight], n=100)
            print(
                f"{in_flight:>9}  {bot.turns:<9} {bot.name:<11} {spread:>26} {median(cpu) / plain[bot.turns]:>8.2f}"
                f" {MOST_RATIO.get(in_flight, '') if is_ours else '':>8}"
                f" {to_lights_out:>13} {MOST_LIGHTS_OUT_RATIO if is_ours and is_press else '':>8}"
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
    arguments = parser.parse_args()
    if importlib.util.find_spec("discord_games") is None:
        parser.error("install the extra `bench`: `make bench` does")
    uvloop.run(bench(arguments))


if __name__ == "__main__":
    main()
