"""`python -m bot verify`: what was stored is played and added up again, and whatever was changed since is named."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from bot.daily.days import start_of
from bot.services import Services
from bot.services.current_game import CurrentGame, NewGame
from bot.services.verification import Verification
from bot.store import Database, StoreError, VerificationStore, snapshot
from bot.verify import verify
from engine import Status

ALICE, BOB = 1, 2
SERVER = 70


class Player:
    """Plays dailies, one second after the other."""

    def __init__(self, services: Services, first_id: int = 1000) -> None:
        self._services = services
        self._interaction = first_id

    async def play(self, user_id: int, variant: str, *, moves: int) -> CurrentGame:
        """Play so many moves of today's daily, with an undo among them, then give up, if it is not over by then."""
        new = NewGame(variant, day=self._services.dailies.today(), is_ranked=True)
        current = await self._services.dailies.start(
            user_id, new, self._next(), replacing=None, name=f"user {user_id}", server_id=SERVER
        )
        for number in range(moves):
            if current.game.status is Status.PLAYING:
                move = str(current.game.legal_moves()[0])
                current = await self._services.games.play(user_id, move, self._next())
            if number == 1 and current.game.status is Status.PLAYING:
                current = await self._services.games.undo(user_id, self._next())
        if current.game.status is Status.PLAYING:
            current = await self._services.games.give_up(user_id, self._next())
        return current

    def _next(self) -> int:
        self._interaction += 1
        return self._interaction


@pytest.fixture
async def played(database: Database) -> AsyncIterator[Services]:
    """Three results of two users on two days."""
    moment = [float(start_of(date(2026, 2, 28)))]
    services = Services.over(database, clock=lambda: moment[0])
    player = Player(services)
    await player.play(ALICE, "diplomat", moves=12)
    moment[0] += 24 * 3600
    await player.play(ALICE, "tens", moves=40)
    await player.play(BOB, "dimes", moves=3)
    yield services
    services.pictures.close()


@pytest.mark.usefixtures("played")
async def test_what_was_played_is_found_in_order(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await verify(path) == 0
    assert capsys.readouterr().out == "3 results verified, 0 faults found\n"


@pytest.mark.usefixtures("database")
async def test_there_may_be_nothing_to_verify(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await verify(path) == 0
    assert capsys.readouterr().out == "0 results verified, 0 faults found\n"


RESULT = "result of user 1, 2026-02-28, diplomat"

TAMPERED = {
    "more cards home": ("UPDATE results SET home = 104 WHERE variant = 'diplomat'", RESULT, "home is 104, but was"),
    "less effort": ("UPDATE results SET effort = 1 WHERE variant = 'diplomat'", RESULT, "effort is 1, but was"),
    "less time": ("UPDATE results SET seconds = -5 WHERE variant = 'diplomat'", RESULT, "seconds is -5, but was 0"),
    "another server": (
        "UPDATE results SET server_id = 71 WHERE variant = 'diplomat'",
        RESULT,
        "server_id is 71, but was 70",
    ),
    "another game": ("UPDATE results SET game_id = 5 WHERE variant = 'diplomat'", RESULT, "game 5 is missing"),
    "another day": (
        "UPDATE results SET day = day - 30 WHERE variant = 'diplomat'",
        "result of user 1, 2026-01-29, diplomat",
        "there was no such daily",
    ),
    "another user": (
        "UPDATE results SET user_id = 2 WHERE variant = 'diplomat'",
        "result of user 2, 2026-02-28, diplomat",
        "is of user 1",
    ),
    "a game not played so": (
        "UPDATE games SET transcript = replace(transcript, 'undo@0', '') WHERE variant = 'diplomat'",
        RESULT,
        "",
    ),
    "moves the rules forbid": (
        "UPDATE games SET transcript = '1>f@0 give-up@0' WHERE variant = 'diplomat'",
        RESULT,
        "the attempt cannot be replayed from the day's deal",
    ),
    "no transcript": ("UPDATE games SET transcript = NULL WHERE variant = 'diplomat'", RESULT, "no ranked attempt"),
    "another saved game": (
        "UPDATE games SET saved = replace(saved, 'x|', '|') WHERE variant = 'diplomat'",
        RESULT,
        "the saved game is not what the attempt led to",
    ),
    "another deal": ("UPDATE dailies SET key = 'another' WHERE variant = 'diplomat'", RESULT, "the attempt"),
    "a better standing": (
        "UPDATE standings SET standing = standing - 1 WHERE user_id = 2",
        "standing of user 2 on all, all games, the world",
        "but the results come to",
    ),
    "a standing out of nothing": (
        "INSERT INTO standings SELECT 9, leaderboard_id, standing FROM standings WHERE user_id = 2",
        "standings of user 9",
        "there are no results that they come from",
    ),
    "a longer streak": (
        "UPDATE streaks SET longest = 99, has_freeze = 1 WHERE user_id = 2",
        "streak of user 2 on streaks, all games, the world",
        "but the results come to",
    ),
    "players counted that are not there": (
        """UPDATE fences SET players = players + 1 WHERE leaderboard_id = (
            SELECT id FROM leaderboards WHERE kind = 'all' AND variant = '' AND server_id = 0
        )""",
        "fences of all, all games, the world",
        "one counts 3 players, but there are 2",
    ),
    "players counted where there is nobody": (
        "INSERT INTO fences SELECT leaderboard_id, 5, 5, 1 FROM fences LIMIT 1",
        "fences of",
        "one counts 1 players, but there are 0",
    ),
    "a result and all that comes of it taken away, and its game retired later": (
        """DELETE FROM results WHERE user_id = 2; DELETE FROM standings WHERE user_id = 2;
        UPDATE games SET is_current = 0, changed_at = changed_at + 1000000 WHERE user_id = 2""",
        "of user 2, 2026-03-01, dimes",
        "its result is missing",
    ),
    "a result that came too late": (
        "UPDATE games SET ended_at = ended_at + 200000 WHERE variant = 'diplomat'",
        RESULT,
        "the attempt ended too late to count",
    ),
    "a later beginning, and so less time": (
        "UPDATE games SET started_at = started_at + 200000 WHERE variant = 'diplomat'",
        RESULT,
        "the attempt was not begun on its day",
    ),
    "pauses taken out": (
        "UPDATE games SET ended_at = ended_at + 3600 WHERE variant = 'diplomat'",
        RESULT,
        "the attempt took longer than its transcript says",
    ),
    "a day that is none": (
        "UPDATE results SET day = 0 WHERE variant = 'diplomat'; UPDATE games SET day = 0 WHERE variant = 'diplomat'",
        "result of user 1, day 0, diplomat",
        "there was no such daily",
    ),
    "words in the place of numbers": ("UPDATE results SET home = 'x' WHERE variant = 'diplomat'", RESULT, "home is x"),
    "a leaderboard of no kind": (
        "UPDATE leaderboards SET kind = 'best' WHERE kind = 'all'",
        "on best, ",
        "but the results come to None",
    ),
    "a user that is none": (
        "UPDATE results SET user_id = -5 WHERE variant = 'diplomat'",
        "result of user -5, 2026-02-28, diplomat",
        "is of user 1",
    ),
    "a result taken away": (
        "DELETE FROM results WHERE variant = 'diplomat'",
        "of user 1, 2026-02-28, diplomat",
        "its result is missing",
    ),
}


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(("statement", "row", "fault"), TAMPERED.values(), ids=TAMPERED.keys())
async def test_what_was_tampered_with_is_named(
    path: Path, capsys: pytest.CaptureFixture[str], statement: str, row: str, fault: str
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        for each in statement.split(";"):
            assert connection.execute(each).rowcount > 0
    assert await verify(path) == 1
    *lines, _ = capsys.readouterr().out.splitlines()
    assert any(row in line and fault in line for line in lines), lines


async def test_what_goes_on_meanwhile_is_no_fault(
    played: Services, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    async with snapshot(path) as connection:
        findings = Verification(VerificationStore(connection)).findings()
        found = [await anext(findings)]
        await played.privacy.delete(BOB)
        await Player(played, first_id=5000).play(ALICE, "dimes", moves=5)
        found += [finding async for finding in findings]
    assert [finding.fault for finding in found] == [None] * 3
    assert await verify(path) == 0
    assert capsys.readouterr().out == "3 results verified, 0 faults found\n"


def test_a_database_that_is_not_there_is_not_made(path: Path) -> None:
    with pytest.raises(StoreError, match="there is no such file"):
        asyncio.run(verify(path))
    assert not path.exists()


@pytest.mark.usefixtures("database")
async def test_a_database_of_another_schema_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("DELETE FROM schema_version WHERE version > 5")
    with pytest.raises(StoreError, match="its schema is 5"):
        await verify(path)
