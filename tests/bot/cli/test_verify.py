"""`python -m bot verify` replays every game and attempt, and reports what was changed."""

import asyncio
import itertools
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing, suppress
from datetime import date
from pathlib import Path

import pytest

from bot.cli.verify import verify
from bot.model.challenge import challenge_id
from bot.model.daily.days import start_of
from bot.model.game import NewGame
from bot.services import Services
from bot.store import Database, StoreError, open_database
from engine import Status
from tests.support.challenges import open_challenge
from tests.support.contests import ranked
from tests.support.kinds import ask, columns, on_both, on_own_postgresql
from tests.support.postgresql import OwnServer
from tests.support.solver_here import SolverHere
from tests.support.tampering import overwrite
from tests.support.turns import GamesInTurns, open_games, turn_of

ALICE, BOB = 1, 2
SERVER = 70


interactions = itertools.count(1000)


async def play(services: Services, user_id: int, variant: str, *, moves: int) -> None:
    """Play this many moves of today's daily and one undo, then give up if the game is still on."""
    games = GamesInTurns.of(services)
    turn = turn_of(services, user_id, next(interactions), name=f"user {user_id}", server_id=SERVER)
    current = await services.games.start(turn, ranked(variant, services.dailies.today()))
    for number in range(moves):
        if current.game.status is Status.PLAYING:
            current = await games.play(user_id, str(current.game.legal_moves()[0]), next(interactions))
        if number == 1 and current.game.status is Status.PLAYING:
            current = await games.undo(user_id, next(interactions))
    if current.game.status is Status.PLAYING:
        await games.give_up(user_id, next(interactions), is_sure=True)


@pytest.fixture
async def played(database: Database) -> AsyncIterator[Services]:
    moment = [float(start_of(date(2026, 2, 28)))]
    services = Services(database, clock=lambda: moment[0], solver=SolverHere())
    await play(services, ALICE, "diplomat", moves=12)
    moment[0] += 24 * 3600
    await play(services, ALICE, "tens", moves=40)
    await play(services, BOB, "dimes", moves=3)
    yield services
    services.pictures.close()


@pytest.fixture
async def challenge(played: Services) -> None:
    opened = await open_challenge(played, turn_of(played, ALICE, next(interactions)), "tens", named=None)
    for user_id in (ALICE, BOB):
        await play_to_the_end(played, user_id, NewGame("tens", contest=challenge_id(opened.id), is_ranked=True))


async def play_to_the_end(services: Services, user_id: int, new: NewGame) -> None:
    current = await services.games.start(turn_of(services, user_id, next(interactions)), new)
    while current.game.status is Status.PLAYING:
        move = str(current.game.legal_moves()[0])
        current = await GamesInTurns.of(services).play(user_id, move, next(interactions))


@pytest.mark.usefixtures("challenge")
@on_both
async def test_untouched_games_have_no_fault(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(await ask(url, "SELECT user_id FROM entries WHERE home IS NOT NULL")) == 2
    assert await verify(url) == 0, capsys.readouterr().out
    assert capsys.readouterr().out.endswith("\nGames replayed: 5. Faults found: 0.\n")


SCORE = "its score in daily 2026-02-28/diplomat (home, effort, seconds) is"

TAMPERED = {
    "more cards home": ("UPDATE results SET home = 104 WHERE variant = 'diplomat'", f"{SCORE} (104, "),
    "less time": ("UPDATE results SET seconds = -5 WHERE variant = 'diplomat'", SCORE),
    "another game": (
        "UPDATE results SET game_id = 5 WHERE variant = 'diplomat'",
        f"{SCORE} (None, None, None) instead",
    ),
    "another user": (
        "UPDATE results SET user_id = 2 WHERE variant = 'diplomat'",
        f"{SCORE} (None, None, None) instead",
    ),
    "no result": ("DELETE FROM results WHERE variant = 'diplomat'", f"{SCORE} (None, None, None) instead of"),
    "a result that came too late": ("UPDATE games SET ended_at = ended_at + 200000 WHERE variant = 'diplomat'", SCORE),
    "a game not played so": (
        "UPDATE games SET transcript = replace(transcript, 'undo@0', '') WHERE variant = 'diplomat'",
        " of user 1: ",
    ),
    "moves the rules forbid": (
        "UPDATE games SET transcript = '1>f@0 give-up@0' WHERE variant = 'diplomat'",
        "can't go home yet",
    ),
    "another saved game": (
        "UPDATE games SET saved = replace(saved, 'x|', '|') WHERE variant = 'diplomat'",
        "but its moves lead to",
    ),
    "another status": ("UPDATE games SET status = 'won' WHERE variant = 'diplomat'", "its columns are"),
    "a better score": (
        "UPDATE entries SET home = home + 1 WHERE user_id = 2",
        "its score in challenge",
    ),
    "no score": (
        "UPDATE entries SET home = NULL, effort = NULL, seconds = NULL WHERE user_id = 2",
        "(None, None, None)",
    ),
}


@pytest.mark.usefixtures("challenge")
@pytest.mark.parametrize(("statement", "fault"), TAMPERED.values(), ids=TAMPERED.keys())
async def test_tampering_is_reported(url: str, capsys: pytest.CaptureFixture[str], statement: str, fault: str) -> None:
    before = await ask(url, "SELECT COUNT(*) FROM games")
    await ask(url, statement)
    assert before == await ask(url, "SELECT COUNT(*) FROM games")
    assert await verify(url) == 1
    _, *lines, _ = capsys.readouterr().out.splitlines()
    assert any(fault in line for line in lines), lines


@pytest.mark.usefixtures("challenge")
async def test_no_value_in_any_column_ends_in_a_traceback(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """SQLite stores any value in any column."""
    found = await columns(f"sqlite:///{path}")
    for table in ("games", "results", "entries"):
        for column in found[table]:
            for value in ("X'ff'", "CAST(X'ff' AS TEXT)"):
                changed = path.with_name("changed.sqlite3")
                with closing(sqlite3.connect(path)) as source, closing(sqlite3.connect(changed)) as copy:
                    source.backup(copy)
                    with suppress(sqlite3.IntegrityError):
                        copy.execute(f"UPDATE {table} SET {column} = {value}")  # noqa: S608 - of the schema
                    copy.commit()
                with suppress(StoreError):
                    await verify(changed)
    assert capsys.readouterr().out


async def test_play_during_verification_is_no_fault(
    played: Services, path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("bot.store.verification._BATCH", 1)
    playing = asyncio.create_task(play_on(played))
    for _ in range(5):
        assert await verify(path) == 0, capsys.readouterr().out
    await playing
    assert await verify(path) == 0
    assert capsys.readouterr().out.endswith("\nGames replayed: 3. Faults found: 0.\n")


async def play_on(played: Services) -> None:
    await played.privacy.delete(turn_of(played, BOB))
    await play(played, ALICE, "dimes", moves=5)


PLAYERS = range(1, 200)


async def filled(url: str) -> None:
    database = await open_database(url)
    games = open_games(database)
    for user_id in PLAYERS:
        await games.start(user_id, NewGame("dimes", user_id), user_id)
    await games.play(1, "draw", 1000)
    await database.close()


async def status(url: str) -> int:
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
    assert " UTC. Schema: 4, " in contents


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
