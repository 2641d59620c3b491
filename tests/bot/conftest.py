"""What the tests of the bot share."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from discord.app_commands import AppCommand

from bot.services import Services
from bot.services.games import Games
from bot.store import Database, GameStore, open_database
from engine import Game
from engine.solver import solve
from tests.support.card_room import CardRoom, running
from tests.support.kinds import SQLITE, NewUrl
from tests.support.postgresql import EMPTY, Server


@pytest.fixture(scope="session", autouse=True)
def _compiled() -> None:
    """Have Numba compile the solver before a test waits for an answer: the first time that takes it many seconds."""
    solve(Game.new("diplomat", 1).position, 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "patience.sqlite3"


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """The server of PostgreSQL, once a test wants one."""
    started = Server()
    yield started
    started.end()


@pytest.fixture
def kind(request: pytest.FixtureRequest) -> str:
    """The kind of databases: SQLite's, or what `on_both` or `on_postgresql` ask for."""
    return str(getattr(request, "param", SQLITE))


@pytest.fixture
def new_url(kind: str, path: Path, request: pytest.FixtureRequest) -> Iterator[NewUrl]:
    """Makes databases; the first of SQLite is at `path`."""
    if kind == SQLITE:
        paths = itertools.chain([path], (path.with_name(f"{number}.sqlite3") for number in itertools.count(2)))
        yield lambda: f"sqlite:///{next(paths)}"
        return
    server: Server = request.getfixturevalue("server")
    made: list[str] = []

    def make() -> str:
        made.append(server.new())
        return made[-1]

    yield make
    for url in made:
        server.drop(url)


@pytest.fixture
def empty_url(kind: str, path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where there is nothing yet."""
    if kind == SQLITE:
        yield f"sqlite:///{path}"
        return
    server: Server = request.getfixturevalue("server")
    made = server.new(EMPTY)
    yield made
    server.drop(made)


@pytest.fixture
def url(new_url: NewUrl) -> str:
    """A database of its own."""
    return new_url()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let writes wait for longer than a player would: more of them come at once than players would send."""
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", 60.0)


@pytest.fixture
async def database(url: str) -> AsyncIterator[Database]:
    opened = await open_database(url)
    yield opened
    await opened.close()


@pytest.fixture
def games(database: Database) -> Games:
    return Games(GameStore(database))


@pytest.fixture
def services(database: Database) -> Iterator[Services]:
    opened = Services.create(database)
    yield opened
    opened.pictures.close()


@dataclass(frozen=True)
class Registered:
    """The commands: as the bot registers them, and as Discord returns them."""

    payload: Sequence[Mapping[str, Any]]
    commands: Sequence[AppCommand]


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def registered(tmp_path_factory: pytest.TempPathFactory) -> Registered:
    """The commands of a bot, for tests that only read them: one room is opened for all of these."""
    async with running(CardRoom(tmp_path_factory.mktemp("registered") / "patience.sqlite3")) as room:
        requests = [request for request in room.env.http_requests if request.path.endswith("/commands")]
        (payload,) = [request.json for request in requests if request.method == "PUT"]
        assert payload is not None
        return Registered(payload, await room.client.tree.fetch_commands())


@pytest.fixture
async def room(path: Path, url: str) -> AsyncIterator[CardRoom]:
    async with running(CardRoom(path, url=url)) as opened:
        yield opened
