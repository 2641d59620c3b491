"""The bot looks at whatever DATABASE_URL names, and changes nothing before it knows that it is its own."""

import pytest

from bot.store import Connection, Database, LastingError, StoreError, open_database
from tests.support.kinds import ask, columns, on_both, on_postgresql
from tests.support.postgresql import Server, name_of


@pytest.mark.parametrize(
    "statements",
    [
        ["CREATE TABLE songs (id INTEGER)"],
        ["CREATE TABLE schema_version (version TEXT)", "INSERT INTO schema_version VALUES ('first')"],
    ],
    ids=["other tables", "another version"],
)
@on_both
async def test_a_database_of_another_program_stays_as_it_is(empty_url: str, statements: list[str]) -> None:
    await ask(empty_url, *statements)
    before = await columns(empty_url)
    with pytest.raises(StoreError, match="This is not the bot's database"):
        await open_database(empty_url)
    assert await columns(empty_url) == before


@on_postgresql
async def test_a_database_that_cannot_store_every_name_is_refused(empty_url: str, server: Server) -> None:
    name = f"{name_of(empty_url)}_latin1"
    server.execute(f"CREATE DATABASE {name} ENCODING 'LATIN1' TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    try:
        with pytest.raises(LastingError, match=r"encoding of the database is LATIN1: create one with ENCODING 'UTF8'"):
            await open_database(server.url(name))
    finally:
        server.drop(server.url(name))


@on_postgresql
async def test_a_database_that_cannot_be_written_is_refused(url: str) -> None:
    await ask(url, f"ALTER DATABASE {name_of(url)} SET default_transaction_read_only = on")
    with pytest.raises(StoreError, match="read-only transaction"):
        await open_database(url)


@on_postgresql
async def test_a_pooler_that_forgets_prepared_statements_is_named(database: Database) -> None:
    """So does PgBouncer before version 1.21 in transaction mode."""

    async def forgets(connection: Connection) -> None:
        await connection.rows("SELECT 1")
        await connection.execute("DEALLOCATE ALL")

    await database.write(forgets)
    with pytest.raises(StoreError, match="prepared statement"):
        await database.write(forgets)
