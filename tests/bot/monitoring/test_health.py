"""Liveness and readiness, as the bot reports them by HTTP."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import aiohttp
import pytest
from aiohttp.test_utils import unused_port

from bot.monitoring import health, probe
from bot.monitoring.endpoints import serving
from bot.monitoring.health import Health
from bot.store import StoreError

HOST = "127.0.0.1"


@asynccontextmanager
async def endpoints_of(health: Health) -> AsyncIterator[Callable[[str], Awaitable[str | None]]]:
    """Serve the endpoints of a bot; yield a function that returns the reason for a bad status, from a line of JSON."""
    port = unused_port()

    async def reason(path: str) -> str | None:
        async with aiohttp.ClientSession(f"http://{HOST}:{port}") as session, session.get(path) as answered:
            assert "\n" not in await answered.text()
            said: dict[str, Any] = await answered.json()
            assert (answered.status, said["status"]) in ((200, "ok"), (503, "unavailable"))
            return said.get("reason")

    async with serving(health, HOST, port):
        yield reason


async def answers() -> None:
    await asyncio.sleep(0)


async def test_it_is_ready_once_it_has_started_and_while_it_is_connected() -> None:
    of = Health()
    is_connected = False
    of.is_connected = lambda: is_connected
    async with endpoints_of(of) as reason:
        assert await reason("/ready") == "starting"
        of.ping_database = answers
        assert await reason("/ready") == "not connected to Discord"
        is_connected = True
        assert await reason("/ready") is None


async def test_a_bot_that_is_stopping_is_alive_but_not_ready() -> None:
    of = Health()
    of.ping_database = answers
    of.stopping = asyncio.Event()
    async with endpoints_of(of) as reason:
        assert await reason("/ready") is None
        of.stopping.set()
        assert await reason("/ready") == "stopping"
        assert await reason("/health") is None


async def test_it_is_not_ready_while_the_database_fails_or_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    of = Health()

    async def fails() -> None:
        await asyncio.sleep(0)
        raise StoreError("the disk of Alice is full")

    async def hangs() -> None:
        await asyncio.get_running_loop().create_future()

    async with endpoints_of(of) as reason:
        of.ping_database = fails
        assert await reason("/ready") == "the database fails"
        of.ping_database = hangs
        monkeypatch.setattr(health, "DATABASE_SECONDS", 0.05)
        assert "has not answered" in str(await reason("/ready"))
        assert await reason("/health") is None


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


async def run_probe(monkeypatch: pytest.MonkeyPatch, port: int, host: str = HOST) -> str | None:
    monkeypatch.setenv("METRICS_HOST", host)
    monkeypatch.setenv("METRICS_PORT", f'"{port}"')  # as `docker run --env-file` passes it on
    return await asyncio.to_thread(probe.main)


async def test_the_probe_succeeds_while_the_bot_is_alive(monkeypatch: pytest.MonkeyPatch) -> None:
    port = unused_port()
    async with serving(Health(), "0.0.0.0", port):  # noqa: S104
        assert await run_probe(monkeypatch, port) is None
        assert await run_probe(monkeypatch, port, "0.0.0.0") is None  # noqa: S104
    assert "does not answer" in (await run_probe(monkeypatch, port) or "")


@pytest.mark.skipif(not has_ipv6(), reason="this machine has no IPv6")
@pytest.mark.parametrize("host", ["::", "::1"])
async def test_the_probe_asks_over_ipv6(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    port = unused_port()
    async with serving(Health(), host, port):
        assert await run_probe(monkeypatch, port, host) is None


async def test_the_probe_asks_the_bot_without_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY"):
        monkeypatch.setenv(name, f"http://{HOST}:{unused_port()}")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    port = unused_port()
    async with serving(Health(), HOST, port):
        assert await run_probe(monkeypatch, port) is None


def test_the_probe_fails_when_the_event_loop_is_stuck(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot accepts the connection and answers nothing."""
    monkeypatch.setattr(probe, "_TIMEOUT_SECONDS", 0.2)
    with socket.create_server((HOST, 0)) as silent:
        monkeypatch.setenv("METRICS_HOST", HOST)
        monkeypatch.setenv("METRICS_PORT", str(silent.getsockname()[1]))
        assert "does not answer" in (probe.main() or "")


def test_the_probe_asks_the_port_of_the_image_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("METRICS_HOST", "METRICS_PORT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(socket, "create_connection", refuses)
    assert probe.main() == "127.0.0.1 port 8000 does not answer: refused"


def refuses(*_: object, **__: object) -> None:
    raise ConnectionError("refused")
