"""The database is locked, slow, full, read-only or gone: users are told in time, and no answered move is lost."""

import asyncio
import contextlib
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import asyncpg
import pytest

from tests.support.kinds import ask, end_connections, on_both, on_postgresql
from tests.support.postgresql import name_of
from tests.support.wire.bots import running
from tests.support.wire.deadlines import stretched
from tests.support.wire.discord_server import DiscordServer, until
from tests.support.wire.interactions import UnansweredError
from tests.support.wire.people import Person

NOT_NOW = "nothing changed"


@asynccontextmanager
async def locked(url: str) -> AsyncIterator[None]:
    """Lock the database, as another program might, so that nothing can be stored."""
    if url.startswith("postgresql"):
        server = await asyncpg.connect(url)
        async with server.transaction():
            await server.execute("LOCK TABLE interactions")
            yield
        await server.close()
        return
    with closing(sqlite3.connect(url.removeprefix("sqlite:///"), timeout=0, isolation_level=None)) as other:
        while not other.in_transaction:
            with contextlib.suppress(sqlite3.OperationalError):
                other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(0.001)
        yield
        other.execute("ROLLBACK")


@on_both
async def test_a_move_waits_for_a_short_lock(alice: Person, url: str) -> None:
    async with locked(url):
        drawing = asyncio.create_task(alice.say("draw"))
        await asyncio.sleep(1.0)
    assert (await drawing).shown.moves_made == 2


@on_both
async def test_a_long_lock_is_reported_in_time_and_nothing_is_stored(alice: Person, url: str) -> None:
    async with locked(url):
        assert NOT_NOW in (await alice.say("draw")).told
        assert (await alice.say("show")).shown.moves_made == 1
    assert (await alice.say("draw")).shown.moves_made == 2


@on_both
async def test_a_move_waits_for_a_lock_no_longer_than_discord_waits_for_an_answer(alice: Person, url: str) -> None:
    async with locked(url):
        assert NOT_NOW in (await alice.send(alice.command("draw", age=stretched(1.9)))).told
    assert (await alice.say("show")).shown.moves_made == 1
    assert (await alice.say("draw")).shown.moves_made == 2


async def test_a_busy_database_loses_nothing(wire: DiscordServer, alice: Person, path: Path) -> None:
    people = [alice, *(wire.person(f"player {number}") for number in range(5))]
    for person in people[1:]:
        await person.say("start", game="dimes", deal="8")

    async def play(person: Person) -> None:
        """Moves that were reported as failed do not count; those without an answer may count."""
        least = most = (await person.say("show")).shown.moves_made
        for _ in range(5):
            try:
                shown = (await person.say("draw")).shown
            except UnansweredError:
                most += 1
                continue
            if shown.is_private:
                assert NOT_NOW in shown.content
            else:
                most += 1
                assert least < shown.moves_made <= most
                least = shown.moves_made

    playing = asyncio.gather(*map(play, people))
    while not playing.done():
        async with locked(f"sqlite:///{path}"):
            await asyncio.sleep(0.4)
        await asyncio.sleep(0.02)
    await playing
    assert (await alice.say("draw")).shown.moves_made > 1


async def test_a_move_in_a_database_that_is_too_slow_counts_once(
    wire: DiscordServer, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write succeeds, but after Discord stopped waiting."""
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", stretched(10.0))
    monkeypatch.setattr("bot.app.client.STORED_SECONDS", stretched(10.0))
    async with running(wire, path):
        await wire.ready()
        alice = wire.person()
        await alice.say("start", game="dimes", deal="8")
        drawn = alice.command("draw")
        async with locked(f"sqlite:///{path}"):
            with pytest.raises(UnansweredError):
                await alice.send(drawn)
        await until(lambda: drawn.refused != [])
        made = (await alice.say("show")).shown.moves_made
        await wire.deliver(drawn)
        assert (await alice.say("draw")).shown.moves_made == made + 1


@on_postgresql
async def test_a_server_that_is_read_only_for_a_while_has_lost_nothing(alice: Person, url: str) -> None:
    """As during a failover."""
    for is_on, expected in (("on", 1), ("off", 2)):
        await ask(
            url,
            "SET default_transaction_read_only = off",  # for this connection only
            f"ALTER DATABASE {name_of(url)} SET default_transaction_read_only = {is_on}",
        )
        await end_connections(url)
        drawn = await alice.say("draw")
        assert NOT_NOW in drawn.told if is_on == "on" else drawn.shown.moves_made == expected
        assert (await alice.say("show")).shown.moves_made == expected
