"""What all tests share: property tests take their time, and a test that asks for a database gets a new one.

Databases are on SQLite or on PostgreSQL, as `tests/support/kinds.py` says.
"""

import asyncio
import itertools
import os
import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from tests.support.chain import CHAIN
from tests.support.kinds import OWN_POSTGRESQL, POSTGRESQL, SQLITE, NewUrl, create_tables
from tests.support.memory import folder_in_memory
from tests.support.postgresql import EMPTY, OwnServer, Server
from tests.support.thorough import THOROUGH

_ANY_MACHINE = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow], max_examples=200)
settings.register_profile("explore", _ANY_MACHINE, derandomize=False)
settings.register_profile(THOROUGH, _ANY_MACHINE, derandomize=True)
settings.register_profile("repeatable", settings.get_profile(THOROUGH), max_examples=60)
settings.load_profile("repeatable")

_SERVERS = {POSTGRESQL: "server", OWN_POSTGRESQL: "own_server"}
"""The fixture that has the server of each kind."""


def pytest_configure() -> None:
    """Make the folders of tests in memory, unless their place is set."""
    memory = folder_in_memory()
    if memory is not None:
        os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(memory))


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same random games in every run: one in a thousand is over after a move or two."""
    monkeypatch.setattr("bot.services.games.secrets.randbits", random.Random(1).getrandbits)


@pytest.fixture(autouse=True)
def same_dailies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same dailies in every run, from a chain that was begun long ago."""
    monkeypatch.setattr("bot.services.dailies.new_chain", lambda _: CHAIN)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The path of the first SQLite database."""
    return tmp_path / "patience.sqlite3"


@pytest.fixture(scope="session")
def own_server() -> Iterator[OwnServer]:
    """A PostgreSQL server, started by the first test that asks for it."""
    started = OwnServer()
    yield started
    started.end()


@pytest.fixture(scope="session")
def server(request: pytest.FixtureRequest) -> Iterator[Server]:
    """The server at TEST_POSTGRESQL, if that is set, and otherwise the tests' own."""
    url = os.environ.get("TEST_POSTGRESQL")
    if url is None:
        yield request.getfixturevalue("own_server")
        return
    running = Server(url)
    yield running
    running.end()


@pytest.fixture
def database_kind(request: pytest.FixtureRequest) -> str:
    """SQLite, or the kind of database that `on_both` or `on_postgresql` selects."""
    return str(getattr(request, "param", SQLITE))


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database with all tables, which tests copy: creating the tables takes longer than many tests do."""
    path = tmp_path_factory.mktemp("new") / "patience.sqlite3"
    asyncio.run(create_tables(f"sqlite:///{path}"))
    return path


@pytest.fixture
def new_url(database_kind: str, path: Path, sqlite_template: Path, request: pytest.FixtureRequest) -> Iterator[NewUrl]:
    """Creates databases and returns their URLs; on SQLite the first one is at `path`."""
    if database_kind == SQLITE:
        paths = itertools.chain([path], (path.with_name(f"{number}.sqlite3") for number in itertools.count(2)))
        yield lambda: f"sqlite:///{shutil.copy(sqlite_template, next(paths))}"
        return
    server: Server = request.getfixturevalue(_SERVERS[database_kind])
    created: list[str] = []

    def create() -> str:
        created.append(server.new())
        return created[-1]

    yield create
    for url in created:
        server.drop(url)


@pytest.fixture
def empty_url(database_kind: str, path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of a database without tables."""
    if database_kind == SQLITE:
        yield f"sqlite:///{path}"
        return
    server: Server = request.getfixturevalue(_SERVERS[database_kind])
    created = server.new(EMPTY)
    yield created
    server.drop(created)


@pytest.fixture
def url(new_url: NewUrl) -> str:
    """The URL of a new database."""
    return new_url()
