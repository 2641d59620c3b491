"""`python -m bot migrate-database`: from SQLite to PostgreSQL, all or nothing."""

import asyncio
from collections.abc import Mapping
from pathlib import Path

import pytest

from bot import __main__ as main
from bot.cli.migrate_database import migrate_database
from bot.model.announcement import Announcement
from bot.model.game import NewGame
from bot.model.live_board import LiveBoard
from bot.store import Connection, DailyStore, Database, StoreError, Turns, open_database
from bot.store.queries import queries
from tests.support.chain import CHAIN
from tests.support.kinds import ask, columns
from tests.support.recording import ALICE, BOB, record, result, rows
from tests.support.turns import BoardsInTurns, announce, open_games

LARGEST = 2**63 - 1


async def tables_of(source: str) -> set[str]:
    return set(await columns(source)) - {"schema_version"}


async def prefer(database: Database, user_id: int, values: Mapping[str, str]) -> None:
    """Store any preferences, also those of another version of the bot."""

    async def put(connection: Connection) -> None:
        for name, value in values.items():
            await queries.put_preference(connection, user_id=user_id, name=name, value=value)

    await database.write(put)


@pytest.fixture
async def source(path: Path) -> str:
    """An SQLite file with rows in every table."""
    database = await open_database(path)
    games = open_games(database)
    for user in range(30):
        await games.start(user, NewGame("dimes", 8), LARGEST - user)
        await games.play(user, "draw", 100 + user)
        await record(database, user, result(user))
    await record(database, BOB, result(52, variant="dimes"))
    await prefer(database, ALICE, {"language": "ja", "note": "„Größe“ 🂡 'quoted' \n :name $1"})
    await BoardsInTurns(database).put(ALICE, LiveBoard((await games.current(ALICE)).id, LARGEST, 2, 3))
    await DailyStore().begin_chain(Turns(database).background(), CHAIN)
    await announce(database, Announcement(7, 8, "de"), 5)
    await database.close()
    url = f"sqlite:///{path}"
    await ask(
        url,
        "INSERT INTO dailies VALUES (739000, 'tens', 0, 0, 1)",
        "INSERT INTO proofs VALUES (739000, 'tens', 'c', 1, 2, 0, NULL)",
        "INSERT INTO spent_attempts VALUES (739000, 'f')",
        "INSERT INTO claims VALUES ('emoji', 'one', 5)",
        "INSERT INTO badges VALUES (1, 'tens', 5)",
        "INSERT INTO blocks VALUES ('user', 1, 5)",
        "INSERT INTO reminders VALUES (1, NULL, 'de', 5, NULL)",
        "INSERT INTO installation VALUES ('registered commands', 'made')",
        "INSERT INTO players VALUES (1, 'Alice')",
        "INSERT INTO leaderboards VALUES (1, 0, 0, '', 'streaks')",
        "INSERT INTO standings VALUES (7, 1, -2)",
        "INSERT INTO streaks VALUES (7, 1, 739000, 2, 2, 2, 0)",
        "INSERT INTO challenges VALUES (1, 'tens|13|', 0, 5, 6, 'en', NULL, NULL, 7, 8, 0, 0)",
        "INSERT INTO entries VALUES (1, 1, 'Alice', 'challenger', 0, 1, 52, 0, 60, 0)",
    )
    return url


async def test_all_rows_of_all_tables_are_copied(
    source: str, target: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.cli.migrate_database._BATCH", 7)
    assert await migrate_database(source, target) == 0
    told = capsys.readouterr().out
    for table in await tables_of(source):
        there = await rows(target, table)
        assert there != []
        assert there == await rows(source, table)
        assert f"{table}: {len(there):,} rows copied" in told
    database = await open_database(target)
    assert (await open_games(database).play(ALICE, "draw", 1000)).version == 3
    await database.close()


async def test_a_target_that_is_not_empty_is_refused_and_left_unchanged(source: str, target: str) -> None:
    database = await open_database(target)
    await prefer(database, BOB, {"language": "de"})
    await database.close()
    with pytest.raises(StoreError, match="not empty"):
        await migrate_database(source, target)
    assert await rows(target, "games") == []
    assert await rows(target, "preferences") == [(BOB, "language", "de")]


@pytest.mark.parametrize(
    ("damage", "table"),
    [
        ("UPDATE streaks SET longest = 3000000000 WHERE user_id = 7", "streaks"),
        ("UPDATE preferences SET value = 'a' || char(0) || 'b'", "preferences"),
        ("UPDATE results SET home = 'many' WHERE user_id = 7", "results"),
        ("UPDATE installation SET value = x'00ff'", "installation"),
    ],
)
async def test_a_row_that_postgresql_rejects_is_reported_and_nothing_is_copied(
    source: str, target: str, damage: str, table: str
) -> None:
    await ask(source, damage)
    with pytest.raises(StoreError, match=f"{table}: PostgreSQL does not accept a row: "):
        await migrate_database(source, target)
    for name in await tables_of(source):
        assert await rows(target, name) == []


async def test_it_copies_from_sqlite_to_postgresql_only(source: str, target: str) -> None:
    for there in ((target, source), (source, source), (target, target)):
        with pytest.raises(StoreError, match="copies from sqlite:///path to the PostgreSQL database"):
            await migrate_database(*there)


async def test_the_command_copies_to_the_database_that_the_environment_names(
    source: str, target: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATABASE_URL", target)
    monkeypatch.setattr("sys.argv", ["bot", "migrate-database", source])
    assert await asyncio.to_thread(main.main) == 0
    count = "SELECT COUNT(*) FROM games"
    assert await ask(target, count) == await ask(source, count) != [(0,)]


@pytest.mark.parametrize("wrong", ["postgresql://user:secret-one@host/name", "mysql://user:secret-one@host/name"])
def test_the_command_line_takes_no_password(
    wrong: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bot", "migrate-database", wrong])
    with pytest.raises(SystemExit):
        main.main()
    said = capsys.readouterr().err
    assert "DATABASE_URL names the database to fill" in said
    assert "secret" not in said
