"""What is kept: games, live boards and preferences."""

from bot.store.boards import BoardStore, StoredBoard
from bot.store.database import Database
from bot.store.errors import ConflictError, RepeatedError, StoreError
from bot.store.games import Change, FinishedGame, GameStore, StoredGame
from bot.store.preferences import PreferenceStore

__all__ = [
    "BoardStore",
    "Change",
    "ConflictError",
    "Database",
    "FinishedGame",
    "GameStore",
    "PreferenceStore",
    "RepeatedError",
    "StoreError",
    "StoredBoard",
    "StoredGame",
]
