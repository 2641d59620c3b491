"""PostgreSQL: several processes, lost connections, a server that stops and starts again."""

import asyncio
import sys
from collections.abc import AsyncIterator
from functools import partial
from urllib.parse import urlsplit, urlunsplit

import asyncpg
import pytest

from bot.model.game import NewGame
from bot.store import Connection, Database, LastingError, StoreError, open_database
from bot.store.postgresql import CONNECTIONS
from tests.support.kinds import ask, end_connections, on_own_postgresql, on_postgresql
from tests.support.postgresql import Firewall, OwnServer, Server, name_of
from tests.support.recording import (
    ALICE,
    rows,
)
from tests.support.turns import GamesInTurns, open_games


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make writes give up sooner than in a bot, so that tests are quick."""
    monkeypatch.setattr("bot.store.database.ANSWER_SECONDS", 0.5)
    monkeypatch.setattr("bot.store.turn.LOCK_SECONDS", 0.5)


async def add(connection: Connection, number: int = 1) -> None:
    await connection.execute("INSERT INTO interactions VALUES (:number)", {"number": number})


@on_postgresql
async def test_a_job_that_conflicts_with_another_is_retried(database: Database, other: Database) -> None:
    """Otherwise each would count as if it were alone."""

    async def job(connection: Connection) -> None:
        ((count,),) = await connection.rows("SELECT COUNT(*) FROM interactions")
        await asyncio.sleep(0.02)
        await add(connection, count)

    await asyncio.gather(*(each.write(job) for each in (database, other) * 3))
    found = await database.rows("SELECT id FROM interactions ORDER BY id")
    assert [number for (number,) in found] == list(range(6))


@on_postgresql
async def test_connections_lost_between_moves_are_replaced(url: str, database: Database, games: GamesInTurns) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    await asyncio.gather(*(games.find(number) for number in range(2 * CONNECTIONS)))
    await end_connections(url)
    assert (await games.play(ALICE, "draw", 101)).version == 2
    await asyncio.gather(*(games.find(number) for number in range(2 * CONNECTIONS)))
    assert (await open_games(database).current(ALICE)).version == 2


@on_postgresql
async def test_a_transaction_whose_connection_is_lost_is_retried(url: str, database: Database) -> None:
    runs = 0

    async def job(connection: Connection) -> None:
        nonlocal runs
        runs += 1
        await add(connection)
        if runs == 1:
            await end_connections(url)
        await add(connection, 2)

    await database.write(job)
    assert runs == 2
    assert await rows(url, "interactions") == [(1,), (2,)]


@on_postgresql
async def test_a_commit_whose_connection_is_lost_is_uncertain_and_not_retried(url: str, database: Database) -> None:
    await ask(
        url,
        "CREATE FUNCTION ends() RETURNS trigger LANGUAGE plpgsql AS"
        " 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END'",
        "CREATE CONSTRAINT TRIGGER at_commit AFTER INSERT ON interactions DEFERRABLE INITIALLY DEFERRED"
        " FOR EACH ROW EXECUTE FUNCTION ends()",
    )
    runs = 0

    async def job(connection: Connection) -> None:
        nonlocal runs
        runs += 1
        await add(connection)

    with pytest.raises(StoreError, match="may or may not have been stored"):
        await database.write(job)
    assert runs == 1
    await ask(url, "DROP TRIGGER at_commit ON interactions")
    await database.write(job)
    assert await rows(url, "interactions") == [(1,)]


@on_own_postgresql
async def test_a_server_restart_is_reported_and_loses_nothing(
    own_server: OwnServer, database: Database, games: GamesInTurns
) -> None:
    started = await games.start(ALICE, NewGame("dimes", 8), 100)
    await asyncio.to_thread(own_server.stop)
    try:
        with pytest.raises(StoreError, match="cannot be used"):
            await games.play(ALICE, "draw", 101)
        with pytest.raises(StoreError, match="cannot be used"):
            await database.write(add)
        with pytest.raises(StoreError, match="cannot be used"):
            await database.ping()
    finally:
        await asyncio.to_thread(own_server.start)
    assert (await games.play(ALICE, "draw", 101)).version == started.version + 1


@pytest.mark.usefixtures("impatient")
@on_postgresql
async def test_a_lock_fails_writes_in_time_and_changes_nothing(url: str, games: GamesInTurns) -> None:
    await games.start(ALICE, NewGame("dimes", 8), 100)
    other = await asyncpg.connect(url)
    async with other.transaction():
        await other.execute("LOCK TABLE interactions")
        writing = [asyncio.create_task(give_up(games, 200 + number)) for number in range(3 * CONNECTIONS)]
        while await other.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted") < 2:
            assert not all(task.done() for task in writing), "they wait one after another"
            await asyncio.sleep(0.01)
        await asyncio.gather(*writing)
    await other.close()
    assert (await games.play(ALICE, "draw", 101)).version == 2


async def give_up(games: GamesInTurns, interaction_id: int) -> None:
    with pytest.raises(StoreError, match="in time"):
        await games.play(ALICE, "draw", interaction_id)


@pytest.mark.usefixtures("impatient")
@on_postgresql
async def test_a_read_that_waits_too_long_fails(url: str, games: GamesInTurns) -> None:
    other = await asyncpg.connect(url)
    async with other.transaction():
        await other.execute("LOCK TABLE games")
        with pytest.raises(StoreError, match="in time"):
            await games.find(ALICE)
    await other.close()
    assert await games.find(ALICE) is None


@on_postgresql
async def test_a_job_that_hides_its_failure_is_not_reported_as_stored(url: str, database: Database) -> None:
    async def job(connection: Connection) -> None:
        await add(connection)
        with pytest.raises(asyncpg.UniqueViolationError):
            await add(connection)

    with pytest.raises(AssertionError, match="hid"):
        await database.write(job)
    assert await rows(url, "interactions") == []


@pytest.mark.parametrize("server", ["127.0.0.1:1", "host.invalid"])
async def test_an_unreachable_server_is_reported_in_one_line_without_the_password(server: str) -> None:
    with pytest.raises(StoreError, match="cannot be reached") as raised:
        await open_database(f"postgresql://postgres:secret-one@{server}/patience")
    assert "secret" not in str(raised.value)
    assert "\n" not in str(raised.value)
    assert str(raised.value).startswith("postgresql://")


@on_postgresql
@pytest.mark.parametrize(("options", "name"), [("", "patience-bot"), ("&application_name=second", "second")])
async def test_the_server_sees_whose_sessions_they_are(url: str, options: str, name: str) -> None:
    database = await open_database(f"{url}{options}" if "?" in url else f"{url}{options.replace('&', '?')}")
    assert await database.rows("SHOW application_name") == [(name,)]
    assert await database.size() > 1_000_000
    await database.close()


async def test_a_missing_database_is_reported(server: Server) -> None:
    with pytest.raises(LastingError, match='database "nowhere" does not exist'):
        await open_database(server.url("nowhere"))


@on_postgresql
async def test_a_missing_driver_is_reported_with_how_to_install_it(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "bot.store.postgresql")
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    with pytest.raises(LastingError, match="install the extra `postgres`"):
        await open_database(url)


@on_postgresql
async def test_a_write_commits_even_if_its_caller_is_cancelled(url: str, database: Database) -> None:
    begun = asyncio.Event()

    async def job(connection: Connection) -> None:
        begun.set()
        await add(connection)

    writing = asyncio.create_task(database.write(job))
    await begun.wait()
    writing.cancel()
    await asyncio.wait({writing})
    await database.close()
    assert await rows(url, "interactions") == [(1,)]


@on_postgresql
async def test_sessions_that_are_read_only_after_a_failover_are_replaced(url: str, database: Database) -> None:
    async def becomes_read_only(connection: Connection) -> None:
        await connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")

    await asyncio.gather(*(database.write(becomes_read_only) for _ in range(CONNECTIONS)))
    with pytest.raises(StoreError, match="read-only transaction"):
        await database.write(add)
    for number in range(CONNECTIONS):
        await database.write(partial(add, number=number))
    assert len(await ask(url, "SELECT id FROM interactions")) == CONNECTIONS


@on_postgresql
async def test_connections_that_were_dropped_silently_fail_nobody(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """As by a firewall that forgets idle connections, or by a failover."""
    monkeypatch.setattr("bot.store.postgresql_pool.IDLE_SECONDS", 0.0)
    firewall = Firewall(url)
    async with firewall.serving() as through:
        database = await open_database(through)
        together = asyncio.Barrier(CONNECTIONS)

        async def add_together(connection: Connection, number: int) -> None:
            await together.wait()
            await add(connection, number)

        await asyncio.gather(*(database.write(partial(add_together, number=number)) for number in range(CONNECTIONS)))
        firewall.drop()
        writes = [database.write(partial(add, number=100 + number)) for number in range(CONNECTIONS)]
        reads = [database.rows("SELECT 1") for _ in range(CONNECTIONS)]
        await asyncio.gather(*writes, *reads)
        await database.close()
    assert len(await ask(url, "SELECT id FROM interactions")) == 2 * CONNECTIONS


def as_user(name: str, url: str) -> str:
    parts = urlsplit(url)
    return urlunsplit(parts._replace(netloc=f"{name}@{parts.netloc.rpartition('@')[2]}"))


@pytest.fixture
async def guest_url(url: str, server: Server) -> AsyncIterator[str]:
    """The database for a user who is no superuser, who may use its tables."""
    guest = f"{name_of(url)}_guest"
    server.execute(f"CREATE ROLE {guest} LOGIN")
    await ask(url, f"GRANT ALL ON ALL TABLES IN SCHEMA public TO {guest}")
    yield as_user(guest, url)
    await ask(url, f"DROP OWNED BY {guest}", f"DROP ROLE {guest}")


@on_postgresql
async def test_a_server_that_grants_few_connections_refuses_nobody(
    url: str, guest_url: str, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.postgresql_pool.LIMIT_SECONDS", 3600.0)
    server.execute(f"ALTER DATABASE {name_of(url)} CONNECTION LIMIT 3")
    database = await open_database(guest_url)
    together = asyncio.Barrier(3)

    async def add_together(connection: Connection, number: int) -> None:
        await together.wait()
        await add(connection, number)

    for begin in (0, 12):
        await asyncio.gather(*(database.write(partial(add_together, number=begin + number)) for number in range(12)))
    await database.close()
    assert len(await ask(url, "SELECT id FROM interactions")) == 24


@on_postgresql
@pytest.mark.parametrize("right", ["SCHEMA public", "ALL TABLES IN SCHEMA public"])
async def test_a_user_without_rights_is_reported(url: str, guest_url: str, right: str) -> None:
    await ask(url, f"REVOKE ALL ON {right} FROM PUBLIC, {name_of(url)}_guest")
    with pytest.raises(LastingError, match=r"permission denied for|no schema has been selected"):
        await open_database(guest_url)


@on_postgresql
async def test_a_user_who_may_not_create_tables_is_reported(empty_url: str, server: Server) -> None:
    server.execute("CREATE ROLE newcomer LOGIN")
    try:
        with pytest.raises(LastingError, match="permission denied for schema public"):
            await open_database(as_user("newcomer", empty_url))
    finally:
        server.execute("DROP ROLE newcomer")


@pytest.mark.parametrize(
    "option",
    ["sslmode=no-verify", "schema=public", "channel_binding=require", "statement_timeout=soon", "port=first"],
)
@on_postgresql
async def test_a_wrong_option_of_the_url_is_named_and_no_restart_helps(url: str, option: str) -> None:
    with pytest.raises(LastingError, match=f"{option.partition('=')[0]}|first"):
        await open_database(f"{url}{'&' if '?' in url else '?'}{option}")
