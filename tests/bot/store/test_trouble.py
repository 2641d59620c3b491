"""An SQLite file that cannot be used for a while: the error says why, and play goes on afterwards."""

import asyncio
import threading
from pathlib import Path

import pytest

from bot.model.game import NewGame
from bot.store import Database, StoreError, open_database
from tests.support.kinds import locked, writer_of
from tests.support.turns import GamesInTurns


def test_a_folder_in_place_of_the_file_is_reported_and_leaves_no_failing_thread(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A thread that outlives the event loop would print a traceback after the one line."""
    path.mkdir()
    failed: list[object] = []
    monkeypatch.setattr(threading, "excepthook", failed.append)
    running = set(threading.enumerate())
    for _ in range(30):
        with pytest.raises(StoreError, match="the file cannot be opened"):
            asyncio.run(open_database(path))
        for thread in set(threading.enumerate()) - running:
            thread.join(5)
    assert failed == []


async def test_a_file_in_place_of_the_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "data").touch()
    with pytest.raises(StoreError, match=r"data cannot be created"):
        await open_database(tmp_path / "data" / "patience.sqlite3")


async def test_a_lock_at_the_start_is_reported(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", 0.05)
    await (await open_database(path)).close()
    with locked(path), pytest.raises(StoreError, match="locked by another program"):
        await open_database(path)
    await (await open_database(path)).close()


async def start_many(games: GamesInTurns) -> None:
    """Start more games than the file has room for."""
    for user in range(1000, 3000):
        await games.start(user, NewGame("dimes", 8), user)


@pytest.mark.parametrize(
    ("trouble", "mend", "reason"),
    [
        ("PRAGMA query_only = ON", "PRAGMA query_only = OFF", "it is read-only"),
        ("PRAGMA max_page_count = 1", "PRAGMA max_page_count = 100000", "the disk is full"),
    ],
)
async def test_trouble_changes_no_game_and_play_goes_on_afterwards(
    database: Database, games: GamesInTurns, trouble: str, mend: str, reason: str
) -> None:
    started = await games.start(1, NewGame("dimes", 8), 100)
    writer = writer_of(database)
    await writer.execute(trouble)
    with pytest.raises(StoreError, match=reason):
        await start_many(games)
    with pytest.raises(StoreError, match=reason):
        await games.start(2, NewGame("dimes", 8), 101)
    assert await games.find(2) is None
    assert (await games.current(1)).game == started.game
    await writer.execute(mend)
    assert (await games.play(1, "draw", 102)).version == started.version + 1
    assert (await games.start(2, NewGame("dimes", 8), 101)).version == 1
