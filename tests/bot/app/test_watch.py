"""Which shards are taken for steady, by what discord.py tells of them."""

from __future__ import annotations

import pytest

from bot.app.sessions import Sessions


def begun(shards: int) -> Sessions:
    """So many shards, all in a session."""
    sessions = Sessions()
    for shard in range(shards):
        sessions.begun(shard)
    return sessions


async def test_a_shard_alone_may_break_off_twice_in_a_minute() -> None:
    sessions = begun(1)
    for _ in range(2):
        sessions.broken_off(0)
        sessions.begun(0)
        assert not sessions.unsteady.is_set()
    sessions.broken_off(0)
    assert sessions.unsteady.is_set()


async def test_a_shard_may_be_turned_away_more_often_while_others_are_in_a_session() -> None:
    sessions = begun(3)
    for _ in range(8):
        sessions.broken_off(0)
    assert not sessions.unsteady.is_set()
    sessions.broken_off(0)
    assert sessions.unsteady.is_set()


async def test_a_shard_that_loses_session_after_session_may_not() -> None:
    """Discord allows a thousand of them a day."""
    sessions = begun(3)
    for _ in range(2):
        sessions.broken_off(0)
        sessions.identified(0)
        sessions.begun(0)
        assert not sessions.unsteady.is_set()
    sessions.broken_off(0)
    assert sessions.unsteady.is_set()


async def test_breaks_are_forgotten_after_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 1000.0
    monkeypatch.setattr("bot.app.sessions.time.monotonic", lambda: now)
    sessions = Sessions()
    for _ in range(10):
        sessions.begun(0)
        sessions.broken_off(0)
        now += 31.0
    assert not sessions.unsteady.is_set()
