"""`python -m bot verify` computes the scores of challenges again, and finds badges that nobody earned."""

from __future__ import annotations

import itertools

import pytest

from bot.cli.verify import verify
from bot.model.challenge import challenge_id
from bot.model.game import NewGame
from bot.services import Services
from bot.store import Database
from engine import Status
from tests.support.card_room import wait_until_written
from tests.support.challenges import open_challenge
from tests.support.kinds import ask, on_both
from tests.support.solver_here import SolverHere
from tests.support.turns import GamesInTurns, turn_of

pytestmark = on_both

ALICE, BOB = 1, 2
WON = 13
"""A deal of Tens that playing the first legal move wins."""

numbers = itertools.count(1000)


async def play(services: Services, user_id: int, new: NewGame) -> None:
    """Play first legal moves to the end, and award what that earns."""
    games = GamesInTurns.of(services)
    current = await services.games.start(turn_of(services, user_id, next(numbers)), new)
    while current.game.status is Status.PLAYING:
        current = await games.play(user_id, str(current.game.legal_moves()[0]), next(numbers))
    await services.endings.for_board(turn_of(services, user_id), current, None)


@pytest.fixture(autouse=True)
async def played(database: Database) -> None:
    """A win with its badge, and a challenge with the scores of two players."""
    services = Services(database, solver=SolverHere())
    await play(services, ALICE, NewGame("tens", WON))
    opened = await open_challenge(services, turn_of(services, ALICE, next(numbers)), "tens", named=None)
    for user_id in (ALICE, BOB):
        await play(services, user_id, NewGame("tens", contest=challenge_id(opened.id), is_ranked=True))
    await wait_until_written(database)
    services.pictures.close()


async def test_what_was_earned_is_no_fault(url: str, capsys: pytest.CaptureFixture[str]) -> None:
    ((badge,),) = await ask(url, "SELECT badge FROM badges WHERE user_id = 1")
    assert badge == "won:tens"
    assert len(await ask(url, "SELECT user_id FROM entries WHERE home IS NOT NULL")) == 2
    assert await verify(url) == 0, capsys.readouterr().out


BADGE = "INSERT INTO badges VALUES (2, '{}', 1)"
FAKES = {
    "score": ("UPDATE entries SET home = home + 1 WHERE user_id = 2", "score of user 2 in challenge", "instead of"),
    "no score": ("UPDATE entries SET home = NULL WHERE user_id = 2", "score of user 2 in challenge", "(None, "),
    "no attempt": ("DELETE FROM games WHERE user_id = 2", "score of user 2 in challenge", "its attempt is missing"),
    "win": (BADGE.format("won:dimes"), "badge won:dimes of user 2", "nothing"),
    "straight": (BADGE.format("straight"), "badge straight of user 2", "nothing"),
    "week": (BADGE.format("week"), "badge week of user 2", "nothing"),
    "dailies": (BADGE.format("all-dailies"), "badge all-dailies of user 2", "nothing"),
    "comeback": (BADGE.replace("2,", "3,").format("comeback"), "badge comeback of user 3", "nothing"),
}


@pytest.mark.parametrize(("statement", "row", "fault"), FAKES.values(), ids=FAKES)
async def test_a_fake_is_reported(
    url: str, capsys: pytest.CaptureFixture[str], statement: str, row: str, fault: str
) -> None:
    await ask(url, statement)
    assert await verify(url) == 1
    assert any(row in line and fault in line for line in capsys.readouterr().out.splitlines())
