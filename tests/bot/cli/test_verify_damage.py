"""`python -m bot verify` does not bless a damaged database."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.cli.verify import verify
from bot.model.game import NewGame
from bot.store import StoreError, open_database
from tests.support.kinds import ask, on_both, on_own_postgresql
from tests.support.postgresql import OwnServer
from tests.support.tampering import overwrite
from tests.support.turns import open_games

PLAYERS = range(1, 200)


async def filled(url: str) -> None:
    """Fill many pages with games."""
    database = await open_database(url)
    games = open_games(database)
    for user_id in PLAYERS:
        await games.start(user_id, NewGame("dimes", user_id), user_id)
    await games.play(1, "draw", 1000)
    await database.close()


async def status(url: str) -> int:
    """The exit status of the program."""
    try:
        return await verify(url)
    except StoreError:
        return 1


@on_both
async def test_what_is_in_a_database_is_printed(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    await filled(url)
    assert await verify(url) == 0
    *_, contents, _ = capsys.readouterr().out.splitlines()
    assert contents.startswith("Games: 199. Users with games: 199. Results: 0. Challenges: 0. ")
    assert " Last move: 20" in contents
    assert " UTC. Schema: 3, " in contents


@pytest.mark.parametrize(("part", "pages", "filler"), [(0.5, 1, b"\0"), (0.25, 16, b"\x5a")], ids=["zeros", "more"])
async def test_a_damaged_file_fails(path: Path, part: float, pages: int, filler: bytes) -> None:
    await filled(f"sqlite:///{path}")
    overwrite(path, part, pages=pages, filler=filler)
    assert await status(f"sqlite:///{path}") == 1
    with pytest.raises(StoreError, match="the file is damaged: restore it from a backup"):
        await open_database(path)


@on_own_postgresql
async def test_a_damaged_table_on_a_server_fails(url: str, own_server: OwnServer) -> None:
    await filled(url)
    ((name,),) = await ask(
        url, "CHECKPOINT", "SELECT current_setting('data_directory') || '/' || pg_relation_filepath('games')"
    )
    own_server.stop()
    overwrite(Path(name), 0.5, pages=2)
    own_server.start()
    assert await status(url) == 1


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE games SET saved = 'x'", "This saved game is damaged"),
        ("UPDATE games SET status = 'won'", "its columns are"),
        ("DROP INDEX won_deals", "index won_deals: it is missing"),
        ("DROP TABLE claims", "table claims: it is missing"),
        ("CREATE TABLE songs (id BIGINT)", "table songs: it does not belong to the bot"),
        ("CREATE INDEX of_version ON games (version)", "index of_version: it does not belong to the bot"),
        ("CREATE VIEW players_of_today AS SELECT 1 AS one", "view players_of_today: it does not belong to the bot"),
    ],
)
@on_both
async def test_damage_that_the_database_itself_does_not_notice_fails(
    url: str, statement: str, fault: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await filled(url)
    await ask(url, statement)
    assert await verify(url) == 1
    assert fault in capsys.readouterr().out


@on_both
async def test_a_trigger_of_somebody_else_is_named(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    body = "BEGIN SELECT 1; END"
    if not url.startswith("sqlite:"):
        await ask(url, "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'")
        body = "FOR EACH ROW EXECUTE FUNCTION f()"
    await ask(url, f"CREATE TRIGGER changes_moves AFTER UPDATE ON games {body}")
    assert await verify(url) == 1
    assert "trigger changes_moves: it does not belong to the bot" in capsys.readouterr().out


async def test_an_index_that_lacks_rows_fails(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    await filled(f"sqlite:///{path}")
    hide = "DELETE FROM sqlite_master WHERE name = 'games_of_user'"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        (index,) = connection.execute("SELECT * FROM sqlite_master WHERE name = 'games_of_user'")
        connection.executescript(f"PRAGMA writable_schema = ON; {hide}; PRAGMA writable_schema = RESET")
        connection.execute("UPDATE games SET user_id = 7000 WHERE user_id = 7")
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("INSERT INTO sqlite_master VALUES (?, ?, ?, ?, ?)", index)
    assert await verify(path) == 1
    *_, fault, advice = capsys.readouterr().out.splitlines()
    assert "games_of_user" in fault
    assert advice == "The database is damaged: restore it from a backup."
