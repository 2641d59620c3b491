"""Whether the bot stands an hour of play: memory, latency, errors, and every acknowledged move in the database.

Run `python bench/soak.py [--seconds N] [--rate N] [--users N] [--database URL]`. This process is the Discord, and all
who play; the bot runs in one of its own, with the settings that a host has. Most interactions are moves, by commands or
presses; others undo and redo, ask for hints, type what is no move, press on boards that have changed since, and start
games. Some moves are delivered twice. Who waits in vain for an answer looks at the board next.

In the end each game in the database is compared with what its player was shown: the undo line, move by move. Where they
differ, an acknowledged move was lost, or one was played twice.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import random
import sys
import tempfile
import time
from collections import Counter, deque
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import linear_regression, quantiles
from typing import TYPE_CHECKING

import uvloop

sys.path[0] = str(Path(__file__).parents[1])  # as a script this file's folder would be searched in place of the project

from bench.players import chosen_move, dealt, offered_moves, players  # noqa: E402 - needs the line above
from bench.turn import START_SECONDS, cpu_seconds, new_wire  # noqa: E402
from bot.store import Database, GameStore  # noqa: E402
from engine import Game, Status  # noqa: E402
from tests.support.wire.bots import BotProcess  # noqa: E402
from tests.support.wire.interactions import Interaction, UnansweredError  # noqa: E402
from tests.support.wire.shown_boards import version_in  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tests.support.wire.discord_server import DiscordServer
    from tests.support.wire.objects import Message
    from tests.support.wire.people import Person

FLAT_KB_A_MINUTE = 100.0
"""How fast memory may grow in the second half, by the line that fits it best: 6 MB an hour."""

_KEPT_SECONDS = 16 * 60.0
"""How long this Discord remembers what was done: a minute longer than an interaction's token is good for."""

_SAMPLE_SECONDS = 2.0
_LONGEST_GAME = 120
_ACTIONS = {"move": 600, "press": 220, "undo": 60, "redo": 20, "hint": 2, "wrong": 40, "stale": 38, "twice": 20}
"""How often players do what."""


@dataclass
class Interval:
    """What happened in some minutes."""

    latencies: list[float] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0


class Player:
    """Plays one game after the other, and knows how it stands."""

    def __init__(self, person: Person, game: Game, number: int, wire: DiscordServer) -> None:
        self.person = person
        self.game = game
        self.faults: list[str] = []
        self.repeated: set[str] = set()
        """The ids of interactions that were delivered twice."""
        self._dice = random.Random(f"soak {number}")
        self._wire = wire
        self._version = 1
        """Of the board that was shown last."""
        self._board: Message | None = None
        self._older: Message | None = None
        self._pending: Game | None = None
        """The game as it is, if an interaction that was not answered has come through."""

    async def act(self, interval: Interval) -> None:
        """Do something, and compare what is shown with what has to be."""
        action = self._choose()
        interval.done[action] += 1
        sent = time.perf_counter()
        interaction, after = self._begin(action)
        await self._wire.deliver(interaction)
        if action == "twice":
            self.repeated.add(str(interaction.id))
            await self._wire.deliver(interaction)
        try:
            await interaction.wait()
        except UnansweredError:
            interval.unanswered += 1
            self._pending = after or self._pending
        else:
            interval.latencies.append(time.perf_counter() - sent)
            self._see(action, interaction.shown, after)
        interaction.payload = {}  # this Discord has more to remember than its bot

    def _choose(self) -> str:
        if self._pending is not None:
            return "show"
        if self.game.status is not Status.PLAYING:
            return "start"
        if len(self.game.moves) >= _LONGEST_GAME:
            return "give-up"
        action = self._dice.choices(list(_ACTIONS), list(_ACTIONS.values()))[0]
        possible = {"undo": bool(self.game.steps), "redo": bool(self.game.undone), "stale": self._older is not None}
        return action if possible.get(action, True) else "move"

    def _begin(self, action: str) -> tuple[Interaction, Game | None]:
        """The interaction, and the game as it has to be then; None where it does not change."""
        after = self.game.copy()
        match action:
            case "start":
                after = dealt(self._dice)
                interaction = self.person.command("start", game=after.variant.name, deal=str(after.deal))
            case "wrong":
                interaction = self.person.command("move", move=self._dice.choice(["banana", "9>9*9", "77>78", "1+1"]))
            case "stale" if self._older is not None:
                labels = {part.get("label") for row in self._older.components for part in row["components"]}
                interaction = self.person.component(self._older, "Menu" if "Menu" in labels else "Close menu")
            case "move" | "press" | "twice":
                found = self._pressable(after) if action == "press" else None
                move, label = found or (chosen_move(after, self._dice), "")
                after.play(move)
                if found is not None and self._board is not None:
                    interaction = self.person.component(self._board, label)
                else:
                    interaction = self.person.command("move", move=move)
            case _:
                interaction = self.person.command(action)
                changes = {"undo": after.undo, "redo": after.redo, "give-up": after.give_up}
                changes.get(action, lambda: None)()
        return interaction, None if action in ("show", "hint", "wrong", "stale") else after

    def _pressable(self, game: Game) -> tuple[str, str] | None:
        """A move that a select of the board offers, and its label."""
        quiet = [] if self._board is None else offered_moves(self._board, game)
        return self._dice.choice(quiet) if quiet else None

    def _see(self, action: str, shown: Message, after: Game | None) -> None:
        """Take over what is shown, and note where it is not what it has to be."""
        if shown.is_private or not shown.components:
            # A hint may not be ready or known; nonsense is refused, and so are boards of earlier games.
            if action not in ("hint", "wrong", "stale"):
                self.faults.append(f"{action}: {shown.content}")
                self._pending = after or self._pending or self.game
            return
        version = version_in(shown)
        if self._pending is not None:
            came_through = version == self._next_version(self._pending)
            after, self._pending = (self._pending if came_through else None), None
        expected = self._version if after is None else self._next_version(after)
        if version != expected:
            self.faults.append(f"{action}: version {version}, not {expected}")
        self._older, self._board = self._board, shown
        self._version = version
        self.game = after or self.game

    def _next_version(self, after: Game) -> int:
        is_same = after.deal == self.game.deal and after.variant is self.game.variant
        return self._version + 1 if is_same else 1

    def is_stored(self, saved: str | None) -> bool:
        """Whether the game is stored as it was shown, or as it may be after what was not answered."""
        return saved in {game.save() for game in (self.game, self._pending) if game is not None}


class Soak:
    """A run: who plays, and what was seen of the bot."""

    def __init__(self, wire: DiscordServer, pid: int, playing: Sequence[Player]) -> None:
        self.players = playing
        self.behind = 0
        """How many interactions were left out, because all players were waiting for an answer."""
        self.memory: list[tuple[float, float]] = []
        """Minutes since the start, and kilobytes."""
        self.longest_pause = 0.0
        """How many seconds this process itself did nothing at most: what the bot was sent came so late."""
        self._wire = wire
        self._pid = pid
        self.unanswered = 0
        self._interval = Interval()
        self._tasks: set[asyncio.Task[None]] = set()

    async def run(self, seconds: float, rate: float, interval_seconds: float, show: Callable[[str], None]) -> None:
        """Have people play for so long, and show a line for each interval."""
        idle = deque(self.players)
        begun = time.perf_counter()
        interval_begun, sampled, cpu = begun, begun, cpu_seconds(self._pid)
        asked = 0
        while (now := time.perf_counter()) < begun + seconds:
            while asked < (now - begun) * rate:
                asked += 1
                if idle:
                    self._start(idle)
                else:
                    self.behind += 1
            if now - sampled >= _SAMPLE_SECONDS:
                sampled = now
                self.memory.append(((now - begun) / 60, resident_kilobytes(self._pid)))
                self._forget()
            if now - interval_begun >= interval_seconds:
                used = (cpu_seconds(self._pid) - cpu) / (now - interval_begun)
                show(self._line((now - begun) / 60, now - interval_begun, used))
                self._interval, interval_begun, cpu = Interval(), now, cpu_seconds(self._pid)
            await asyncio.sleep(0.5 / rate)
            self.longest_pause = max(self.longest_pause, time.perf_counter() - now)
        if self._tasks:
            await asyncio.wait(self._tasks)
        self.unanswered += self._interval.unanswered

    def _start(self, idle: deque[Player]) -> None:
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
        """Keep this process small: what no bot can refer to any more."""
        world = self._wire.world
        for token in [token for token, each in world.interactions.items() if each.age > _KEPT_SECONDS]:
            del world.interactions[token]
        oldest = world.ids.make(age=_KEPT_SECONDS)
        for number in [number for number in world.messages if number < oldest]:
            del world.messages[number]

    def _line(self, minutes: float, seconds: float, cpu: float) -> str:
        interval = self._interval
        self.unanswered += interval.unanswered
        cuts = quantiles(interval.latencies, n=100) if len(interval.latencies) > 1 else [0.0] * 99
        return (
            f"{minutes:>7.0f} {len(interval.latencies) / seconds:>9.1f} {1000 * cuts[49]:>7.1f} {1000 * cuts[98]:>7.1f}"
            f" {self.memory[-1][1] / 1024:>8.1f} {100 * cpu:>6.0f} {interval.unanswered:>11}"
        )


def resident_kilobytes(pid: int) -> float:
    """How much memory a process has in use (proc_pid_status(5))."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmRSS:")))


async def soak(given: argparse.Namespace) -> int:
    """Run it, and say how it went; 0 if all is well."""
    async with AsyncExitStack() as opened:
        folder = Path(opened.enter_context(tempfile.TemporaryDirectory()))
        url = given.database or f"sqlite:///{folder / 'soak.sqlite3'}"
        wire = new_wire()
        await opened.enter_async_context(wire.open())
        database = await Database.open(url)
        try:
            seeds = await players(wire, database, given.users)
        finally:
            await database.close()
        playing = [Player(seed.person, seed.game, number, wire) for number, seed in enumerate(seeds)]
        # The settings of a host who has set none; the dailies are proven by another process, and tested elsewhere.
        own = {"LIMIT_USER_PER_SECOND": "", "LIMIT_ALL_PER_SECOND": "", "METRICS_PORT": "0", "LOG_LEVEL": "INFO"}
        bot = BotProcess(wire, folder, DATABASE_URL=url, **own)
        bot.start()
        try:
            await wire.ready(START_SECONDS)
            run = Soak(wire, bot.pid, playing)
            gc.freeze()
            gc.disable()  # it would have this Discord stand still for longer and longer
            print("minutes  a second  p50 ms  p99 ms   RSS MB  CPU %  unanswered")
            await run.run(given.seconds, given.rate, given.interval, lambda line: print(line, flush=True))
        finally:
            await asyncio.to_thread(bot.end)
        log = [line for line in bot.log.read_text(encoding="utf-8").splitlines() if " INFO " not in line]
        return await judge(run, url, log)


async def judge(run: Soak, url: str, log: list[str]) -> int:
    """Print the verdict; return how much is wrong."""
    database = await Database.open(url)
    try:
        store = GameStore(database)
        stored = [await store.current(player.person.user.id) for player in run.players]
    finally:
        await database.close()
    wrong = [
        player
        for player, game in zip(run.players, stored, strict=True)
        if not player.is_stored(None if game is None else game.game.save())
    ]
    # That the second answer to one interaction is refused is as it has to be.
    repeated = {number for player in run.players for number in player.repeated}
    log = [line for line in log if "40060" not in line or line.partition("interaction=")[2].split()[0] not in repeated]
    # discord.py says it of a heartbeat whose answer comes before its own thread goes on.
    log = [line for line in log if "Can't keep up, shard ID" not in line]
    faults = [fault for player in run.players for fault in player.faults]
    half = run.memory[len(run.memory) // 2 :]
    slope = linear_regression(*zip(*half, strict=True)).slope if len(half) > 1 else 0.0
    print(f"games that are not as they were shown: {len(wrong)} of {len(run.players)}")
    print(f"answers that were not as they had to be: {len(faults)}", *faults[:10], sep="\n    ")
    print(f"lines of the log that are warnings or worse: {len(log)}", *log[:10], sep="\n    ")
    print(f"interactions that were not answered within three seconds: {run.unanswered}")
    print(f"interactions left out, as all players were waiting: {run.behind}")
    print(f"longest time that this Discord itself stood still: {run.longest_pause:.1f} s")
    print(f"memory in the second half: {slope:+.0f} kB a minute (flat: at most {FLAT_KB_A_MINUTE:.0f})")
    is_well = not (wrong or faults or log or run.unanswered or run.behind) and slope <= FLAT_KB_A_MINUTE
    print("passed" if is_well else "FAILED")
    return int(not is_well)


def main() -> int:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=3600.0, help="how long it takes")
    parser.add_argument("--rate", type=float, default=50.0, help="interactions a second")
    parser.add_argument("--users", type=int, default=2000, help="how many play")
    parser.add_argument("--interval", type=float, default=300.0, help="seconds that a line of the table stands for")
    parser.add_argument("--database", metavar="URL", help="an empty database, in place of a file")
    return uvloop.run(soak(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
