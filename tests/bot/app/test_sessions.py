"""When a shard counts as unstable, by what discord.py reports about it."""

from __future__ import annotations

import logging
from types import SimpleNamespace
from typing import cast

import pytest
from discord.gateway import DiscordWebSocket, KeepAliveHandler

from bot.app.sessions import Sessions


def started(shards: int) -> Sessions:
    """Sessions of this many shards."""
    sessions = Sessions()
    for shard in range(shards):
        sessions.started(shard)
    return sessions


def test_a_shard_that_waits_for_its_turn_to_identify_is_not_called_slow(caplog: pytest.LogCaptureFixture) -> None:
    """discord.py sends the first heartbeat before that wait, and reads the answer after it."""
    sessions = started(1)
    gateway = logging.getLogger("discord.gateway")
    gateway.addFilter(sessions.is_news)
    for shard in range(2):
        socket = SimpleNamespace(thread_id=0, _max_heartbeat_timeout=60.0)
        heart = KeepAliveHandler(ws=cast("DiscordWebSocket", socket), interval=41.0, shard_id=shard)
        heart._last_send -= 15  # noqa: SLF001 - the time that passes
        heart.ack()
    gateway.removeFilter(sessions.is_news)
    assert [message.partition(" websocket")[0] for message in caplog.messages] == ["Can't keep up, shard ID 0"]


async def test_a_single_shard_may_disconnect_twice_in_a_minute() -> None:
    sessions = started(1)
    for _ in range(2):
        sessions.disconnected(0)
        sessions.started(0)
        assert not sessions.unstable.is_set()
    sessions.disconnected(0)
    assert sessions.unstable.is_set()


async def test_a_shard_may_be_refused_more_often_while_others_are_in_a_session() -> None:
    sessions = started(3)
    for _ in range(8):
        sessions.disconnected(0)
    assert not sessions.unstable.is_set()
    sessions.disconnected(0)
    assert sessions.unstable.is_set()


async def test_a_shard_that_loses_session_after_session_may_not() -> None:
    """Discord allows a thousand of them a day."""
    sessions = started(3)
    for _ in range(2):
        sessions.disconnected(0)
        sessions.identified(0)
        sessions.started(0)
        assert not sessions.unstable.is_set()
    sessions.disconnected(0)
    assert sessions.unstable.is_set()


async def test_disconnects_are_forgotten_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("bot.app.sessions.time.monotonic", lambda: now)
    sessions = Sessions()
    for _ in range(10):
        sessions.started(0)
        sessions.disconnected(0)
        now += 31.0
    assert not sessions.unstable.is_set()
