"""Migrating a database to the current schema."""

import asyncio
import re
import shutil
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.cli.verify import verify
from bot.model.game import NewGame
from bot.store import GameStore, StoreError, location_of, open_database
from bot.store.schema import MIGRATIONS
from tests.support.kinds import NewUrl, ask, create_tables, on_both, on_postgresql
from tests.support.turns import open_games

NEWEST = len(list(MIGRATIONS.glob("*.sql")))


def test_migrations_are_numbered_without_a_gap() -> None:
    """The database stores only how many it has run, so a migration inserted between others would never run."""
    numbers = [int(migration.name.partition("_")[0]) for migration in sorted(MIGRATIONS.glob("*.sql"))]
    assert numbers == list(range(1, NEWEST + 1))


async def schema(url: str) -> list[tuple[Any, ...]]:
    if url.startswith("sqlite:///"):
        return sorted(await ask(url, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    columns = "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns"
    return sorted(
        [*await ask(url, f"{columns} WHERE table_schema = 'public'")]
        + await ask(url, "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"),
        key=repr,
    )


MORE_COLUMNS = "ALTER TABLE games ADD COLUMN more INTEGER;\nALTER TABLE interactions ADD COLUMN more INTEGER;\n"


def add_migration(folder: Path, monkeypatch: pytest.MonkeyPatch, script: str = MORE_COLUMNS) -> None:
    """Make databases opened from now on belong to a newer bot, whose schema has more."""
    shutil.copytree(MIGRATIONS, folder, dirs_exist_ok=True)
    (folder / f"{NEWEST + 1:04}_more.sql").write_text(script)
    monkeypatch.setattr("bot.store.schema.MIGRATIONS", folder)


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let migrations try again soon."""
    monkeypatch.setattr("bot.store.postgresql_migration.PAUSE_SECONDS", 0.05)


@on_both
async def test_an_older_database_gets_each_missing_migration_once_and_keeps_its_games(
    new_url: NewUrl, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older, fresh = new_url(), new_url()
    database = await open_database(older)
    before = await open_games(database).start(70, NewGame("dimes", 8), 100)
    await database.close()
    add_migration(tmp_path, monkeypatch)
    for _ in range(2):
        database = await open_database(older)
        assert (await open_games(database).current(70)).game == before.game
        await database.close()
    await create_tables(fresh)
    assert await schema(older) == await schema(fresh)


@on_both
async def test_a_newer_schema_is_refused_and_left_unchanged(url: str) -> None:
    await create_tables(url)
    await ask(url, f"INSERT INTO schema_version (version) VALUES ({NEWEST + 1})")  # noqa: S608 - a number
    before = await schema(url)
    with pytest.raises(StoreError, match=rf"newer than this bot: its schema version is {NEWEST + 1}, the bot's is"):
        await open_database(url)
    assert await schema(url) == before


@pytest.mark.parametrize(
    "change", ["ALTER TABLE schema_version DROP COLUMN migration", "UPDATE schema_version SET migration = 'another'"]
)
@on_both
async def test_a_database_of_a_version_without_a_migration_is_refused_and_left_unchanged(url: str, change: str) -> None:
    await create_tables(url)
    await ask(url, change)
    before = await schema(url)
    with pytest.raises(StoreError, match=r"made by an older version of the bot.* Start with a new one"):
        await open_database(url)
    with pytest.raises(StoreError, match="made by an older version of the bot"):
        await verify(url)
    assert await schema(url) == before


@on_both
async def test_comments_of_a_migration_may_change(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await create_tables(url)
    for migration in MIGRATIONS.iterdir():
        (tmp_path / migration.name).write_text(f"-- Another comment.\n{migration.read_text()}")
    monkeypatch.setattr("bot.store.schema.MIGRATIONS", tmp_path)
    await create_tables(url)


@on_both
async def test_a_failing_migration_leaves_the_schema_unchanged(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await create_tables(url)
    before = await schema(url)
    add_migration(tmp_path, monkeypatch, "CREATE TABLE more (id BIGINT);\nALTER TABLE nowhere ADD x INT;\n")
    with pytest.raises(StoreError, match="nowhere"):
        await open_database(url)
    assert await schema(url) == before


@on_postgresql
async def test_bots_that_start_at_once_all_find_the_newest_schema(empty_url: str) -> None:
    opened = await asyncio.gather(*(open_database(empty_url) for _ in range(4)))
    for database in opened:
        assert await open_games(database).find(1) is None
        await database.close()
    assert await ask(empty_url, "SELECT version FROM schema_version ORDER BY version") == [
        (number,) for number in range(1, NEWEST + 1)
    ]


@on_both
async def test_an_old_bot_plays_on_after_a_newer_one_has_migrated_the_database(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens in a rolling upgrade; both bots play the same game then."""
    older = await open_database(url)
    games = open_games(older)
    await games.start(70, NewGame("dimes", 8), 100)
    add_migration(tmp_path, monkeypatch)
    newer = await open_database(url)
    for number, each in enumerate((games, open_games(newer), games, open_games(newer), games)):
        assert len((await each.play(70, "draw", 101 + number)).game.moves) == number + 1
    await games.give_up(70, 200)
    assert [game.moves for game in await GameStore().finished(newer, 70)] == [5]
    await older.close()
    await newer.close()
    assert await ask(url, "SELECT MAX(version) FROM schema_version") == [(NEWEST + 1,)]


def test_old_bots_can_play_on_with_what_migrations_add() -> None:
    """They write no new column, and nothing splits a trigger in two."""
    for migration in sorted(MIGRATIONS.glob("*.sql"))[1:]:
        script = re.sub("--.*", "", migration.read_text())
        for statement in script.split(";\n"):
            assert re.match(r"\s*(CREATE|ALTER TABLE \w+ ADD|DROP|INSERT|UPDATE|WITH|$)", statement), statement
            if "ALTER" in statement:
                assert "NOT NULL" not in statement or "DEFAULT" in statement, statement
        assert "TRIGGER" not in script


@on_both
async def test_the_log_says_what_a_migration_does_and_a_new_database_is_told_apart(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.store")
    await create_tables(empty_url)
    (created,) = [record for record in caplog.records if record.levelname == "WARNING"]
    assert created.getMessage() == f"created a new database at {location_of(empty_url).removeprefix('sqlite:///')}"
    caplog.clear()
    add_migration(tmp_path / "newer", monkeypatch)
    await create_tables(empty_url)
    *_, begun, took = caplog.messages
    assert begun == f"schema: {NEWEST + 1:04}_more begins"
    assert took.startswith(f"schema: {NEWEST + 1:04}_more took 0.")
    caplog.clear()
    await create_tables(empty_url)
    assert caplog.messages == []


async def test_a_file_is_copied_before_it_is_migrated(
    path: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "bot.store")
    before = await schema(url)
    database = await open_database(url)
    games = open_games(database)
    started = await games.start(70, NewGame("dimes", 8), 100)
    add_migration(tmp_path / "newer", monkeypatch)
    await create_tables(url)  # while another process plays
    copy = path.with_name(f"patience-before-{NEWEST + 1:04}.sqlite3")
    assert caplog.messages[0] == f"schema: before it changes, the database was copied to {copy}"
    assert copy.stat().st_mode & 0o777 == 0o600
    assert await schema(f"sqlite:///{copy}") == before
    assert await ask(f"sqlite:///{copy}", "SELECT id FROM games") == [(started.id,)]
    assert list(tmp_path.glob("patience-before*")) == [copy]  # noqa: ASYNC240 - a test
    await database.close()


async def test_a_file_that_cannot_be_copied_is_not_migrated(
    path: Path, url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = await schema(url)
    add_migration(tmp_path / "newer", monkeypatch)
    path.with_name(f"patience-before-{NEWEST + 1:04}.sqlite3").mkdir()
    with pytest.raises(StoreError, match="cannot be written"):
        await open_database(url)
    assert await schema(url) == before


@on_postgresql
async def test_moves_go_on_while_a_migration_waits_for_a_long_transaction(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    older = await open_database(url)
    games = open_games(older)
    await games.start(70, NewGame("dimes", 8), 100)
    add_migration(tmp_path, monkeypatch)
    dump = await asyncpg.connect(url, server_settings={"application_name": "pg_dump"})
    async with dump.transaction():
        await dump.execute("SELECT 1 FROM games")
        opening = asyncio.create_task(open_database(url))
        while not await ask(url, "SELECT 1 FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.01)
        for number in range(3):
            await games.play(70, "draw", 101 + number)
        while "waits for" not in caplog.text:
            await asyncio.sleep(0.01)
        assert not opening.done()
    await (await opening).close()
    await dump.close()
    await older.close()
    assert f"schema: {NEWEST + 1:04}_more waits for other transactions" in caplog.text
    assert await ask(url, "SELECT MAX(version) FROM schema_version") == [(NEWEST + 1,)]


SLOW_INDEX = "ALTER TABLE games ADD COLUMN more INTEGER;\n\n-- An index.\nCREATE INDEX slow ON games (slow(id));\n"


@pytest.fixture
async def slow(url: str) -> None:
    """A function that waits for whoever holds lock 5."""
    await ask(
        url,
        "CREATE FUNCTION slow(id BIGINT) RETURNS BIGINT LANGUAGE plpgsql IMMUTABLE AS"
        " 'BEGIN PERFORM pg_advisory_xact_lock_shared(5); RETURN id; END'",
    )


@on_postgresql
@pytest.mark.usefixtures("slow")
async def test_moves_go_on_while_an_index_is_built_and_only_one_process_builds_it(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    older = await open_database(url)
    games = open_games(older)
    await games.start(70, NewGame("dimes", 8), 100)
    add_migration(tmp_path, monkeypatch, SLOW_INDEX)
    other = await asyncpg.connect(url)
    await other.execute("SELECT pg_advisory_lock(5)")
    opening = [asyncio.create_task(open_database(url)) for _ in range(3)]
    while not await ask(url, "SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory'"):
        await asyncio.sleep(0.01)
    for number in range(3):
        await games.play(70, "draw", 101 + number)
    assert not any(task.done() for task in opening)
    await other.close()
    for database in [older, *await asyncio.gather(*opening)]:
        await database.close()
    assert await ask(url, "SELECT MAX(version) FROM schema_version") == [(NEWEST + 1,)]
    assert await ask(url, "SELECT indisvalid FROM pg_index WHERE indexrelid = 'slow'::regclass") == [(True,)]


@on_postgresql
@pytest.mark.usefixtures("slow")
@pytest.mark.parametrize(
    "interrupted", ["DROP INDEX slow", "UPDATE pg_index SET indisvalid = FALSE WHERE indexrelid = 'slow'::regclass"]
)
async def test_an_index_whose_building_was_interrupted_is_built_at_the_next_start(
    url: str, interrupted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    add_migration(tmp_path, monkeypatch, SLOW_INDEX)
    await create_tables(url)
    await ask(url, interrupted)
    await create_tables(url)
    assert await ask(url, "SELECT indisvalid FROM pg_index WHERE indexrelid = 'slow'::regclass") == [(True,)]


@on_postgresql
async def test_a_migration_that_deadlocks_with_players_is_retried(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await create_tables(url)
    add_migration(tmp_path, monkeypatch)
    player = await asyncpg.connect(url)
    await player.execute("SET deadlock_timeout = '60s'")  # so that the migration is the one to notice, on any machine
    async with player.transaction():
        await player.execute("INSERT INTO interactions VALUES (5)")
        opening = asyncio.create_task(open_database(url))
        while not await ask(url, "SELECT 1 FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.01)
        await player.execute("SELECT 1 FROM games")  # each waits for the other now, and the server aborts the migration
        assert not opening.done()
    await player.close()
    await (await opening).close()
    assert await ask(url, "SELECT MAX(version) FROM schema_version") == [(NEWEST + 1,)]
    assert await ask(url, "SELECT id, more FROM interactions") == [(5, None)]
