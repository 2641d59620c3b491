"""What the bot does, without Discord."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.services.dailies import Dailies
from bot.services.games import Games
from bot.services.leaderboards import Leaderboards
from bot.services.limits import Limits
from bot.services.measured_database import measured
from bot.services.pictures import Pictures
from bot.services.preferences import PreferenceBook
from bot.services.privacy import Privacy
from bot.services.proving import Prover
from bot.services.solving import ANALYSIS_SECONDS, Solver, Solving
from bot.services.statistics import Statistics
from bot.solver.process import SolverProcess
from bot.store import (
    AnnouncementStore,
    BoardStore,
    DailyStore,
    Database,
    GameStore,
    InstallationStore,
    LeaderboardStore,
    LeaseStore,
    PreferenceStore,
    PrivacyStore,
    ProofStore,
)

Clock = Callable[[], float]
"""Tells the time, in Unix seconds."""

Sleep = Callable[[float], Awaitable[None]]
"""Waits until the clock has advanced by this many seconds."""


@dataclass(frozen=True)
class Services:
    """All of them, as commands call them."""

    clock: Clock
    sleep: Sleep
    games: Games
    solving: Solving
    dailies: Dailies
    prover: Prover
    leaderboards: Leaderboards
    announcements: AnnouncementStore
    preferences: PreferenceBook
    statistics: Statistics
    privacy: Privacy
    boards: BoardStore
    installation: InstallationStore
    leases: LeaseStore
    pictures: Pictures
    limits: Limits

    @classmethod
    def over(
        cls,
        database: Database,
        *,
        clock: Clock = time.time,
        sleep: Sleep = asyncio.sleep,
        daily_secret: str | None = None,
        solver: Solver | None = None,
        analysis_seconds: float = ANALYSIS_SECONDS,
        limits: Limits | None = None,
    ) -> Services:
        """The services that keep what they keep in this database.

        `daily_secret` is what dailies are drawn with; without one a secret is made, and kept in the database. Without a
        `solver` there is one in a process of its own, once it is needed. Without `limits` nothing is too much.
        """
        database = measured(database)
        stored_games = GameStore(database)
        games = Games(stored_games, clock=clock)
        solving = Solving(solver or SolverProcess(), games, clock=clock, analysis_seconds=analysis_seconds)
        preferences = PreferenceStore(database)
        boards = BoardStore(database)
        leaderboards = LeaderboardStore(database)
        proofs = ProofStore(database)
        leases = LeaseStore(database)
        dailies = Dailies(DailyStore(database), proofs, games, clock=clock, secret=daily_secret)
        return cls(
            clock=clock,
            sleep=sleep,
            games=games,
            solving=solving,
            dailies=dailies,
            prover=Prover(proofs, leases, dailies),
            leaderboards=Leaderboards(leaderboards, clock=clock),
            announcements=AnnouncementStore(database),
            preferences=PreferenceBook(preferences),
            statistics=Statistics(stored_games),
            privacy=Privacy(
                PrivacyStore(database), preferences, boards, leaderboards, dailies, games, solving, clock=clock
            ),
            boards=boards,
            installation=InstallationStore(database),
            leases=leases,
            pictures=Pictures(),
            limits=limits or Limits(),
        )

    @asynccontextmanager
    async def running(self, *, is_proving: bool = False) -> AsyncIterator[None]:
        """Have ready what takes a while to start, and prove the days ahead, where that is wanted.

        After that nothing drawn or thought about keeps the process alive.
        """
        self.solving.start()
        proving = asyncio.create_task(self.prover.run()) if is_proving else None
        try:
            yield
        finally:
            self.pictures.close()
            if proving is not None:
                proving.cancel()
                await asyncio.wait({proving})
            await self.solving.close()
