"""Processes that share a database all connect, and set up commands and emoji once."""

from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.pictures.emoji import emoji_files, emoji_name
from tests.support.wire.bots import running
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.loopback import Authority
from tests.wire.conftest import IDENTIFY_SECONDS


async def test_processes_that_start_together_all_connect(authority: Authority, path: Path) -> None:
    """Discord refuses those that identify too soon after another one."""
    wire = DiscordServer(authority, shards=3, identify_seconds=IDENTIFY_SECONDS)
    async with wire.open(), AsyncExitStack() as bots:
        for number in range(3):
            await bots.enter_async_context(running(wire, path, shard_count=3, shard_ids=[number]))
        await wire.ready()


async def test_no_session_is_started_when_discord_allows_hardly_any(
    authority: Authority, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    wire = DiscordServer(authority, identify_seconds=0)
    wire.rest.sessions_left = 99
    wire.rest.reset_seconds = 3600.0
    async with wire.open():
        async with running(wire, path):
            await until(lambda: "waiting 60 min, because Discord allows only 99 more sessions" in caplog.text)
        assert wire.gateway.connected_at == []
        wire.rest.reset_seconds = 0.1
        async with running(wire, path):
            await wire.ready()


async def test_one_process_uploads_the_emoji(authority: Authority, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.app.startup.EMOJI_POLL_SECONDS", 0.1)
    wire = DiscordServer(authority, shards=2, servers=2, max_concurrency=2, identify_seconds=0)
    names = sorted(emoji_name(key, png) for key, png in emoji_files().items())
    async with (
        wire.open(),
        running(wire, path, shard_count=2, shard_ids=[0]),
        running(wire, path, shard_count=2, shard_ids=[1]),
    ):
        await wire.ready()
        await until(lambda: len(wire.world.emoji) >= len(names))
        for server in range(2):
            person = wire.person(server=server)
            shown = (await person.say("start", game="dimes", deal="8")).shown
            while "<:" not in str(shown.embeds):
                shown = (await person.say("show")).shown
    assert sorted(wire.world.emoji.values()) == names
