"""Processes that share a database, and the people who play in them."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from bot.model.challenge import Challenge
from bot.model.challenge import challenge_id as challenge_name
from bot.model.game import NewGame, UserGame
from bot.model.player import Player
from bot.model.solutions import Analysis
from bot.services import Services, Turn
from bot.services.challenges import Challenges
from bot.store import Database
from engine import Solution, Status
from tests.support.challenges import open_challenge
from tests.support.clock import Clock
from tests.support.solver_here import SolverHere
from tests.support.turns import GamesInTurns, ShelfInTurns, turn_of

ALICE, BOB, CAROL = Player(1, "alice"), Player(2, "bob"), Player(3, "carol")
NOON = 1_795_262_400
numbers = itertools.count(1000)


@dataclass(frozen=True)
class Process:
    """One of the processes that share a database."""

    services: Services
    clock: Clock
    database: Database
    solver: SolverHere

    @classmethod
    def create(cls, database: Database, clock: Clock) -> Process:
        solver = SolverHere()
        return cls(Services(database, clock=clock, solver=solver), clock, database, solver)

    async def close(self) -> None:
        self.services.pictures.close()
        await self.services.solving.close()

    @property
    def games(self) -> GamesInTurns:
        return GamesInTurns.of(self.services)

    @property
    def shelf(self) -> ShelfInTurns:
        return ShelfInTurns.of(self.services)

    @property
    def challenges(self) -> Challenges:
        return self.services.challenges

    def turn(self, who: Player = ALICE, interaction_id: int | None = None) -> Turn:
        """A turn for someone's interaction, by default a new one."""
        return turn_of(self.services, who.id, interaction_id or next(numbers), name=who.name)

    async def deal(self, who: Player, new: NewGame) -> UserGame:
        return await self.games.start(who.id, new, next(numbers))

    async def move(self, move: str, who: Player = ALICE) -> UserGame:
        return await self.games.play(who.id, move, next(numbers))

    async def draw(self, who: Player = ALICE) -> UserGame:
        return await self.move("draw", who)

    async def play(self, who: Player, *, most: int = 99, seconds: int = 2) -> UserGame:
        """Play first legal moves, `seconds` apart."""
        current = await self.games.current(who.id)
        for _ in range(most):
            if current.game.status is not Status.PLAYING:
                break
            self.clock.now += seconds
            current = await self.move(str(current.game.legal_moves()[0]), who)
        return current

    async def give_up(self, who: Player = ALICE) -> UserGame:
        return await self.games.give_up(who.id, next(numbers), is_sure=True)

    async def hint(self, who: Player = ALICE) -> tuple[UserGame, Solution]:
        return await self.services.solving.hint(self.turn(who))

    async def analysis(self, game: UserGame) -> Analysis:
        return await self.services.solving.analysis(self.turn(), game)

    async def open(self, game: str = "tens", named: Player | None = None) -> int:
        """Open a challenge as Alice; return its id."""
        opened = await open_challenge(self.services, self.turn(), game, named=named)
        return opened.id

    async def find(self, challenge_id: int) -> Challenge:
        return await self.challenges.find(self.turn(), challenge_id)

    async def enter(self, who: Player, challenge_id: int, interaction_id: int | None = None) -> UserGame:
        """Begin an attempt at a challenge."""
        variant = (await self.find(challenge_id)).deal.variant
        new = NewGame(variant, contest=challenge_name(challenge_id), is_ranked=True)
        return await self.services.games.start(self.turn(who, interaction_id), new)

    async def delete_data(self, who: Player = ALICE) -> None:
        await self.services.privacy.delete(self.turn(who))

    async def export(self, who: Player = ALICE) -> str:
        return (await self.services.privacy.export(self.turn(who))).content.decode()
