"""How serving Discord ends, with clients that fail as the test says."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import cast

import aiohttp
import discord
import pytest
from prometheus_client import generate_latest

from bot.app import connection
from bot.app.client import SolitaireClient
from bot.monitoring.health import Health
from bot.services import Services

Start = Callable[[SolitaireClient, str], Awaitable[None]]
Serve = Callable[..., Awaitable[int]]


@pytest.fixture
def serve(services: Services, monkeypatch: pytest.MonkeyPatch) -> Serve:
    """Serve with clients that start as a test says, and return the exit status."""

    async def serve(start: Start, stop: asyncio.Event | None = None) -> int:
        async def begun(client: SolitaireClient, token: str) -> None:
            await client._async_setup_hook()  # noqa: SLF001 - what discord.py's own start does first
            await start(client, token)

        monkeypatch.setattr(SolitaireClient, "start", begun)
        client = SolitaireClient(services)
        serving = connection.serve(client, "a token", stop=stop or asyncio.Event(), health=Health())
        return await asyncio.wait_for(serving, 60)

    return serve


def raises(error: BaseException | None) -> Start:
    async def start(_: SolitaireClient, __: str) -> None:
        await asyncio.sleep(0)
        if error is not None:
            raise error

    return start


def closed(code: int) -> discord.ConnectionClosed:
    socket = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(cast("aiohttp.ClientWebSocketResponse", socket), shard_id=0, code=code)


@pytest.mark.parametrize(
    "error",
    [KeyError("t"), aiohttp.ServerDisconnectedError(), closed(4000), TimeoutError()],
    ids=lambda error: type(error).__name__,
)
async def test_any_other_error_ends_the_bot_with_status_1_and_its_cause_in_the_log(
    serve: Serve, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    assert await serve(raises(error)) == 1
    (record,) = [each for each in caplog.records if each.levelname == "ERROR"]
    assert "has failed, so the bot ends" in record.message
    assert (record.exc_info is not None) == isinstance(error, KeyError)


async def test_a_connection_that_closes_without_an_error_ends_the_bot_with_status_1(serve: Serve) -> None:
    assert await serve(raises(None)) == 1


async def hang(*_: object) -> None:
    await asyncio.get_running_loop().create_future()


@pytest.mark.parametrize("close", [SolitaireClient.close, hang], ids=["login", "login and close"])
async def test_a_connection_that_hangs_does_not_delay_stopping(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, close: Callable[..., Awaitable[None]]
) -> None:
    """Closing the client does not end an attempt to connect to a host that never answers."""
    stop = asyncio.Event()

    async def start(*_: object) -> None:
        asyncio.get_running_loop().call_soon(stop.set)
        await hang()

    monkeypatch.setattr(connection, "CLOSE_SECONDS", 0.05)
    monkeypatch.setattr(SolitaireClient, "close", close)
    assert await serve(start, stop) == 0


class ThreeShards(SolitaireClient):
    """A client of three shards, two of them launched."""

    ready = True
    closed = False
    begun: asyncio.Event

    @property
    def shards(self) -> dict[int, discord.ShardInfo]:
        shards = {
            0: SimpleNamespace(is_closed=lambda: False, latency=0.04),
            1: SimpleNamespace(is_closed=lambda: self.closed, latency=float("nan")),
        }
        return cast("dict[int, discord.ShardInfo]", shards)

    def is_ready(self) -> bool:
        return self.ready

    async def start(self, *_: object, **__: object) -> None:
        self.begun.set()
        await asyncio.get_running_loop().create_future()


@asynccontextmanager
async def supervised(services: Services, client: type[ThreeShards]) -> AsyncIterator[Health]:
    health, stop = Health(), asyncio.Event()
    three = client(services, shard_count=3)
    three.begun = asyncio.Event()
    serving = asyncio.create_task(connection.serve(three, "a token", stop=stop, health=health))
    await three.begun.wait()
    await asyncio.sleep(0.05)
    yield health
    stop.set()
    assert await asyncio.wait_for(serving, 60) == 0


@pytest.mark.parametrize("state", [{}, {"ready": False}, {"closed": True}], ids=str)
async def test_the_bot_is_connected_while_all_its_shards_are(services: Services, state: dict[str, object]) -> None:
    async with supervised(services, type("Client", (ThreeShards,), state)) as health:
        assert health.is_connected is not None
        assert health.is_connected() == (not state)


async def test_the_state_of_the_shards_is_measured(services: Services) -> None:
    async with supervised(services, type("Client", (ThreeShards,), {"closed": True})):
        lines = generate_latest().decode().splitlines()
        assert "patience_gateway_shards 3.0" in lines
        assert "patience_gateway_connected_shards 1.0" in lines
        assert "patience_gateway_heartbeat_seconds 0.04" in lines
