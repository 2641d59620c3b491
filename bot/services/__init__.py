"""What the bot does, without Discord: games, dailies, leaderboards and all that belongs to them.

All methods raise a PatienceError for problems that the player can fix, and StoreError when the database fails. Nothing
here knows anything about interactions but their ids, or how a message looks.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from bot.model.challenge import CHALLENGE
from bot.model.daily.contest import DAILY
from bot.services.challenges import Challenges
from bot.services.contests import ContestKinds
from bot.services.dailies import Dailies
from bot.services.endings import Endings
from bot.services.games import Games
from bot.services.leaderboards import Leaderboards
from bot.services.pictures import Pictures
from bot.services.privacy import Privacy
from bot.services.proving import Prover
from bot.services.reminders import Reminders
from bot.services.shelf import Shelf
from bot.services.solving import ANALYSIS_SECONDS, Solving
from bot.services.statistics import Statistics
from bot.solver.process import SolverProcess
from bot.solver.queue import Solver
from bot.store import (
    AnnouncementStore,
    BadgeStore,
    BlockStore,
    BoardStore,
    Change,
    Claim,
    CleanupStore,
    Database,
    GameStore,
    PreferenceStore,
    StoreError,
    Turn,
    Turns,
    UncertainError,
)
from bot.store.preferences import with_stored

__all__ = [
    "Change",
    "Claim",
    "Clock",
    "Services",
    "Sleep",
    "StoreError",
    "Turn",
    "Turns",
    "UncertainError",
    "with_stored",
]

Clock = Callable[[], float]
"""Returns the Unix time in seconds."""

Sleep = Callable[[float], Awaitable[None]]
"""Waits until the clock has advanced by this many seconds."""


class Services:
    def __init__(
        self,
        database: Database,
        *,
        clock: Clock = time.time,
        sleep: Sleep = asyncio.sleep,
        solver: Solver | None = None,
        analysis_seconds: float = ANALYSIS_SECONDS,
    ) -> None:
        """Without a `solver`, one starts in its own process when it is needed."""
        store = GameStore()
        self.turns = Turns(database, clock=clock)
        self.clock = clock
        self.sleep = sleep
        self.cleanup = CleanupStore(database)
        self.pictures = Pictures()
        self.preferences = PreferenceStore()
        self.announcements = AnnouncementStore()
        self.badges = BadgeStore()
        self.blocks = BlockStore()
        self.boards = BoardStore()
        self.statistics = Statistics(store)
        self.leaderboards = Leaderboards()
        self.dailies = Dailies(store, self.leaderboards, clock=clock)
        self.prover = Prover(self.turns, self.dailies)
        self.reminders = Reminders(self.preferences, store, self.leaderboards)
        self.challenges = Challenges(store, self.dailies, self.preferences)
        self.kinds: ContestKinds = {DAILY: self.dailies, CHALLENGE: self.challenges}
        self.games = Games(store, self.kinds)
        self.shelf = Shelf(store, self.games)
        self.solving = Solving(solver or SolverProcess(), self.games, analysis_seconds=analysis_seconds)
        self.games.on_change(self.solving.stop)
        self.endings = Endings(store, self.kinds)
        forget = (self.games.forget, self.solving.forget, self.endings.forget)
        self.privacy = Privacy(database, self.dailies, forget)

    def claim(self, name: str, seconds: float) -> Claim:
        """A claim to make, which expires this many seconds after it was last made or renewed."""
        return Claim(self.turns.database, name, seconds)

    @asynccontextmanager
    async def running(self, *, is_proving: bool = False) -> AsyncIterator[None]:
        """Start the solver and, with `is_proving`, prove the days ahead; stop all background work at the end."""
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
