"""Fixtures for the tests over the wire."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator

import discord
import pytest
from discord.gateway import KeepAliveHandler

from tests.support.wire.bots import RunningBot, running
from tests.support.wire.deadlines import STRETCHED, stretch_deadlines
from tests.support.wire.discord_server import DiscordServer
from tests.support.wire.loopback import Authority
from tests.support.wire.people import Person

IDENTIFY_SECONDS = 0.1
"""How long Discord refuses to let another shard identify."""

_PATIENCE_SECONDS = 0.6
"""How long the bot waits. It is longer, because a busy machine may delay one shard more than the next."""


@pytest.fixture(scope="session")
def authority() -> Authority:
    return Authority()


@pytest.fixture(autouse=True)
def long_deadlines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STRETCHED, "yes")
    stretch_deadlines(monkeypatch.setattr)


@pytest.fixture(autouse=True)
def short_identify_interval(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Shorten the time between two identifies, as `wire` does."""

    async def wait(_: discord.Client, __: int | None, *, initial: bool = False) -> None:
        if not initial:
            await asyncio.sleep(_PATIENCE_SECONDS)

    monkeypatch.setattr(discord.Client, "before_identify_hook", wait)
    yield
    for thread in threading.enumerate():
        if isinstance(thread, KeepAliveHandler):
            thread.stop()  # discord.py leaves the heartbeat of an abandoned connection running


@pytest.fixture
async def wire(authority: Authority) -> AsyncIterator[DiscordServer]:
    """A Discord to which a bot has uploaded its emoji before."""
    server = DiscordServer(authority, identify_seconds=IDENTIFY_SECONDS)
    server.give_emoji()
    async with server.open():
        yield server


@pytest.fixture
async def bot(wire: DiscordServer, url: str) -> AsyncIterator[RunningBot]:
    """A bot that is ready."""
    async with running(wire, url) as started:
        await wire.ready()
        yield started


@pytest.fixture
async def alice(wire: DiscordServer, bot: RunningBot) -> Person:
    """A player who has made one move in a game of Dimes."""
    assert not bot.serving.done()
    person = wire.person()
    await person.say("start", game="dimes", deal="8")
    await person.say("draw")
    return person
