"""What the bot does, without Discord."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.games import Games
from bot.services.pictures import Pictures
from bot.services.preferences import PreferenceBook
from bot.services.statistics import Statistics
from bot.store import BoardStore, Database, GameStore, PreferenceStore


@dataclass(frozen=True)
class Services:
    """All of them, as commands call them."""

    games: Games
    preferences: PreferenceBook
    statistics: Statistics
    boards: BoardStore
    pictures: Pictures

    @classmethod
    def over(cls, database: Database) -> Services:
        """The services that keep what they keep in this database."""
        games = GameStore(database)
        return cls(
            games=Games(games),
            preferences=PreferenceBook(PreferenceStore(database)),
            statistics=Statistics(games),
            boards=BoardStore(database),
            pictures=Pictures(),
        )
