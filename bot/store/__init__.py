"""What is kept: games, live boards, preferences, dailies, leaderboards and announcements."""

from bot.store.announcements import Announcement, AnnouncementStore, Claim, Problem
from bot.store.boards import BoardStore, StoredBoard
from bot.store.dailies import DailyStore, StoredDaily, beginning
from bot.store.database import Database, Job, snapshot
from bot.store.errors import ConflictError, RepeatedError, StoreError
from bot.store.games import Change, FinishedGame, GameStore, StoredGame
from bot.store.leaderboards import (
    LeaderboardStore,
    Place,
    StoredKey,
    forget_results,
    name_player,
    naming,
    record_result,
    recording,
    stored_key,
    stored_run,
)
from bot.store.preferences import PreferenceStore
from bot.store.privacy import PrivacyStore, Row
from bot.store.verification import Evidence, VerificationStore

__all__ = [
    "Announcement",
    "AnnouncementStore",
    "BoardStore",
    "Change",
    "Claim",
    "ConflictError",
    "DailyStore",
    "Database",
    "Evidence",
    "FinishedGame",
    "GameStore",
    "Job",
    "LeaderboardStore",
    "Place",
    "PreferenceStore",
    "PrivacyStore",
    "Problem",
    "RepeatedError",
    "Row",
    "StoreError",
    "StoredBoard",
    "StoredDaily",
    "StoredGame",
    "StoredKey",
    "VerificationStore",
    "beginning",
    "forget_results",
    "name_player",
    "naming",
    "record_result",
    "recording",
    "snapshot",
    "stored_key",
    "stored_run",
]
