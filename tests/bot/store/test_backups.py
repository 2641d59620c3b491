"""Backups made while people play are consistent and can be played on."""

from __future__ import annotations

import asyncio
import itertools
from pathlib import Path

from bot.cli.backup import backup
from bot.cli.restore import restore
from bot.cli.verify import verify
from bot.model.game import NewGame
from bot.store import open_database
from tests.support.turns import GamesInTurns, open_games

PLAYERS = range(1, 6)
interactions = itertools.count(1000)


async def play(games: GamesInTurns, user_id: int) -> None:
    """Play without a pause and without an end."""
    await games.start(user_id, NewGame("dimes", user_id), next(interactions))
    while True:
        current = await games.play(user_id, "draw", next(interactions))
        while len(current.game.moves) > 50:
            current = await games.undo(user_id, next(interactions))


async def test_a_backup_replaces_a_database_that_was_not_closed(path: Path, games: GamesInTurns) -> None:
    """SQLite would take the old -wal file for the backup's."""
    copy = path.with_name("backup.sqlite3")
    playing = [asyncio.create_task(play(games, user_id)) for user_id in PLAYERS]
    await asyncio.sleep(0.3)
    assert await backup(f"sqlite:///{path}", copy) == 0
    for task in playing:
        task.cancel()
    ended = await asyncio.gather(*playing, return_exceptions=True)
    assert {type(error) for error in ended} == {asyncio.CancelledError}
    crashed = path.parent / "crashed"
    crashed.mkdir()
    for file in path.parent.glob("patience.sqlite3*"):
        (crashed / file.name).write_bytes(file.read_bytes())
    assert len(list(crashed.iterdir())) > 1
    url = f"sqlite:///{crashed}/{path.name}"
    assert await restore(url, copy) == 0
    assert await verify(url) == 0
    restored = await open_database(url)
    for user_id in PLAYERS:
        now = await games.current(user_id)
        then = await open_games(restored).current(user_id)
        assert then.id == now.id
        assert 1 <= then.version <= now.version
        await open_games(restored).undo(user_id, next(interactions))
    await restored.close()
