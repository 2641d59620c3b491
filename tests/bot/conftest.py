"""What the tests of the bot share."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bot.services import Services
from bot.services.games import Games
from bot.store import Database, GameStore
from tests.bot.card_room import CardRoom


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
    """A running bot. Nothing that it does may end in an exception that nobody handles."""
    opened = CardRoom(path)
    await opened.open()
    yield opened
    errors = opened.env.errors
    await opened.close()
    assert errors == []
