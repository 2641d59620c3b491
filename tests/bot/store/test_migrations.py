"""Bringing a database up to date."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import aiosqlite
import pytest

from bot.store import Change, Database, FinishedGame, GameStore, StoredGame, StoreError
from bot.store.database import MIGRATIONS, migrate

NEWEST = len(list(MIGRATIONS.glob("*.sql")))
GAME = (
    "INSERT INTO games (id, user_id, variant, saved, status, version, started_at, changed_at, is_current) "
    "VALUES (?, 70, 'tens', 'tens|8||1|4+8', ?, 3, 1, 2, ?)"
)


def schema(path: Path) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(path)) as connection:
        return sorted(connection.execute("SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))


def wrong_migrations(folder: Path) -> Path:
    (folder / "0001_games.sql").write_text("SELECT 1;\n")
    (folder / "0002_wrong.sql").write_text("CREATE TABLE more (id BIGINT);\nALTER TABLE nowhere ADD x BIGINT;\n")
    return folder


def make_empty(path: Path) -> None:
    path.touch()


async def make(path: Path, version: int) -> None:
    connection = await aiosqlite.connect(path, isolation_level=None)
    await migrate(connection, version)
    await connection.close()


@pytest.mark.parametrize("version", range(1, NEWEST + 1))
async def test_every_earlier_schema_is_migrated_and_its_games_are_kept(path: Path, version: int) -> None:
    await make(path, version)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(GAME, (7, "playing", 1))
    for _ in range(2):
        database = await Database.open(path)
        assert await GameStore(database).current(70) == StoredGame(7, 70, "tens|8||1|4+8", 3, changed_at=2)
        await database.close()
    fresh = path.with_name("fresh.sqlite3")
    await (await Database.open(fresh)).close()
    assert schema(path) == schema(fresh)


async def test_games_from_before_statistics_were_kept_are_finished_ones_of_which_little_is_known(path: Path) -> None:
    await make(path, 2)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for number, status in enumerate(("won", "unreadable", "lost", "given up"), 1):
            connection.execute(GAME, (number, status, 0))
        connection.execute(GAME, (7, "playing", 1))
    database = await Database.open(path)
    store = GameStore(database)
    before = await store.finished(70)
    await store.save(
        Change(7, 3, "tens|8||1x|4+8", "given up", home=2, moves=1, is_begun=True, interaction_id=100, now=42)
    )
    after = await store.finished(70)
    await database.close()
    assert before == [FinishedGame("tens", status, None, None, 0) for status in ("won", "lost", "given up")]
    assert after == [*before, FinishedGame("tens", "given up", 2, 1, 40)]


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    make_empty(path)
    database = await Database.open(path)
    assert await GameStore(database).current(70) is None
    await database.close()


async def test_missing_folders_are_made(tmp_path: Path) -> None:
    path = tmp_path / "data" / "of the bot" / "patience.sqlite3"
    await (await Database.open(path)).close()
    assert schema(path)


async def test_a_newer_schema_is_refused_and_left_as_it_is(path: Path) -> None:
    await (await Database.open(path)).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO schema_version VALUES (?)", (NEWEST + 1,))
    before = schema(path)
    with pytest.raises(StoreError, match=rf"newer than this bot: its schema is {NEWEST + 1}, the bot knows {NEWEST}"):
        await Database.open(path)
    assert schema(path) == before


async def test_a_migration_that_fails_leaves_the_schema_as_it_was(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make(path, 1)
    before = schema(path)
    monkeypatch.setattr("bot.store.database.MIGRATIONS", wrong_migrations(tmp_path))
    with pytest.raises(StoreError, match="nowhere"):
        await Database.open(path)
    assert schema(path) == before


async def test_a_schema_without_a_number_is_said(path: Path) -> None:
    await make(path, 1)
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE schema_version SET version = 'first'")
    with pytest.raises(StoreError, match="its schema has no number"):
        await Database.open(path)


async def test_a_statement_without_an_end_is_not_left_out(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "0001_games.sql").write_text("CREATE TABLE games (id BIGINT);\nCREATE TABLE more (id BIGINT)\n")
    monkeypatch.setattr("bot.store.database.MIGRATIONS", tmp_path)
    with pytest.raises(ValueError, match="more"):
        await Database.open(path)
    assert schema(path) == []


async def test_two_bots_that_start_at_once_both_find_the_newest_schema(path: Path) -> None:
    first, second = await Database.open(path), await Database.open(path)
    await first.close()
    assert await GameStore(second).current(1) is None
    await second.close()
