"""Changes of one user wait for each other, but not for long."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.model.errors import BusyError
from bot.model.game import NewGame
from bot.services.games import Games
from bot.services.user_locks import UserLocks


async def test_a_change_that_waits_too_long_is_refused_without_affecting_other_users(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.services.user_locks._LOCK_SECONDS", 0.05)
    locks = UserLocks()
    goes_on = asyncio.Event()
    made: list[str] = []

    async def slow() -> None:
        await goes_on.wait()
        made.append("slow")

    async def quick() -> None:
        made.append("quick")

    slowly = asyncio.create_task(locks.run(1, slow))
    await asyncio.sleep(0)
    with pytest.raises(BusyError):
        await locks.run(1, quick)
    await locks.run(2, quick)
    assert made == ["quick"]
    goes_on.set()
    await slowly
    await locks.run(1, quick)
    assert made == ["quick", "slow", "quick"]


async def test_a_change_that_waits_too_long_stays_refused(
    path: Path, games: Games, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.services.user_locks._LOCK_SECONDS", 0.05)
    await games.start(1, NewGame("dimes", 8), 100)
    with closing(sqlite3.connect(path)) as blocking:
        blocking.execute("BEGIN IMMEDIATE")
        moves = [asyncio.create_task(games.play(1, "draw", number)) for number in (200, 201)]
        await asyncio.sleep(0.2)
        blocking.rollback()
        first, second = await asyncio.gather(*moves, return_exceptions=True)
    assert not isinstance(first, BaseException)
    assert isinstance(second, BusyError)
    await games.play(1, "draw", 201)
    assert (await games.current(1)).game.save() == "dimes|8||1|draw"
