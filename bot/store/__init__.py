"""The database: SQLite or PostgreSQL, its schema and queries, and a store for each kind of data.

Stores return plain values of `bot.model`, and raise StoreError when the database fails. Nothing here imports services,
messages or discord.py.
"""

from bot.store.announcements import AnnouncementStore as AnnouncementStore
from bot.store.badges import BadgeStore as BadgeStore
from bot.store.blocks import BlockStore as BlockStore
from bot.store.boards import BoardStore as BoardStore
from bot.store.challenges import ChallengeStore as ChallengeStore
from bot.store.claims import Claim as Claim
from bot.store.cleanup import CleanupStore as CleanupStore
from bot.store.dailies import DailyStore as DailyStore
from bot.store.database import Connection as Connection
from bot.store.database import Database as Database
from bot.store.errors import LastingError as LastingError
from bot.store.errors import StoreError as StoreError
from bot.store.errors import UncertainError as UncertainError
from bot.store.factory import open_database as open_database
from bot.store.factory import open_snapshot as open_snapshot
from bot.store.games import Change as Change
from bot.store.games import GameStore as GameStore
from bot.store.leaderboards import LeaderboardStore as LeaderboardStore
from bot.store.preferences import PreferenceStore as PreferenceStore
from bot.store.privacy import PrivacyStore as PrivacyStore
from bot.store.proofs import ProofStore as ProofStore
from bot.store.reminders import ReminderStore as ReminderStore
from bot.store.turn import Turn as Turn
from bot.store.turn import Turns as Turns
from bot.store.urls import location_of as location_of
