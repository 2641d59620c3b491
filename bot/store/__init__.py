"""Where games are kept."""

from bot.store.database import Database
from bot.store.errors import ConflictError, RepeatedError, StoreError
from bot.store.games import Change, GameStore, StoredGame

__all__ = ["Change", "ConflictError", "Database", "GameStore", "RepeatedError", "StoreError", "StoredGame"]
