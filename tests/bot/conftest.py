"""Fixtures for the tests of the bot: its services over a database, and a card room to play in."""

import copy
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from discord import app_commands

from bot.services import Services
from bot.store import Database, open_database
from engine import Game
from engine.solver import solve
from tests.support.card_room import CardRoom, Registered, running
from tests.support.postgresql import EMPTY, Server
from tests.support.turns import GamesInTurns, open_games


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Compile the solver before any test waits for its answer: on first use Numba takes half a minute for it."""
    solve(Game.new("diplomat", 1).position, 1)


@pytest.fixture(scope="session", autouse=True)
def _translated_once() -> Iterator[None]:
    """Translate the commands for the first card room only: discord.py tries thirty languages twice at each start."""
    translate = app_commands.Group.get_translated_payload
    payloads: dict[str, dict[str, Any]] = {}

    async def translated(group: app_commands.Group, *arguments: Any) -> dict[str, Any]:
        if group.qualified_name not in payloads:
            payloads[group.qualified_name] = await translate(group, *arguments)
        return copy.deepcopy(payloads[group.qualified_name])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(app_commands.Group, "get_translated_payload", translated)
        yield


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give work the time that it takes on a busy machine. Tests of a time limit set it themselves."""
    for limit in (
        "bot.app.client.CANCEL_SECONDS",
        "bot.store.turn.LOCK_SECONDS",
        "bot.services.solving.HINT_SECONDS",
        "bot.store.database.ANSWER_SECONDS",
    ):
        monkeypatch.setattr(limit, 60.0)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = await open_database(url)
    yield opened
    await opened.close()


@pytest.fixture
async def other(url: str) -> AsyncIterator[Database]:
    """The same database in another process."""
    opened = await open_database(url)
    yield opened
    await opened.close()


@pytest.fixture
def target(server: Server) -> Iterator[str]:
    """The URL of an empty database on PostgreSQL."""
    created = server.new(EMPTY)
    yield created
    server.drop(created)


@pytest.fixture
def games(database: Database) -> GamesInTurns:
    return open_games(database)


@pytest.fixture
def services(database: Database) -> Iterator[Services]:
    opened = Services(database)
    yield opened
    opened.pictures.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def registered(tmp_path_factory: pytest.TempPathFactory) -> Registered:
    """The commands of one bot, shared by all tests that only read them."""
    async with running(CardRoom(tmp_path_factory.mktemp("registered") / "patience.sqlite3")) as room:
        return await room.registered()


@pytest.fixture
async def room(path: Path, url: str) -> AsyncIterator[CardRoom]:
    async with running(CardRoom(path, url=url)) as opened:
        yield opened
