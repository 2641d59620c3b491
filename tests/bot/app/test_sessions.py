"""When a shard counts as unstable, by what discord.py reports about it."""

from __future__ import annotations

import pytest

from bot.app.sessions import Sessions


def started(shards: int) -> Sessions:
    """Sessions of this many shards."""
    sessions = Sessions()
    for shard in range(shards):
        sessions.started(shard)
    return sessions


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
