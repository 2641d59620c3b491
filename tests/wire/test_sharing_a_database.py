"""Processes that share a database keep Discord's limits together, and set up commands and emoji once."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from bot.monitoring.health import Health
from bot.pictures.emoji import emoji_files, emoji_name
from bot.store import ClaimStore, StoreError
from tests.support.wire.bots import running
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.loopback import Authority
from tests.wire.conftest import IDENTIFY_SECONDS


async def test_shards_of_all_processes_take_turns_to_identify(authority: Authority, path: Path) -> None:
    wire = DiscordServer(authority, shards=6, identify_seconds=IDENTIFY_SECONDS)
    async with wire.open(), AsyncExitStack() as bots:
        for number in range(3):
            shards = (number, number + 3)
            await bots.enter_async_context(running(wire, path, shard_count=6, shard_ids=shards))
        await wire.ready()  # on a busy machine, some may have identified twice by now
    assert wire.gateway.refused_identifications == 0


async def test_shards_in_different_buckets_do_not_wait_for_each_other(
    authority: Authority, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.identify.IDENTIFY_SECONDS", 3600.0)
    wire = DiscordServer(authority, shards=3, max_concurrency=3, identify_seconds=3600.0)
    async with wire.open(), AsyncExitStack() as bots:
        for number in range(3):
            await bots.enter_async_context(running(wire, path, shard_count=3, shard_ids=[number]))
        await wire.ready()


async def test_a_client_that_waits_for_its_turn_is_not_replaced(
    authority: Authority, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.supervisor.START_SECONDS", 8.0)
    monkeypatch.setattr("bot.app.identify.IDENTIFY_SECONDS", 12.0)
    wire = DiscordServer(authority, shards=2, identify_seconds=1.0)
    async with wire.open(), running(wire, path, shard_count=2, shard_ids=[0]):
        await until(lambda: len(wire.gateway.connections) == 1)
        async with running(wire, path, shard_count=2, shard_ids=[1]):
            await wire.ready()
    assert len(wire.gateway.connected_at) == 2


async def test_shards_identify_while_the_database_fails(
    authority: Authority, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.app.identify._RANDOM_TURNS", 1)
    wire = DiscordServer(authority, shards=4, identify_seconds=0.1)

    async def fail(*_: object) -> None:
        raise StoreError("The disk is full.")

    async with wire.open(), AsyncExitStack() as bots:
        monkeypatch.setattr(ClaimStore, "claim", fail)
        for shards in ((0, 2), (1, 3)):
            await bots.enter_async_context(running(wire, path, shard_count=4, shard_ids=shards))
        await wire.ready()


async def test_no_session_is_started_when_discord_allows_hardly_any(
    authority: Authority, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.app.identify._LEAST_PAUSE_SECONDS", 0.05)
    wire = DiscordServer(authority, identify_seconds=0)
    wire.rest.sessions_left = 5
    wire.rest.reset_seconds = 0.3
    async with wire.open(), running(wire, path):
        await until(lambda: "only 5 more sessions" in caplog.text)
        await asyncio.sleep(0.3)
        assert wire.gateway.connected_at == []
        wire.rest.sessions_left = 1000
        allowed_at = time.monotonic()
        await wire.ready()
        assert wire.gateway.identified_at[0] > allowed_at


async def test_shards_identify_even_if_discord_does_not_state_its_limits(wire: DiscordServer, path: Path) -> None:
    wire.faults.request(404, path="/gateway/bot", times=1000)
    async with running(wire, path, shard_count=1):
        await wire.ready()


async def another_version(_: object) -> str:
    return "other commands"


async def test_one_process_registers_the_commands_and_only_after_a_change(
    authority: Authority, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wire = DiscordServer(authority, shards=2, max_concurrency=2, identify_seconds=0)
    async with wire.open():
        for _ in range(2):
            async with (
                running(wire, path, shard_count=2, shard_ids=[0]),
                running(wire, path, shard_count=2, shard_ids=[1]),
            ):
                await wire.ready()
        assert wire.rest.registrations == 1
        del wire.world.commands[0]  # by hand, or by another bot with the same token
        async with running(wire, path, shard_count=2):
            await wire.ready()
        assert wire.rest.registrations == 2
        monkeypatch.setattr("bot.app.startup._payload", another_version)
        async with running(wire, path, shard_count=2):
            await wire.ready()
        assert wire.rest.registrations == 3


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


async def test_a_bot_that_runs_twice_is_noticed_and_named_until_one_ends(
    authority: Authority, path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.app.neighbours.BEAT_SECONDS", 0.1)
    wire = DiscordServer(authority, identify_seconds=0)
    health = Health()
    async with wire.open(), running(wire, path, name="the first", health=health):
        await wire.ready()
        async with running(wire, path, name="the second"):
            await until(lambda: bool(health.warnings))
        await until(lambda: not health.warnings)
    assert caplog.text.count("the second serves shard 0, as the first does: the bot runs twice") == 1
