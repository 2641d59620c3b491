"""What a host observes while people play: metrics, readiness and rate limits."""

import asyncio
import contextlib
import json
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import unused_port
from prometheus_client.parser import text_string_to_metric_families

from bot.app.limits import Limits
from bot.monitoring.endpoints import serving
from bot.monitoring.health import Health
from tests.support.wire.bots import BotProcess, RunningBot, running
from tests.support.wire.deadlines import stretched
from tests.support.wire.discord_server import WAIT_SECONDS, DiscordServer, until
from tests.support.wire.interactions import Answer, UnansweredError
from tests.support.wire.loopback import Authority
from tests.support.wire.people import Person
from tests.wire.test_database_faults import locked


class Scrapes:
    """How metrics have changed since it began: tests share one process."""

    def __init__(self, port: int) -> None:
        self._url = f"http://127.0.0.1:{port}"
        self._before: dict[tuple[str, frozenset[tuple[str, str]]], float] = {}

    async def begin(self) -> None:
        self._before = await self._samples()

    async def value(self, name: str, /, **labels: str) -> float:
        key = name, frozenset(labels.items())
        return (await self._samples()).get(key, 0.0) - self._before.get(key, 0.0)

    async def now(self, name: str, /, **labels: str) -> float:
        """The current value of a sample."""
        return (await self._samples())[name, frozenset(labels.items())]

    async def reaches(self, expected: float, name: str, /, **labels: str) -> bool:
        """Wait until a sample has changed by this much: a turn ends some time after its answer."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT_SECONDS):
                while await self.value(name, **labels) != expected:
                    await asyncio.sleep(0.02)
        return await self.value(name, **labels) == expected

    async def status(self, path: str) -> tuple[int, dict[str, str]]:
        """The response of an endpoint."""
        status, text = await self._get(path)
        return status, json.loads(text)

    async def _samples(self) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
        _, text = await self._get("/metrics")
        return {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(text)
            for sample in family.samples
        }

    async def _get(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(self._url + path) as answered:
            return answered.status, await answered.text()


@asynccontextmanager
async def observed(
    wire: DiscordServer, path: Path, limits: Limits | None = None
) -> AsyncIterator[tuple[RunningBot, Scrapes]]:
    port = unused_port()
    health = Health()
    async with serving(health, "127.0.0.1", port), running(wire, path, limits=limits, health=health) as bot:
        await wire.ready()
        scrapes = Scrapes(port)
        await scrapes.begin()
        yield bot, scrapes


@asynccontextmanager
async def observed_process(
    authority: Authority, folder: Path, **settings: str
) -> AsyncIterator[tuple[DiscordServer, BotProcess, Scrapes]]:
    """Run a bot in a process of its own that is ready."""
    wire = DiscordServer(authority, identify_seconds=0)
    port = unused_port()
    seen = Scrapes(port)
    async with wire.open():
        bot = BotProcess(wire, folder, METRICS_PORT=str(port), **settings)
        async with bot.serving():
            await wire.ready()
            await becomes_ready(seen)
            yield wire, bot, seen


async def becomes_ready(seen: Scrapes) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while (await seen.status("/ready"))[0] != 200:
            await asyncio.sleep(0.02)


async def until_it_is(seen: Scrapes, expected: float, name: str) -> None:
    async with asyncio.timeout(WAIT_SECONDS):
        while await seen.now(name) != expected:
            await asyncio.sleep(0.02)


async def play(wire: DiscordServer) -> Person:
    person = wire.person()
    await person.say("start", game="dimes", deal="8")
    return person


async def test_turns_are_counted_by_kind_name_and_outcome(wire: DiscordServer, path: Path) -> None:
    async with observed(wire, path) as (_, seen):
        alice = await play(wire)
        board = (await alice.say("draw")).shown
        await alice.say("draw")
        await alice.press(board, "Undo")
        await alice.complete("move", "move", "")
        await alice.say("move", move="nonsense")
        drawn = alice.command("draw")
        await wire.deliver(drawn)
        await drawn.wait()
        await wire.deliver(drawn)
        late = alice.command("draw", age=stretched(3.5))
        await wire.deliver(late)

        async def turns(kind: str, name: str, **outcomes: int) -> None:
            for outcome, number in outcomes.items():
                labels = {"kind": kind, "name": name, "outcome": outcome}
                assert await seen.reaches(number, "patience_turns_total", **labels), labels

        await turns("command", "draw", ok=3, repeated=1, late=1)
        async with locked(f"sqlite:///{path}"):
            assert "nothing changed" in (await alice.say("draw")).told
        await turns("command", "start", ok=1)
        await turns("press", "undo", ok=1)
        await turns("completion", "move", ok=1)
        await turns("command", "move", refused=1)
        await turns("command", "draw", ok=3, repeated=1, late=1, failed=1)
        assert await seen.value("patience_errors_total", kind="database") == 1
        assert await seen.value("patience_database_errors_total", operation="write") == 1
        assert await seen.value("patience_games_total", game="dimes", status="started") == 1
        assert await seen.value("patience_turn_seconds_sum", kind="command") > 0
        await until_it_is(seen, 0, "patience_turns_in_hand")
        await until_it_is(seen, 0, "patience_database_waiting_writes")


async def test_a_broken_connection_is_counted_and_the_bot_becomes_ready_again(wire: DiscordServer, path: Path) -> None:
    async with observed(wire, path) as (_, seen):
        await becomes_ready(seen)
        await until_it_is(seen, 1, "patience_gateway_shards")
        await until_it_is(seen, 1, "patience_gateway_connected_shards")
        await wire.gateway.connections[0].reset()
        assert await seen.reaches(1, "patience_gateway_disconnects_total")
        await wire.ready()
        await becomes_ready(seen)
        assert (await seen.status("/health"))[0] == 200


async def test_a_user_who_floods_is_refused_and_others_play_on(wire: DiscordServer, path: Path) -> None:
    limits = Limits(user_burst=20, user_per_second=0.01)
    async with observed(wire, path, limits) as (_, seen):
        alice = await play(wire)
        board = (await alice.say("draw")).shown
        flood = [alice.component(board, "Draw") for _ in range(40)]
        for press in flood:
            await wire.deliver(press)
        answered = await asyncio.gather(*(press.wait() for press in flood))
        refused = [press for press in answered if press.answer is Answer.MESSAGE and press.shown.is_private]
        assert sum("Slow down a little" in press.shown.content for press in refused) == 22
        assert await alice.complete("move", "move", "") == {}
        assert "Slow down a little" in (await alice.say("undo")).told
        assert await seen.value("patience_limited_total", limit="user") == 24
        assert await seen.reaches(22, "patience_turns_total", kind="press", name="draw", outcome="limited")
        bob = wire.person("bob")
        assert (await bob.say("start", game="dimes", deal="8")).shown.moves_made == 0
    async with running(wire, path):
        await wire.ready()
        assert (await alice.say("show")).shown.moves_made == 2, "the first press counts, the rest is on an old board"


async def test_a_process_is_ready_from_its_start_until_it_is_told_to_stop(authority: Authority, tmp_path: Path) -> None:
    async with observed_process(authority, tmp_path, LIMIT_USER_PER_SECOND="5") as (wire, bot, seen):
        alice = await play(wire)
        assert await seen.reaches(1, "patience_turns_total", kind="command", name="start", outcome="ok")
        assert await seen.now("patience_event_loop_lag_seconds_count", loop="bot") > 0
        assert await seen.now("patience_gateway_identifies_total") == 1
        hangs = alice.command("draw")
        wire.faults.request(None, path=hangs.token)
        await wire.deliver(hangs)
        with pytest.raises(UnansweredError):
            await hangs.wait()
        stopping = asyncio.create_task(asyncio.to_thread(bot.end))
        async with asyncio.timeout(WAIT_SECONDS):
            while (await seen.status("/ready"))[1].get("reason") != "stopping":
                await asyncio.sleep(0.01)
        assert (await seen.status("/health"))[0] == 200
        assert await stopping == 0
        await until(lambda: not wire.gateway.connections)


async def test_a_process_is_not_ready_while_its_disk_is_full(authority: Authority, tmp_path: Path) -> None:
    """A limit on the size of files that the process may write stands for a full disk; reading works."""
    async with observed_process(authority, tmp_path) as (wire, bot, seen):
        alice = await play(wire)
        unlimited = resource.RLIM_INFINITY
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (4096, unlimited))
        assert "nothing changed" in (await alice.say("draw")).told
        assert await seen.status("/ready") == (503, {"status": "unavailable", "reason": "the database fails"})
        assert (await seen.status("/health"))[0] == 200
        resource.prlimit(bot.pid, resource.RLIMIT_FSIZE, (unlimited, unlimited))
        assert await seen.status("/ready") == (200, {"status": "ok"})
        assert (await alice.say("draw")).shown.moves_made == 1
