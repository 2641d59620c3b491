"""Fingerprints of deleted data: attempts, deals that a player knows, and their open challenges."""

from __future__ import annotations

from collections.abc import Callable

from bot.model.contest import Contest, ContestId
from bot.model.daily.days import day_of
from bot.model.pack import Pack
from bot.store.database import Connection
from bot.store.queries import queries
from engine import Shuffle

FINGERPRINT_DAYS = 7
"""How long fingerprints are kept: longer than needed, in case a clock is a few days fast for a while."""


def spent_attempt(contest: ContestId) -> str:
    """The attempt at a contest."""
    return f"{contest.kind} {contest.key}"


def opened_challenge(challenge_id: int) -> str:
    """A challenge that the player opened; they must not notify the player named in it again while it is open."""
    return f"challenger {challenge_id}"


def known_pack(pack: Pack) -> str:
    """The cards of a deal that was played outside the dailies."""
    name = pack.decks if pack.shuffle is Shuffle.STANDARD else pack.shuffle.name.lower()
    return f"pack {name}/{pack.number}"


async def is_spent(connection: Connection, contest: Contest, fingerprint: Callable[[str], str]) -> bool:
    """Check, in a job of `Database.write`, whether the user has deleted an attempt at this contest."""
    day = day_of(contest.ends_at).toordinal()
    return bool(await queries.is_spent(connection, day=day, fingerprint=fingerprint(spent_attempt(contest.id))))
