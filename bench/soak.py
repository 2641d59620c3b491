"""Plays for an hour and checks memory, latency, errors and every acknowledged move: `python -m bench.soak`.

This process is the Discord and all its players; the bot runs in a process of its own with a host's default settings.
Most interactions are moves, by commands or presses; the others undo, redo, ask for hints, type nonsense, press outdated
boards, and start games and dailies. Some moves are delivered twice. A player whose interaction is not answered shows
the board next.

At the end each stored game, with its undone moves, is compared with what its player was shown. A difference means that
an acknowledged move was lost or that one was played twice.
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
from collections.abc import Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from statistics import linear_regression, quantiles

import uvloop

from bench.players import LONGEST_GAME, offered_moves, random_game, random_move, seat_players
from bench.processes import cpu_seconds, resident_kilobytes
from bench.turn import new_wire
from bot.model.daily.days import ONE_DAY, day_of
from bot.model.daily.deals import Daily
from bot.services import Services
from bot.store import Database, GameStore, open_database
from engine import Game, Status
from tests.support.postgresql import OwnServer
from tests.support.wire.bots import BotProcess
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.interactions import Interaction, UnansweredError
from tests.support.wire.objects import Message
from tests.support.wire.people import Person
from tests.support.wire.shown_boards import version_in

MOST_KB_PER_MINUTE = 100.0
"""How fast memory may grow in the second half, by linear regression: 6 MB an hour."""

_KEPT_SECONDS = 16 * 60.0
"""How long this Discord keeps interactions and messages: a minute longer than an interaction's token is valid."""

_SAMPLE_SECONDS = 2.0
_ACTIONS = {"move": 600, "press": 220, "undo": 60, "redo": 20, "hint": 2, "wrong": 40, "stale": 38, "twice": 20}
"""The weights with which players choose their actions."""

_DAILY_PROBABILITY = 0.3
"""How often a player who starts a game plays a daily for a rank, if one of today's is left."""

_UNRANKED_ACTIONS = {"hint", "stale", "wrong"}
"""What players do not do in a daily: hints and refused moves would count as moves."""


@dataclass
class Interval:
    """What happened during one line of the table."""

    latencies: list[float] = field(default_factory=list)
    done: Counter[str] = field(default_factory=Counter)
    unanswered: int = 0


class Player:
    """Plays one game after another and tracks its expected state."""

    def __init__(
        self, person: Person, game: Game, number: int, wire: DiscordServer, dailies: Mapping[str, Daily]
    ) -> None:
        self.person = person
        self.game = game
        self.faults: list[str] = []
        self.repeated: set[str] = set()
        """Ids of interactions that were delivered twice."""
        self._dice = random.Random(f"soak {number}")
        self._dailies = dict(dailies)
        """Those that this player has not begun."""
        self._offered = len(dailies)
        self._is_ranked = False
        self._question: Message | None = None
        """Asks whether to give up a daily."""
        self._wire = wire
        self._version = 1
        """The version of the board shown last."""
        self._board: Message | None = None
        self._older: Message | None = None
        self._pending: Game | None = None
        """The state of the game if the bot has processed an interaction that it did not answer."""

    async def act(self, interval: Interval) -> None:
        """Send one interaction, and compare the answer with what is expected."""
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
        interaction.payload = {}  # saves memory: this process keeps every interaction for a while

    def _choose(self) -> str:
        if self._pending is not None:
            return "show"
        if self._question is not None:
            return "confirm"
        if self.game.status is not Status.PLAYING:
            return (
                "daily" if self._dailies and self._is_today() and self._dice.random() < _DAILY_PROBABILITY else "start"
            )
        if len(self.game.moves) >= LONGEST_GAME:
            return "give-up"
        action = self._dice.choices(list(_ACTIONS), list(_ACTIONS.values()))[0]
        possible = {"undo": bool(self.game.steps), "redo": bool(self.game.undone), "stale": self._has_older()}
        is_possible = possible.get(action, True) and not (self._is_ranked and action in _UNRANKED_ACTIONS)
        return action if is_possible else "move"

    def _begin(self, action: str) -> tuple[Interaction, Game | None]:
        """Make an interaction; return it with the game expected after it, or None if it changes nothing."""
        after = self.game.copy()
        match action:
            case "start":
                after = random_game(self._dice)
                interaction = self.person.command("start", game=after.variant.name, deal=str(after.deal))
                self._is_ranked = False
            case "daily":
                name, daily = self._dailies.popitem()
                after = Game.new(name, daily.deal)
                interaction = self.person.command("daily", game=name)
                self._is_ranked = True
            case "confirm" if self._question is not None:
                interaction = self.person.component(self._question, "Give up")
                after.give_up()
            case "wrong":
                interaction = self.person.command("move", move=self._dice.choice(["banana", "9>9*9", "77>78", "1+1"]))
            case "stale" if self._older is not None:
                labels = {part.get("label") for row in self._older.components for part in row["components"]}
                interaction = self.person.component(self._older, "Menu" if "Menu" in labels else "Close menu")
            case "move" | "press" | "twice":
                found = self._pressable(after) if action == "press" else None
                move, label = found or (random_move(after, self._dice), "")
                after.play(move)
                if found is not None and self._board is not None:
                    interaction = self.person.component(self._board, label)
                else:
                    interaction = self.person.command("move", move=move)
            case _:
                interaction = self.person.command(action)
                changes = {"undo": after.undo, "redo": after.redo, "give-up": after.give_up}
                changes.get(action, lambda: None)()
        is_question = action == "give-up" and self._is_ranked
        return interaction, None if is_question or action in ("show", "hint", "wrong", "stale") else after

    def _has_older(self) -> bool:
        """Whether an outdated board is left to press: those of commands are deleted."""
        return self._older is not None and self._older.id in self._wire.world.messages

    def _is_today(self) -> bool:
        return all(daily.day == day_of(time.time()) for daily in self._dailies.values())

    def _pressable(self, game: Game) -> tuple[str, str] | None:
        """Pick a move that the board's selects offer, with its label."""
        quiet = [] if self._board is None else offered_moves(self._board, game)
        return self._dice.choice(quiet) if quiet else None

    def _see(self, action: str, shown: Message, after: Game | None) -> None:
        """Record what was shown, and what is wrong with it."""
        if action == "give-up" and self._is_ranked:
            self._question = shown
            return
        self._question = None
        if (shown.is_private and not self._is_ranked) or not shown.components:
            # A private answer is right for a missing hint, nonsense or a board of an earlier game.
            if action not in ("hint", "wrong", "stale"):
                self.faults.append(f"{action}: {shown.content}")
                self._pending = after or self._pending or self.game
            return
        # A daily that has ended has no more buttons of its own.
        version = version_in(shown) or self._next_version(self._pending or after or self.game)
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

    @property
    def dailies(self) -> int:
        """How many dailies the player has begun."""
        return self._offered - len(self._dailies)

    def is_stored(self, saved: str | None) -> bool:
        """Check that the stored game is the one shown last, or the one after an unanswered interaction."""
        return saved in {game.save() for game in (self.game, self._pending) if game is not None}


class Soak:
    """One run: its players, and what was measured of the bot."""

    def __init__(self, wire: DiscordServer, pid: int, playing: Sequence[Player]) -> None:
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
        interval_started, sampled, cpu = started, started, cpu_seconds(self._pid)
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
                self._interval, interval_started, cpu = Interval(), now, cpu_seconds(self._pid)
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
        """Drop what the bot can no longer refer to, to keep this process small."""
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
        try:
            seated = await seat_players(wire, database, arguments.users)
            dailies = await begin_dailies(database)
        finally:
            await database.close()
        playing = [Player(player.person, player.game, number, wire, dailies) for number, player in enumerate(seated)]
        # The defaults of a host; BotProcess turns the proving of dailies off, which other tests cover.
        settings = {"LIMIT_USER_PER_SECOND": "", "LIMIT_ALL_PER_SECOND": "", "METRICS_PORT": "0", "LOG_LEVEL": "INFO"}
        bot = BotProcess(wire, folder, DATABASE_URL=url, **settings)
        bot.start()
        try:
            await wire.ready()
            run = Soak(wire, bot.pid, playing)
            gc.freeze()
            gc.disable()  # collections would stop this Discord for longer and longer
            print("| minute | a second | median | 99th percentile | resident memory | CPU | unanswered |")
            print("|---:|---:|---:|---:|---:|---:|---:|")
            await run.run(arguments.seconds, arguments.rate, arguments.interval, lambda line: print(line, flush=True))
        finally:
            await asyncio.to_thread(bot.end)
        log = [line for line in bot.log.read_text(encoding="utf-8").splitlines() if " INFO " not in line]
        return await report(run, url, log)


async def begin_dailies(database: Database) -> Mapping[str, Daily]:
    """Draw today's dailies, with a chain that was begun yesterday: there are none on its first day."""
    services = Services.create(database)
    try:
        today = services.dailies.today()
        await services.dailies.begin_chain(today - ONE_DAY)
        return await services.dailies.of(today)
    finally:
        services.pictures.close()


async def report(run: Soak, url: str, log: list[str]) -> int:
    """Print the result; return 0 if all is well."""
    database = await open_database(url)
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
