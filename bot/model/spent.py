"""What the fingerprints of deleted data are made of: attempts, deals that a player knows, and their open challenges."""

from __future__ import annotations

from datetime import date

from bot.model.challenge import ChallengeKey
from bot.model.daily.days import day_of
from bot.model.pack import Pack

FINGERPRINT_DAYS = 7
"""How long fingerprints are kept. A clock that is a few days fast for a while must not delete them early."""


def daily_attempt(day: date, variant: str) -> str:
    """The attempt at a daily."""
    return f"{day.isoformat()}/{variant}"


def challenge_attempt(challenge: ChallengeKey) -> str:
    """The attempt at a challenge."""
    return f"{day_of(challenge.ends_at).isoformat()}/challenge {challenge.id}"


def opened_challenge(challenge: ChallengeKey) -> str:
    """A challenge that the player opened: they must not notify the player whom it names again while it waits."""
    return f"{day_of(challenge.ends_at).isoformat()}/challenger {challenge.id}"


def known_pack(pack: Pack) -> str:
    """The cards of a deal that was played outside of the dailies."""
    return f"pack {pack.decks}/{pack.number}"
