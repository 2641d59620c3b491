"""What the bot does, without Discord."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from bot.services.dailies import Dailies
from bot.services.games import Games
from bot.services.leaderboards import Leaderboards
from bot.services.pictures import Pictures
from bot.services.preferences import PreferenceBook
from bot.services.privacy import Privacy
from bot.services.statistics import Statistics
from bot.store import (
    AnnouncementStore,
    BoardStore,
    DailyStore,
    Database,
    GameStore,
    LeaderboardStore,
    PreferenceStore,
    PrivacyStore,
)

Clock = Callable[[], float]
"""Tells the time, in Unix seconds."""


@dataclass(frozen=True)
class Services:
    """All of them, as commands call them."""

    clock: Clock
    games: Games
    dailies: Dailies
    leaderboards: Leaderboards
    announcements: AnnouncementStore
    preferences: PreferenceBook
    statistics: Statistics
    privacy: Privacy
    boards: BoardStore
    pictures: Pictures

    @classmethod
    def over(cls, database: Database, *, clock: Clock = time.time, daily_secret: str | None = None) -> Services:
        """The services that keep what they keep in this database.

        `daily_secret` is what dailies are drawn with; without one a secret is made, and kept in the database.
        """
        stored_games = GameStore(database)
        games = Games(stored_games, clock=clock)
        preferences = PreferenceStore(database)
        boards = BoardStore(database)
        leaderboards = LeaderboardStore(database)
        dailies = Dailies(DailyStore(database), games, clock=clock, secret=daily_secret)
        return cls(
            clock=clock,
            games=games,
            dailies=dailies,
            leaderboards=Leaderboards(leaderboards, clock=clock),
            announcements=AnnouncementStore(database),
            preferences=PreferenceBook(preferences),
            statistics=Statistics(stored_games),
            privacy=Privacy(PrivacyStore(database), preferences, boards, leaderboards, dailies, games, clock=clock),
            boards=boards,
            pictures=Pictures(),
        )
