"""One player and a solver, for tests of searches."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from itertools import count

import pytest

from bot.model.game import NewGame, UserGame
from bot.services import Services
from bot.store import Database
from engine import Solution
from tests.support.solver_here import SolverHere
from tests.support.turns import GamesInTurns, turn_of

ALICE = 1
BOB = 2
CAROL = 3
DAVE = 4
INTERACTIONS = count(1)
WINNABLE = 13
"""A deal of Tens."""


class SearchRoom:
    """Alice, and a solver that takes as long as the test says."""

    def __init__(self, services: Services, solver: SolverHere) -> None:
        self.services = services
        self.solver = solver

    async def start(self, deal: int, game: str = "tens") -> UserGame:
        return await GamesInTurns.of(self.services).start(ALICE, NewGame(game, deal), next(INTERACTIONS))

    async def move(self) -> UserGame:
        game = (await GamesInTurns.of(self.services).current(ALICE)).game
        return await GamesInTurns.of(self.services).play(ALICE, str(game.legal_moves()[0]), next(INTERACTIONS))

    async def play_listed(self) -> None:
        game = (await GamesInTurns.of(self.services).current(ALICE)).game
        await GamesInTurns.of(self.services).play(ALICE, str(game.listed_moves()[0]), next(INTERACTIONS))

    def hint(self, interaction_id: int | None = None) -> asyncio.Task[tuple[UserGame, Solution]]:
        return asyncio.create_task(
            self.services.solving.hint(turn_of(self.services, ALICE, interaction_id or next(INTERACTIONS)))
        )

    async def asked(self, questions: int) -> None:
        """Wait until the solver has been asked this many questions."""
        while len(self.solver.asked) < questions:
            await asyncio.sleep(0.001)


@pytest.fixture
async def alice(database: Database) -> AsyncIterator[SearchRoom]:
    solver = SolverHere()
    services = Services(database, solver=solver)
    yield SearchRoom(services, solver)
    services.pictures.close()
    await services.solving.close()
