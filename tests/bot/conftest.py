"""What the tests of the bot share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.services import Services
from bot.services.games import Games
from bot.store import Database, GameStore
from tests.bot.card_room import CardRoom, running


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "patience.sqlite3"


@pytest.fixture
async def database(path: Path) -> AsyncIterator[Database]:
    opened = await Database.open(path)
    yield opened
    await opened.close()


@pytest.fixture
def games(database: Database) -> Games:
    return Games(GameStore(database))


@pytest.fixture
def services(database: Database) -> Iterator[Services]:
    opened = Services.over(database)
    yield opened
    opened.pictures.close()


@pytest.fixture
async def room(path: Path) -> AsyncIterator[CardRoom]:
    async with running(CardRoom(path)) as opened:
        yield opened
