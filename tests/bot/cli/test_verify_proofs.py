"""`python -m bot verify` replays the proofs of dailies."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import date
from pathlib import Path

import pytest

from bot.cli.verify import verify
from bot.model.daily.days import start_of
from bot.model.daily.deals import METHODS, ProofState
from bot.services import Services
from bot.store import Database, ProofStore, Turns
from engine import Game, Status
from tests.support.tampering import faults_after


@pytest.fixture
async def proven(database: Database) -> ProofState:
    """A proven daily that has begun."""
    day = date(2026, 11, 21)
    services = Services(database, clock=lambda: float(start_of(day)))
    (daily,) = (
        daily for daily in await services.dailies.draw(services.turns.background(), day) if daily.variant == "tens"
    )
    game = Game.new("tens", daily.deal)
    while game.status is Status.PLAYING:
        game.play(str(game.legal_moves()[0]))
    proof = ProofState(day, "tens", daily.commitment, METHODS["tens"], 1, " ".join(map(str, game.moves)))
    await ProofStore().put(Turns(database).background(), proof, "a process")
    assert (await services.dailies.of(services.turns.background(), day))["tens"].proven_by == METHODS["tens"]
    services.pictures.close()
    return proof


@pytest.mark.usefixtures("proven")
async def test_an_untouched_proof_has_no_fault(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert await verify(path) == 0
    assert capsys.readouterr().out.endswith("\nResults verified: 0. Faults found: 0.\n")


@pytest.mark.usefixtures("proven")
@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE proofs SET moves = '4+8'", "does not win"),
        ("UPDATE proofs SET moves = '99>98'", "does not win"),
        ("UPDATE proofs SET moves = moves || ' 1+2'", "does not win"),
        ("UPDATE proofs SET moves = ''", "cannot be read"),
        ("UPDATE proofs SET moves = NULL", "cannot be read"),
        ("UPDATE proofs SET moves = x'ff'", "does not win"),
        ("DELETE FROM proofs", "missing"),
        ("UPDATE proofs SET commitment = 'another'", "belongs to another deal"),
        ("UPDATE proofs SET candidate = 2", "belongs to another deal"),
        ("UPDATE dailies SET candidate = 2 WHERE variant = 'tens'", "belongs to another deal"),
        ("UPDATE dailies SET is_proven = 7 WHERE variant = 'tens'", "is_proven is 7"),
        ("UPDATE dailies SET is_proven = 0, candidate = 2 WHERE variant = 'tens'", "is not candidate 0"),
    ],
)
async def test_a_daily_without_a_valid_proof_is_reported(
    path: Path, capsys: pytest.CaptureFixture[str], statement: str, fault: str
) -> None:
    (line,) = await faults_after(statement, path, capsys)
    assert line.startswith("daily of 2026-11-21, tens: ")
    assert fault in line


@pytest.mark.usefixtures("proven")
async def test_a_daily_without_a_proof_must_be_from_the_list(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (line,) = await faults_after("UPDATE dailies SET candidate = 3 WHERE variant = 'dimes'", path, capsys)
    assert line.startswith("daily of 2026-11-21, dimes: it has no proof, but is not candidate 0 or 1")


@pytest.mark.usefixtures("proven")
async def test_an_unproven_daily_may_be_the_first_candidate(path: Path) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("UPDATE dailies SET candidate = 1 WHERE variant = 'dimes'")
    assert await verify(path) == 0
