"""The heartbeat."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import discord
import pytest

from bot import health


def client(*, ready: bool, closed: bool = False) -> discord.AutoShardedClient:
    shards = {0: SimpleNamespace(is_closed=lambda: False), 1: SimpleNamespace(is_closed=lambda: closed)}
    return cast("discord.AutoShardedClient", SimpleNamespace(is_ready=lambda: ready, shards=shards))


async def beat_for_a_moment(file: Path | None, of: discord.AutoShardedClient) -> None:
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(health.beat(file, of), 0.1)


async def beat_until_it_is_there(file: Path, of: discord.AutoShardedClient) -> None:
    beating = asyncio.create_task(health.beat(file, of))
    while not await asyncio.to_thread(file.exists):
        await asyncio.sleep(0.01)
    beating.cancel()


async def test_it_beats_while_the_bot_is_connected(tmp_path: Path) -> None:
    file = tmp_path / "a folder" / "beat"
    await beat_until_it_is_there(file, client(ready=True))
    assert health.is_alive(file, file.stat().st_mtime + 20)


@pytest.mark.parametrize("state", [client(ready=False), client(ready=True, closed=True)])
async def test_it_does_not_beat_otherwise(tmp_path: Path, state: discord.AutoShardedClient) -> None:
    await beat_for_a_moment(tmp_path / "beat", state)
    assert not (tmp_path / "beat").exists()


async def test_without_a_file_nothing_beats() -> None:
    await asyncio.wait_for(health.beat(None, client(ready=True)), 5)


def test_an_old_beat_is_no_sign_of_life(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "beat"
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("HEALTH_FILE", raising=False)
    assert health.main() == 1
    monkeypatch.setenv("HEALTH_FILE", str(file))
    assert health.main() == 1
    file.touch()
    assert health.main() == 0
    os.utime(file, (1, 1))
    assert health.main() == 1
