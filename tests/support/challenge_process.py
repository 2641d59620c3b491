"""Processes that share a database of challenges, and people who play them."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bot.model.challenge import Challenge
from bot.model.challenge import challenge_id as challenge_name
from bot.model.game import NewGame, UserGame
from bot.model.player import Player
from bot.services import Services, Turn
from bot.store import Database, open_database
from engine import Status
from tests.support.challenges import open_challenge
from tests.support.clock import Clock
from tests.support.solver_here import SolverHere
from tests.support.turns import GamesInTurns, turn_of

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
NOON = 1_795_262_400
numbers = itertools.count(1000)


def by(services: Services, who: Player = ALICE, interaction_id: int | None = None) -> Turn:
    """A turn of someone's."""
    return turn_of(services, who.id, interaction_id, name=who.name)


@dataclass(frozen=True)
class Process:
    """One of the processes that share a database."""

    services: Services
    clock: Clock
    database: Database

    async def open(self, game: str = "tens", named: Player | None = None) -> int:
        opened = await open_challenge(self.services, by(self.services, ALICE, next(numbers)), game, named=named)
        return opened.id

    async def find(self, challenge_id: int) -> Challenge:
        return await self.services.challenges.find(by(self.services), challenge_id)

    async def enter(self, who: Player, challenge_id: int, number: int | None = None) -> UserGame:
        variant = (await self.find(challenge_id)).deal.variant
        new = NewGame(variant, contest=challenge_name(challenge_id), is_ranked=True)
        return await self.services.games.start(by(self.services, who, next(numbers) if number is None else number), new)

    async def play(self, who: Player, *, most: int = 99, seconds: int = 2) -> UserGame:
        """Play first legal moves, `seconds` apart."""
        current = await GamesInTurns.of(self.services).current(who.id)
        for _ in range(most):
            if current.game.status is not Status.PLAYING:
                break
            self.clock.now += seconds
            current = await GamesInTurns.of(self.services).play(
                who.id, str(current.game.legal_moves()[0]), next(numbers)
            )
        return current

    async def give_up(self, who: Player) -> UserGame:
        return await GamesInTurns.of(self.services).give_up(who.id, next(numbers), is_sure=True)


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
async def alone(database: Database, clock: Clock) -> AsyncIterator[Process]:
    services = Services(database, clock=clock, solver=SolverHere())
    yield Process(services, clock, database)
    services.pictures.close()


@pytest.fixture
async def elsewhere(url: str, database: Database, clock: Clock) -> AsyncIterator[Process]:
    """A second process with the same database."""
    database = await open_database(url)
    services = Services(database, clock=clock, solver=SolverHere())
    yield Process(services, clock, database)
    services.pictures.close()
    await database.close()
