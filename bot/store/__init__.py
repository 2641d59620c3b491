"""The database: SQLite or PostgreSQL, its schema and queries, and a store for each kind of data.

Stores return plain values of `bot.model`. Nothing here imports services, messages or discord.py.
"""

from bot.store.announcements import AnnouncementStore
from bot.store.badges import BadgeStore
from bot.store.blocks import BlockStore
from bot.store.boards import BoardStore
from bot.store.challenges import ChallengeStore
from bot.store.claims import ClaimStore
from bot.store.dailies import DailyStore
from bot.store.database import Connection, Database
from bot.store.errors import LastingError, StoreError, UncertainError
from bot.store.factory import location_of, open_database, open_snapshot
from bot.store.games import Change, GameStore
from bot.store.installation import InstallationStore
from bot.store.leaderboards import LeaderboardStore
from bot.store.preferences import PreferenceStore
from bot.store.privacy import PrivacyStore
from bot.store.proofs import ProofStore
from bot.store.reminders import ReminderStore
from bot.store.turn import Turn, Turns

__all__ = [
    "AnnouncementStore",
    "BadgeStore",
    "BlockStore",
    "BoardStore",
    "ChallengeStore",
    "Change",
    "ClaimStore",
    "Connection",
    "DailyStore",
    "Database",
    "GameStore",
    "InstallationStore",
    "LastingError",
    "LeaderboardStore",
    "PreferenceStore",
    "PrivacyStore",
    "ProofStore",
    "ReminderStore",
    "StoreError",
    "Turn",
    "Turns",
    "UncertainError",
    "location_of",
    "open_database",
    "open_snapshot",
]
