"""`python -m bot verify` replays every result, recounts the leaderboards and reports what was changed."""

from __future__ import annotations

import itertools
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from bot.cli.verify import Verification, verify
from bot.model.daily.days import start_of
from bot.model.daily.ranking import Leaderboard, LeaderboardKind
from bot.services import Services
from bot.store import Database, LeaderboardStore, StoreError, open_snapshot
from bot.store.verification import VerificationStore
from engine import Status
from tests.support.card_room import wait_until_written
from tests.support.contests import ranked
from tests.support.kinds import ask, on_both
from tests.support.recording import rows
from tests.support.tampering import faults_after
from tests.support.turns import GamesInTurns, turn_of

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
    """Three results of two users on two days."""
    moment = [float(start_of(date(2026, 2, 28)))]
    services = Services(database, clock=lambda: moment[0])
    await play(services, ALICE, "diplomat", moves=12)
    moment[0] += 24 * 3600
    await play(services, ALICE, "tens", moves=40)
    await play(services, BOB, "dimes", moves=3)
    await wait_until_written(database)
    yield services
    services.pictures.close()


@pytest.mark.usefixtures("played")
@on_both
async def test_untouched_results_have_no_fault(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert await verify(url) == 0
    assert capsys.readouterr().out.endswith("\nResults verified: 3. Faults found: 0.\n")


@on_both
async def test_a_streak_over_days_without_dailies_is_no_fault(database: Database, url: str) -> None:
    moment = [float(start_of(date(2026, 2, 28)))]
    services = Services(database, clock=lambda: moment[0])
    for days in (0, 1, 3):
        moment[0] += days * 24 * 3600
        await play(services, ALICE, "tens", moves=40)
    await wait_until_written(database)
    services.pictures.close()
    place = await LeaderboardStore(database).place(Leaderboard(LeaderboardKind.STREAKS, None, None, None), ALICE)
    assert place is not None
    assert place.standing == -3
    assert await verify(url) == 0
    assert await verify(url, rebuild=True) == 0


RESULT = "result of user 1, 2026-02-28, diplomat"

TAMPERED = {
    "more cards home": ("UPDATE results SET home = 104 WHERE variant = 'diplomat'", RESULT, "home is 104 instead of"),
    "less time": ("UPDATE results SET seconds = -5 WHERE variant = 'diplomat'", RESULT, "seconds is -5 instead of 0"),
    "another server": (
        "UPDATE results SET server_id = 71 WHERE variant = 'diplomat'",
        RESULT,
        "server_id is 71 instead of 70",
    ),
    "another game": ("UPDATE results SET game_id = 5 WHERE variant = 'diplomat'", RESULT, "game 5 is missing"),
    "another user": (
        "UPDATE results SET user_id = 2 WHERE variant = 'diplomat'",
        "result of user 2, 2026-02-28, diplomat",
        "belongs to user 1",
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
    "another contest": (
        "UPDATE games SET contest_key = '2026-02-27/diplomat' WHERE variant = 'diplomat'",
        RESULT,
        "belongs to daily 2026-02-27/diplomat",
    ),
    "no transcript": ("UPDATE games SET transcript = NULL WHERE variant = 'diplomat'", RESULT, "not a ranked attempt"),
    "another saved game": (
        "UPDATE games SET saved = replace(saved, 'x|', '|') WHERE variant = 'diplomat'",
        RESULT,
        "the saved game is not the one that the attempt led to",
    ),
    "another deal": ("UPDATE dailies SET candidate = 1 WHERE variant = 'diplomat'", RESULT, "the attempt"),
    "a better standing": (
        "UPDATE standings SET standing = standing - 1 WHERE user_id = 2",
        "standing of user 2 on all, all games, the world",
        "but the results add up to",
    ),
    "a standing out of nothing": (
        "INSERT INTO standings SELECT 9, leaderboard_id, standing FROM standings WHERE user_id = 2",
        "standings of user 9",
        "the user has no results",
    ),
    "a longer streak": (
        "UPDATE streaks SET longest = 99, has_freeze = 1 WHERE user_id = 2",
        "streak of user 2 on streaks, all games, the world",
        "but the results add up to",
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
        "the attempt did not begin on its day",
    ),
    "a result marked as one that is to be counted still": (
        "UPDATE results SET is_counted = 0 WHERE variant = 'diplomat'",
        "standing of user 1 on all, diplomat, the world",
        "but the results add up to None",
    ),
    "a result taken away": (
        "DELETE FROM results WHERE variant = 'diplomat'",
        "of user 1, 2026-02-28, diplomat",
        "its result is missing",
    ),
}


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(("statement", "row", "fault"), TAMPERED.values(), ids=TAMPERED.keys())
async def test_tampering_is_reported(
    path: Path, capsys: pytest.CaptureFixture[str], statement: str, row: str, fault: str
) -> None:
    lines = await faults_after(statement, path, capsys)
    assert any(row in line and fault in line for line in lines), lines


@pytest.mark.usefixtures("played")
@on_both
async def test_a_rebuild_applies_new_ranking_rules(
    url: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.model.daily.ranking.Result.points", property(lambda result: result.cards_home))
    assert await verify(url) == 1
    assert "standing of user 1 on all, diplomat, the world: it is" in capsys.readouterr().out
    assert await verify(url, rebuild=True) == 0
    first, *_, last = capsys.readouterr().out.splitlines()
    assert (first, last) == ("All leaderboards were rebuilt.", "Results verified: 3. Faults found: 0.")
    assert await verify(url) == 0


@pytest.mark.usefixtures("played")
@on_both
async def test_a_rebuild_repairs_leaderboards_and_reports_wrong_results(
    url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    await ask(
        url,
        "UPDATE standings SET standing = standing - 1",
        "UPDATE streaks SET longest = 99, has_freeze = 1",
        "INSERT INTO standings SELECT 9, leaderboard_id, standing FROM standings WHERE user_id = 2",
        "UPDATE leaderboards SET kind = 'best' WHERE kind = 'all'",
    )
    assert await verify(url, rebuild=True) == 0
    await ask(url, f"UPDATE results SET effort = effort + 1 WHERE user_id = {BOB}")  # noqa: S608 - an id of the test
    capsys.readouterr()
    assert await verify(url, rebuild=True) == 1
    assert f"result of user {BOB}, 2026-03-01, dimes: effort is" in capsys.readouterr().out


@pytest.mark.usefixtures("played")
@pytest.mark.parametrize(
    ("change", "row"),
    [
        ("variant = 'unknown'", "result of user 2, 2026-03-01, unknown"),
        ("day = 0", "result of user 2, day 0, dimes"),
    ],
    ids=["variant", "day"],
)
@on_both
async def test_an_unreadable_result_prevents_a_rebuild(
    url: str, capsys: pytest.CaptureFixture[str], change: str, row: str
) -> None:
    await ask(url, f"UPDATE results SET {change} WHERE user_id = {BOB}")  # noqa: S608 - of the test
    tables = ("results", "leaderboards", "standings", "streaks")
    before = [await rows(url, table) for table in tables]
    assert await verify(url, rebuild=True) == 1
    assert capsys.readouterr().out == (
        f"{row}: this version of the bot cannot read it\nThe leaderboards were not rebuilt; nothing was changed.\n"
    )
    assert [await rows(url, table) for table in tables] == before


async def test_a_day_that_was_dealt_from_another_key_is_reported(
    database: Database, path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The host runs a changed bot for a day."""
    moment = [float(start_of(date(2026, 2, 28)))]
    for number in range(3):
        with monkeypatch.context() as patch:
            if number == 1:
                patch.setattr("bot.model.daily.chain.Chain.key", lambda *_: "0" * 64)
            services = Services(database, clock=lambda: moment[0])
            await play(services, ALICE, "dimes", moves=3)
            await wait_until_written(database)
            services.pictures.close()
        moment[0] += 24 * 3600
    assert await verify(path) == 1
    _, line, _ = capsys.readouterr().out.splitlines()
    assert line.startswith("result of user 1, 2026-03-01, dimes: ")
    assert "the attempt" in line


@pytest.mark.parametrize("renewed_seconds", [0.0, 1000.0])
async def test_play_during_verification_is_no_fault(
    played: Services,
    path: Path,
    renewed_seconds: float,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.store.verification.RENEWED_SECONDS", renewed_seconds)
    async with open_snapshot(path) as connection:
        findings = Verification(VerificationStore(connection)).findings()
        found = [await anext(findings)]
        await played.privacy.delete(turn_of(played, BOB))
        await play(played, ALICE, "dimes", moves=5)
        found += [finding async for finding in findings]
    assert {finding.fault for finding in found} == {None}
    assert await verify(path) == 0
    assert capsys.readouterr().out.endswith("\nResults verified: 3. Faults found: 0.\n")


UNCOUNTED = "result of user 2, 2026-03-01, tens"


@pytest.fixture
async def uncounted(played: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another result, the process having ended before it was counted."""
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.database.Database.write_in_background", lambda *_: None)
        await play(played, BOB, "tens", moves=40)


@pytest.mark.usefixtures("uncounted")
async def test_an_uncounted_result_is_no_fault(
    played: Services, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert await verify(path) == 0
    await played.leaderboards.page(turn_of(played, BOB), Leaderboard(LeaderboardKind.ALL_TIME, None, None, None))
    assert await verify(path) == 0
    assert capsys.readouterr().out.count("\nResults verified: 4. Faults found: 0.\n") == 2


@pytest.mark.usefixtures("uncounted")
@pytest.mark.parametrize(
    ("statement", "row", "fault"),
    [
        (
            "UPDATE results SET is_counted = 1 WHERE variant = 'tens' AND user_id = 2",
            "standing of user 2 on all, tens, the world",
            "it is None, but the results add up to",
        ),
        ("UPDATE results SET home = 51 WHERE variant = 'tens' AND user_id = 2", UNCOUNTED, "home is 51 instead of"),
        (
            "DELETE FROM results WHERE variant = 'tens' AND user_id = 2",
            "of user 2, 2026-03-01, tens",
            "its result is missing",
        ),
    ],
    ids=["marked as counted", "more cards home", "taken away"],
)
async def test_tampering_with_an_uncounted_result_is_reported(
    path: Path, capsys: pytest.CaptureFixture[str], statement: str, row: str, fault: str
) -> None:
    lines = await faults_after(statement, path, capsys)
    assert any(row in line and fault in line for line in lines), lines


@pytest.mark.usefixtures("uncounted")
async def test_a_result_counted_twice_is_reported(
    played: Services, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE results SET is_counted = 0 WHERE variant = 'tens' AND user_id = 1")
    await played.leaderboards.page(turn_of(played, ALICE), Leaderboard(LeaderboardKind.ALL_TIME, None, None, None))
    assert await verify(path) == 1
    assert "standing of user 1 on all, tens, the world: it is" in capsys.readouterr().out


@pytest.mark.usefixtures("database")
async def test_a_database_with_another_schema_is_refused(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("INSERT INTO schema_version (version) VALUES (99)")
    with pytest.raises(StoreError, match="schema version is 99"):
        await verify(path)
