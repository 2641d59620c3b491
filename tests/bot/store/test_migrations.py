"""Bringing a database up to date."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from bot.model.game import NewGame
from bot.services.games import Games
from bot.store import (
    Change,
    Database,
    FinishedGame,
    GameStore,
    LeaderboardStore,
    StoredGame,
    StoreError,
    count_results,
)
from bot.store.schema import MIGRATIONS
from tests.support.kinds import POSTGRESQL, SQLITE, NewUrl, ask, on_both, on_postgresql

NEWEST = len(list(MIGRATIONS.glob("*.sql")))
FIRST_OF_POSTGRESQL = 9
"""The first schema that a released bot made there."""


def test_migrations_are_numbered_without_a_gap() -> None:
    """The database keeps how many of them it has seen: one that is put in between would never be run."""
    numbers = [int(migration.name.partition("_")[0]) for migration in sorted(MIGRATIONS.glob("*.sql"))]
    assert numbers == list(range(1, NEWEST + 1))


def game(number: int, status: str, *, is_current: int) -> str:
    """A statement that adds a game to the first of all schemas."""
    columns = "id, user_id, variant, saved, status, version, started_at, changed_at, is_current"
    values = f"{number}, 70, 'tens', 'tens|8||1|4+8', '{status}', 3, 1, 2, {is_current}"
    return f"INSERT INTO games ({columns}) VALUES ({values})"  # noqa: S608 - values of the test


async def schema(url: str) -> list[tuple[Any, ...]]:
    if url.startswith("sqlite:///"):
        return sorted(await ask(url, "SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL"))
    columns = "SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns"
    return sorted(
        [*await ask(url, f"{columns} WHERE table_schema = 'public'")]
        + await ask(url, "SELECT indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'"),
        key=repr,
    )


def wrong_migrations(folder: Path) -> Path:
    (folder / "0001_games.sql").write_text("SELECT 1;\n")
    (folder / "0002_wrong.sql").write_text("CREATE TABLE more (id BIGINT);\nALTER TABLE nowhere ADD x BIGINT;\n")
    return folder


def one_more_migration(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have those that are opened from now on be of a newer bot, which has more columns."""
    shutil.copytree(MIGRATIONS, folder, dirs_exist_ok=True)
    more = "ALTER TABLE games ADD COLUMN more INTEGER;\nALTER TABLE interactions ADD COLUMN more INTEGER;\n"
    (folder / f"{NEWEST + 1:04}_more.sql").write_text(more)
    monkeypatch.setattr("bot.store.schema.MIGRATIONS", folder)


async def make(url: str, version: int) -> None:
    """Make a database as an earlier bot did."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        for migration in sorted(MIGRATIONS.glob("*.sql"))[:version]:
            shutil.copy(migration, folder)
        patch.setattr("bot.store.schema.MIGRATIONS", Path(folder))
        await (await Database.open(url)).close()


@pytest.mark.parametrize(
    ("kind", "version"),
    [(SQLITE, version) for version in range(1, NEWEST + 1)]
    + [(POSTGRESQL, version) for version in range(FIRST_OF_POSTGRESQL, NEWEST + 1)],
    indirect=["kind"],
)
async def test_every_earlier_schema_is_migrated_and_its_games_are_kept(
    empty_url: str, new_url: NewUrl, version: int
) -> None:
    await make(empty_url, version)
    await ask(empty_url, game(7, "playing", is_current=1))
    for _ in range(2):
        database = await Database.open(empty_url)
        assert await GameStore(database).current(70) == StoredGame(7, 70, "tens|8||1|4+8", 3, changed_at=2)
        await database.close()
    new_url()  # which is `empty_url` for SQLite
    fresh = new_url()
    await (await Database.open(fresh)).close()
    assert await schema(empty_url) == await schema(fresh)


@on_both
async def test_games_from_before_statistics_were_kept_are_finished_ones_of_which_little_is_known(
    empty_url: str,
) -> None:
    await make(empty_url, 2)
    for number, status in enumerate(("won", "unreadable", "lost", "given up"), 1):
        await ask(empty_url, game(number, status, is_current=0))
    await ask(empty_url, game(7, "playing", is_current=1))
    database = await Database.open(empty_url)
    store = GameStore(database)
    before = await store.finished(70)
    await store.save(
        Change(7, 70, 3, "tens|8||1x|4+8", "given up", home=2, moves=1, is_begun=True, interaction_id=100, now=42)
    )
    after = await store.finished(70)
    await database.close()
    assert before == [FinishedGame("tens", status, None, None, 0) for status in ("won", "lost", "given up")]
    assert after == [*before, FinishedGame("tens", "given up", 2, 1, 40)]


@on_both
async def test_results_from_before_there_was_a_mark_are_counted_already(empty_url: str) -> None:
    await make(empty_url, 7)
    await ask(empty_url, "INSERT INTO results VALUES (70, 739000, 'tens', 900, 0, 40, 3, 60)")
    database = await Database.open(empty_url)
    await database.write(count_results)
    assert len(await LeaderboardStore(database).results(70)) == 1
    await database.close()
    assert await ask(empty_url, "SELECT * FROM standings") == []


async def test_an_empty_file_becomes_a_database(path: Path) -> None:
    await asyncio.to_thread(path.touch)
    database = await Database.open(path)
    assert await GameStore(database).current(70) is None
    await database.close()


async def test_missing_folders_are_made(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/data/of the bot/patience.sqlite3"
    await (await Database.open(url)).close()
    assert await schema(url)


@on_both
async def test_a_newer_schema_is_refused_and_left_as_it_is(url: str) -> None:
    await (await Database.open(url)).close()
    await ask(url, f"INSERT INTO schema_version VALUES ({NEWEST + 1})")  # noqa: S608 - a number
    before = await schema(url)
    with pytest.raises(StoreError, match=rf"newer than this bot: its schema is {NEWEST + 1}, the bot knows {NEWEST}"):
        await Database.open(url)
    assert await schema(url) == before


@on_both
async def test_a_migration_that_fails_leaves_the_schema_as_it_was(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await make(empty_url, 1)
    before = await schema(empty_url)
    monkeypatch.setattr("bot.store.schema.MIGRATIONS", wrong_migrations(tmp_path))
    with pytest.raises(StoreError, match="nowhere"):
        await Database.open(empty_url)
    assert await schema(empty_url) == before


async def test_a_schema_without_a_number_is_said(url: str) -> None:
    await make(url, 1)
    await ask(url, "UPDATE schema_version SET version = 'first'")
    with pytest.raises(StoreError, match="its schema has no number"):
        await Database.open(url)


@on_both
async def test_a_statement_without_an_end_is_not_left_out(
    empty_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "0001_games.sql").write_text("CREATE TABLE games (id BIGINT);\nCREATE TABLE more (id BIGINT)\n")
    monkeypatch.setattr("bot.store.schema.MIGRATIONS", tmp_path)
    with pytest.raises(ValueError, match="more"):
        await Database.open(empty_url)
    assert await schema(empty_url) == []


async def test_two_bots_that_start_one_after_the_other_both_find_the_newest_schema(path: Path) -> None:
    first, second = await Database.open(path), await Database.open(path)
    await first.close()
    assert await GameStore(second).current(1) is None
    await second.close()


@on_postgresql
async def test_bots_that_start_at_once_all_find_the_newest_schema(empty_url: str) -> None:
    opened = await asyncio.gather(*(Database.open(empty_url) for _ in range(4)))
    for database in opened:
        assert await GameStore(database).current(1) is None
        await database.close()
    assert await ask(empty_url, "SELECT version FROM schema_version ORDER BY version") == [
        (number,) for number in range(1, NEWEST + 1)
    ]


@on_both
async def test_a_bot_plays_on_while_a_newer_one_brings_its_database_up_to_date(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a rolling upgrade; and both play the same game then."""
    older = await Database.open(url)
    games = Games(GameStore(older))
    await games.start(70, NewGame("dimes", 8), 100, replacing=None)
    one_more_migration(tmp_path, monkeypatch)
    newer = await Database.open(url)
    for number, each in enumerate((games, Games(GameStore(newer)), games, Games(GameStore(newer)), games)):
        assert len((await each.play(70, "draw", 101 + number)).game.moves) == number + 1
    await games.give_up(70, 200)
    assert [game.moves for game in await GameStore(newer).finished(70)] == [5]
    await older.close()
    await newer.close()
    assert await ask(url, "SELECT MAX(version) FROM schema_version") == [(NEWEST + 1,)]


@on_postgresql
async def test_a_migration_that_players_get_in_the_way_of_is_made_again(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await (await Database.open(url)).close()
    one_more_migration(tmp_path, monkeypatch)
    player = await asyncpg.connect(url)
    async with player.transaction():
        await player.execute("INSERT INTO interactions VALUES (5)")
        opening = asyncio.create_task(Database.open(url))
        while not await ask(url, "SELECT 1 FROM pg_locks WHERE NOT granted"):
            await asyncio.sleep(0.01)
        await player.execute("SELECT 1 FROM games")  # each waits for the other now, and the server ends the migration
        assert not opening.done()
    await player.close()
    await (await opening).close()
    assert await ask(url, "SELECT MAX(version) FROM schema_version") == [(NEWEST + 1,)]
    assert await ask(url, "SELECT id, more FROM interactions") == [(5, None)]
