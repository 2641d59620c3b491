"""What the bot does, without Discord: games, dailies, leaderboards and all that belongs to them.

Nothing here knows of interactions but their ids, and nothing says how a message looks.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from bot.model.challenge import CHALLENGE
from bot.model.daily.contest import DAILY
from bot.services.announcements import Announcements
from bot.services.badges import Badges
from bot.services.boards import Boards
from bot.services.calendars import Calendars
from bot.services.challenges import Challenges
from bot.services.contests import ContestKinds
from bot.services.dailies import Dailies
from bot.services.endings import Endings
from bot.services.games import Games
from bot.services.installation import Claim, Installation
from bot.services.leaderboards import Leaderboards
from bot.services.limits import Limits
from bot.services.pictures import Pictures
from bot.services.preferences import PreferenceBook
from bot.services.privacy import Privacy
from bot.services.processes import Processes
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
    ChallengeStore,
    Change,
    ClaimStore,
    DailyStore,
    Database,
    GameStore,
    InstallationStore,
    PreferenceStore,
    PrivacyStore,
    ProofStore,
    ReminderStore,
    StoreError,
    Turn,
    Turns,
    UncertainError,
)

__all__ = ["Change", "Claim", "Clock", "Services", "Sleep", "StoreError", "Turn", "Turns", "UncertainError"]

Clock = Callable[[], float]
"""Returns the Unix time in seconds."""

Sleep = Callable[[float], Awaitable[None]]
"""Waits until the clock has advanced by this many seconds."""


@dataclass(frozen=True)
class Services:
    """All services, as commands use them."""

    turns: Turns
    clock: Clock
    sleep: Sleep
    kinds: ContestKinds
    games: Games
    shelf: Shelf
    solving: Solving
    dailies: Dailies
    calendars: Calendars
    challenges: Challenges
    prover: Prover
    leaderboards: Leaderboards
    announcements: Announcements
    preferences: PreferenceBook
    statistics: Statistics
    badges: Badges
    reminders: Reminders
    endings: Endings
    privacy: Privacy
    boards: Boards
    installation: Installation
    processes: Processes
    pictures: Pictures
    limits: Limits

    @classmethod
    def create(
        cls,
        database: Database,
        *,
        clock: Clock = time.time,
        sleep: Sleep = asyncio.sleep,
        solver: Solver | None = None,
        analysis_seconds: float = ANALYSIS_SECONDS,
        limits: Limits | None = None,
    ) -> Services:
        """Create the services on a database.

        Without a `solver`, one is started in a process of its own when it is needed. Without `limits` there are none.
        """
        turns = Turns(database)
        game_store = GameStore()
        proofs = ProofStore()
        claims = ClaimStore(database)
        preference_store = PreferenceStore()
        preferences = PreferenceBook(preference_store)
        leaderboards = Leaderboards(clock=clock)
        dailies = Dailies(DailyStore(), proofs, game_store, leaderboards, clock=clock)
        challenges = Challenges(ChallengeStore(), game_store, dailies, preferences, BlockStore(), clock=clock)
        kinds: ContestKinds = {DAILY: dailies, CHALLENGE: challenges}
        games = Games(game_store, kinds, clock=clock)
        solving = Solving(
            solver or SolverProcess(),
            games,
            clock=clock,
            analysis_seconds=analysis_seconds,
        )
        games.on_change(solving.stop)
        reminders = Reminders(ReminderStore(), preferences, game_store, leaderboards, clock=clock)
        badges = Badges(BadgeStore(), clock=clock)
        endings = Endings(game_store, kinds, badges)
        privacy = Privacy(
            PrivacyStore(database),
            preference_store,
            dailies,
            games,
            solving,
            endings,
            clock=clock,
        )
        return cls(
            turns=turns,
            clock=clock,
            sleep=sleep,
            kinds=kinds,
            games=games,
            shelf=Shelf(game_store, games, clock=clock),
            solving=solving,
            dailies=dailies,
            calendars=Calendars(dailies, leaderboards, clock=clock),
            challenges=challenges,
            prover=Prover(turns, proofs, claims, dailies),
            leaderboards=leaderboards,
            announcements=Announcements(AnnouncementStore(), clock=clock),
            preferences=preferences,
            statistics=Statistics(game_store),
            badges=badges,
            reminders=reminders,
            endings=endings,
            privacy=privacy,
            boards=Boards(BoardStore()),
            installation=Installation(InstallationStore(database), claims),
            processes=Processes(claims),
            pictures=Pictures(),
            limits=limits or Limits(),
        )

    @asynccontextmanager
    async def running(self, *, is_proving: bool = False, after: asyncio.Event | None = None) -> AsyncIterator[None]:
        """Start the solver and, with `is_proving`, prove the days ahead; stop all background work at the end.

        Proving begins `after` an event: once the clock is known to be right.
        """
        self.solving.start()

        async def prove() -> None:
            if after is not None:
                await after.wait()
            await self.prover.run()

        proving = asyncio.create_task(prove()) if is_proving else None
        try:
            yield
        finally:
            self.pictures.close()
            if proving is not None:
                proving.cancel()
                await asyncio.wait({proving})
            await self.solving.close()
