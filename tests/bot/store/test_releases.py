"""The bot migrates the database of every release, or refuses it as older and leaves it unchanged."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.cli.verify import verify
from bot.model.game import NewGame
from bot.store import StoreError, open_database
from tests.support.releases import ALICE, BOB, FOLDER, create
from tests.support.turns import open_games

RELEASES = sorted(file.stem for file in FOLDER.glob("*.sql"))
REFUSED = ("0.1.0", "0.2.0")


@pytest.mark.parametrize("version", REFUSED)
def test_a_database_that_cannot_be_migrated_is_called_older_and_left_alone(path: Path, version: str) -> None:
    create(version, path)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="made by an older version of the bot, and this version cannot"):
        asyncio.run(open_database(path))
    assert path.read_bytes() == before


@pytest.mark.parametrize("version", [version for version in RELEASES if version not in REFUSED])
async def test_a_database_of_a_release_is_migrated_without_a_fault_and_played_on(path: Path, version: str) -> None:
    """If this fails, a migration of a released version was changed: add a new one instead."""
    create(version, path)
    database = await open_database(path)
    games = open_games(database)
    for user_id, interaction in ((ALICE, 10**6), (BOB, 10**6 + 1)):
        before = await games.current(user_id)
        move = str(before.game.legal_moves()[0])
        assert (await games.play(user_id, move, interaction)).version == before.version + 1
    await games.start(3, NewGame("tens", 8), 10**6 + 2)
    await database.close()
    assert await verify(path) == 0
