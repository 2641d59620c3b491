"""PostgreSQL is locked, slow, full, read-only, gone and back: people are told in time, and no answered move is lost."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from tests.bot.kinds import ask, on_postgresql
from tests.postgresql import Server
from tests.wire.bots import running
from tests.wire.discord_server import DiscordServer
from tests.wire.people import Person
from tests.wire.shown_boards import moves_made, told

pytestmark = on_postgresql

NOT_NOW = "nothing was changed"


@pytest.fixture
async def alice(wire: DiscordServer, url: str) -> AsyncIterator[Person]:
    """Someone who has made one move in a game of Dimes."""
    async with running(wire, url):
        await wire.ready()
        person = wire.person()
        await person.say("start", game="dimes", deal="8")
        await person.say("draw")
        yield person


@asynccontextmanager
async def locked(url: str) -> AsyncIterator[None]:
    """Inside, another program keeps everyone from storing anything."""
    other = await asyncpg.connect(url)
    async with other.transaction():
        await other.execute("LOCK TABLE interactions")
        yield
    await other.close()


async def test_a_lock_that_does_not_last_is_waited_for(alice: Person, url: str) -> None:
    async with locked(url):
        drawing = asyncio.create_task(alice.say("draw"))
        await asyncio.sleep(1.0)
    assert moves_made((await drawing).shown) == 2


async def test_a_lock_that_lasts_is_told_in_time_and_changes_nothing(alice: Person, url: str) -> None:
    async with locked(url):
        assert NOT_NOW in told(await alice.say("draw"))
        assert NOT_NOW in told(await alice.send(alice.command("draw", age=1.9)))
        assert moves_made((await alice.say("show")).shown) == 1
    assert moves_made((await alice.say("draw")).shown) == 2


async def test_a_disk_that_is_full_and_cleared_has_lost_nothing(alice: Person, url: str) -> None:
    await ask(
        url,
        "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS"
        " $$ BEGIN RAISE 'could not extend file' USING ERRCODE = 'disk_full'; END $$",
        "CREATE TRIGGER full_disk BEFORE INSERT OR UPDATE ON games EXECUTE FUNCTION full_disk()",
    )
    assert NOT_NOW in told(await alice.say("draw"))
    assert moves_made((await alice.say("show")).shown) == 1
    await ask(url, "DROP TRIGGER full_disk ON games")
    assert moves_made((await alice.say("draw")).shown) == 2


async def test_a_server_that_only_reads_for_a_while_has_lost_nothing(alice: Person, url: str) -> None:
    """As one that another is about to take the place of."""
    name = url.partition("?")[0].rpartition("/")[2]
    for is_on, expected in (("on", 1), ("off", 2)):
        await ask(
            url,
            "SET default_transaction_read_only = off",  # for this program alone
            f'ALTER DATABASE "{name}" SET default_transaction_read_only = {is_on}',
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()",
        )
        drawn = await alice.say("draw")
        assert NOT_NOW in told(drawn) if is_on == "on" else moves_made(drawn.shown) == expected
        assert moves_made((await alice.say("show")).shown) == expected


async def test_a_server_that_is_gone_and_back_has_lost_nothing(alice: Person, server: Server) -> None:
    await asyncio.to_thread(server.stop)
    try:
        assert NOT_NOW in told(await alice.say("draw"))
    finally:
        await asyncio.to_thread(server.start)
    assert moves_made((await alice.say("show")).shown) == 1
    assert moves_made((await alice.say("draw")).shown) == 2
