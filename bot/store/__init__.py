"""The database: SQLite or PostgreSQL, its schema and queries, and a store for each kind of data.

Stores return plain values of `bot.model`. Nothing here imports services, messages or discord.py.
"""

from bot.store.announcements import AnnouncementStore
from bot.store.badges import BadgeStore
from bot.store.blocks import BlockStore
from bot.store.boards import BoardStore
from bot.store.challenges import ChallengeStore, check_answered, entry_barriers, is_taken_back, put_entry, record_entry
from bot.store.claims import ClaimStore
from bot.store.contests import is_spent
from bot.store.dailies import DailyStore, StoredDaily, is_revealed
from bot.store.database import Connection, Database, Job, Snapshot
from bot.store.errors import ConflictError, LastingError, StoreError, UncertainError
from bot.store.factory import location_of, open_database, open_snapshot
from bot.store.games import Change, FinishedGame, GameStore
from bot.store.installation import InstallationStore
from bot.store.leaderboards import (
    LeaderboardStore,
    StoredKey,
    count_results,
    forget_results,
    name_player,
    readable_result,
    record_result,
    stored_key,
    stored_run,
)
from bot.store.preferences import PreferenceStore
from bot.store.privacy import PrivacyStore, Row
from bot.store.proofs import CLAIM_SECONDS, PROVING, ProofStore
from bot.store.reminders import ReminderStore
from bot.store.turn import Turn, Turns
from bot.store.verification import (
    BadgeEvidence,
    ChainEvidence,
    Contents,
    DailyEvidence,
    Evidence,
    GameEvidence,
    ScoreEvidence,
    VerificationStore,
)

__all__ = [
    "CLAIM_SECONDS",
    "PROVING",
    "AnnouncementStore",
    "BadgeEvidence",
    "BadgeStore",
    "BlockStore",
    "BoardStore",
    "ChainEvidence",
    "ChallengeStore",
    "Change",
    "ClaimStore",
    "ConflictError",
    "Connection",
    "Contents",
    "DailyEvidence",
    "DailyStore",
    "Database",
    "Evidence",
    "FinishedGame",
    "GameEvidence",
    "GameStore",
    "InstallationStore",
    "Job",
    "LastingError",
    "LeaderboardStore",
    "PreferenceStore",
    "PrivacyStore",
    "ProofStore",
    "ReminderStore",
    "Row",
    "ScoreEvidence",
    "Snapshot",
    "StoreError",
    "StoredDaily",
    "StoredKey",
    "Turn",
    "Turns",
    "UncertainError",
    "VerificationStore",
    "check_answered",
    "count_results",
    "entry_barriers",
    "forget_results",
    "is_revealed",
    "is_spent",
    "is_taken_back",
    "location_of",
    "name_player",
    "open_database",
    "open_snapshot",
    "put_entry",
    "readable_result",
    "record_entry",
    "record_result",
    "stored_key",
    "stored_run",
]
