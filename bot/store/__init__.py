"""What is kept: games, live boards, preferences, dailies, leaderboards and announcements."""

from bot.store.announcements import Announcement, AnnouncementStore, Claim, Problem
from bot.store.boards import BoardStore, StoredBoard
from bot.store.dailies import DailyStore, StoredDaily, openness
from bot.store.database import Database, Job
from bot.store.errors import ConflictError, RepeatedError, StoreError
from bot.store.games import Change, FinishedGame, GameStore, StoredGame
from bot.store.leaderboards import LeaderboardStore, Place, forget_results, name_player, record_result
from bot.store.preferences import PreferenceStore
from bot.store.privacy import PrivacyStore
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
    "StoreError",
    "StoredBoard",
    "StoredDaily",
    "StoredGame",
    "VerificationStore",
    "forget_results",
    "name_player",
    "openness",
    "record_result",
]
