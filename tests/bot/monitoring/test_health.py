"""Whether the bot lives and serves, as those are told who ask by HTTP."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest
from aiohttp.test_utils import unused_port

from bot.app.client import SolitaireClient
from bot.app.sessions import Sessions
from bot.monitoring import health, probe
from bot.monitoring.endpoints import EndpointsError, serving
from bot.monitoring.health import STUCK_SECONDS, Health
from bot.services import Services
from bot.store import StoreError

HOST = "127.0.0.1"


def client(*, ready: bool = True, closed: bool = False, begun: bool = True) -> SolitaireClient:
    shards = {
        0: SimpleNamespace(is_closed=lambda: False, latency=0.04),
        1: SimpleNamespace(is_closed=lambda: closed, latency=float("nan")),
    }
    sessions = Sessions()
    for number in (0, 1) if begun else (0,):
        sessions.begun(number)
    return cast(
        "SolitaireClient",
        SimpleNamespace(is_ready=lambda: ready, shards=shards, sessions=sessions, shard_ids=None, shard_count=3),
    )


class Endpoints:
    """What can be asked of a bot in this state."""

    def __init__(self, of: Health, port: int) -> None:
        self.health = of
        self._url = f"http://{HOST}:{port}"

    async def ask(self, path: str) -> tuple[int, str]:
        async with aiohttp.ClientSession() as session, session.get(self._url + path) as answered:
            return answered.status, await answered.text()

    async def reason(self, path: str) -> str | None:
        """Why it is not so, which one line of JSON says."""
        async with aiohttp.ClientSession() as session, session.get(self._url + path) as answered:
            assert "\n" not in await answered.text()
            said: dict[str, Any] = await answered.json()
            assert (answered.status == 200) == (said["status"] == "ok")
            assert answered.status in (200, 503)
            return said.get("reason")


@asynccontextmanager
async def open_endpoints(of: Health) -> AsyncIterator[Endpoints]:
    port = unused_port()
    async with serving(of, HOST, port):
        yield Endpoints(of, port)


@asynccontextmanager
async def beating(of: Health, running: SolitaireClient) -> AsyncIterator[None]:
    task = asyncio.create_task(of.beat(running))
    await asyncio.sleep(0)
    yield
    task.cancel()
    await asyncio.wait({task})


async def test_it_is_ready_once_it_has_started_and_is_connected(services: Services) -> None:
    of = Health()
    async with open_endpoints(of) as endpoints:
        assert await endpoints.reason("/ready") == "starting"
        of.services, of.is_on_discord = services, True
        assert await endpoints.reason("/ready") == "not connected to Discord"
        for state in (client(ready=False), client(closed=True), client(begun=False)):
            async with beating(of, state):
                assert await endpoints.reason("/ready") == "not connected to Discord"
        async with beating(of, client()):
            assert await endpoints.reason("/ready") is None
        assert await endpoints.reason("/ready") == "not connected to Discord"


async def test_without_a_discord_it_is_ready_as_soon_as_it_has_started(services: Services) -> None:
    of = Health()
    of.services = services
    async with open_endpoints(of) as endpoints:
        assert await endpoints.reason("/ready") is None


async def test_it_is_not_ready_from_when_it_is_told_to_stop_but_lives(services: Services) -> None:
    of = Health()
    of.services, of.stopping = services, asyncio.Event()
    async with open_endpoints(of) as endpoints:
        assert await endpoints.reason("/ready") is None
        of.stopping.set()
        assert await endpoints.reason("/ready") == "stopping"
        assert await endpoints.reason("/health") is None


async def test_it_is_not_ready_while_the_database_fails_or_hangs(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    of = Health()
    of.services = services

    async def fails(_: int) -> None:
        await asyncio.sleep(0)
        raise StoreError("the disk of Alice is full")

    async def hangs(_: int) -> None:
        await asyncio.get_running_loop().create_future()

    async with open_endpoints(of) as endpoints:
        monkeypatch.setattr(services.boards, "of", fails)
        assert await endpoints.reason("/ready") == "the database fails"
        monkeypatch.setattr(services.boards, "of", hangs)
        monkeypatch.setattr(health, "DATABASE_SECONDS", 0.05)
        assert "has not answered" in str(await endpoints.reason("/ready"))
        assert await endpoints.reason("/health") is None


async def test_it_lives_while_signs_of_life_come_when_they_are_due() -> None:
    now = 0.0
    of = Health(clock=lambda: now)
    async with open_endpoints(of) as endpoints:
        now = 1e6
        assert await endpoints.reason("/health") is None, "nothing is due before it begins"
        async with beating(of, client()):
            now += STUCK_SECONDS - 1
            assert await endpoints.reason("/health") is None
        of.alive(300 + STUCK_SECONDS)
        now += 300
        assert await endpoints.reason("/health") is None
        now += STUCK_SECONDS + 1
        assert await endpoints.reason("/health") == "the connection to Discord is stuck"


async def test_the_state_of_the_shards_is_measured(services: Services) -> None:
    of = Health()
    of.services = services
    async with open_endpoints(of) as endpoints:
        async with beating(of, client(closed=True)):
            status, text = await endpoints.ask("/metrics")
            assert status == 200
            lines = text.splitlines()
            assert "patience_gateway_shards 3.0" in lines
            assert "patience_gateway_connected_shards 1.0" in lines
            assert 'patience_gateway_heartbeat_seconds{shard="0"} 0.04' in lines
            assert 'shard="1"' not in text
        assert "patience_gateway_connected_shards 0.0" in (await endpoints.ask("/metrics"))[1].splitlines()


async def test_without_a_port_nothing_is_served() -> None:
    async with serving(Health(), HOST, None):
        assert not [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]


async def test_a_port_that_is_taken_is_said() -> None:
    with socket.create_server((HOST, 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(EndpointsError, match=f"METRICS_PORT.*{port}|{port}.*METRICS_PORT"):
            async with serving(Health(), HOST, port):
                pass


async def check(monkeypatch: pytest.MonkeyPatch, port: int, host: str = HOST) -> int:
    monkeypatch.setenv("METRICS_HOST", host)
    monkeypatch.setenv("METRICS_PORT", str(port))
    return await asyncio.to_thread(probe.main)


async def test_the_check_succeeds_while_the_bot_lives(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    of = Health(clock=lambda: now)
    port = unused_port()
    async with serving(of, "0.0.0.0", port):  # noqa: S104
        assert await check(monkeypatch, port) == 0
        assert await check(monkeypatch, port, "0.0.0.0") == 0  # noqa: S104
        assert capsys.readouterr().err == ""
        of.alive(1)
        now = 2.0
        assert await check(monkeypatch, port) == 1
        assert "stuck" in capsys.readouterr().err
    assert await check(monkeypatch, port) == 1
    assert "does not answer" in capsys.readouterr().err


def test_a_bot_whose_event_loop_is_stuck_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It takes the connection and says nothing."""
    monkeypatch.setattr(probe, "_ASK_SECONDS", 0.2)
    with socket.create_server((HOST, 0)) as silent:
        monkeypatch.setenv("METRICS_HOST", HOST)
        monkeypatch.setenv("METRICS_PORT", str(silent.getsockname()[1]))
        assert probe.main() == 1
    assert "does not answer" in capsys.readouterr().err


def test_without_a_port_the_check_says_what_is_missing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("METRICS_PORT", "")
    assert probe.main() == 1
    assert capsys.readouterr().err == "METRICS_PORT is not set, so nothing can be asked.\n"


def test_the_check_imports_neither_the_bot_nor_discord() -> None:
    """It is run every half a minute, and given some seconds."""
    program = (
        "import sys, bot.monitoring.probe; sys.exit(bool({'discord', 'aiohttp', 'bot.app.client'} & set(sys.modules)))"
    )
    ended = subprocess.run([sys.executable, "-c", program], check=False, timeout=60)  # noqa: S603 - it is just above
    assert ended.returncode == 0
