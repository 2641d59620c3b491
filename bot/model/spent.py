"""The contents of fingerprints of deleted data: attempts, deals that a player knows, and their open challenges."""

from __future__ import annotations

from datetime import date

from bot.model.challenge import ChallengeKey
from bot.model.daily.days import day_of
from bot.model.pack import Pack

FINGERPRINT_DAYS = 7
"""How long fingerprints are kept: longer than needed, in case a clock is a few days fast for a while."""


def daily_attempt(day: date, variant: str) -> str:
    """The attempt at a daily."""
    return f"{day.isoformat()}/{variant}"


def challenge_attempt(challenge: ChallengeKey) -> str:
    """The attempt at a challenge."""
    return f"{day_of(challenge.ends_at).isoformat()}/challenge {challenge.id}"


def opened_challenge(challenge: ChallengeKey) -> str:
    """A challenge that the player opened; they must not notify the player named in it again while it is open."""
    return f"{day_of(challenge.ends_at).isoformat()}/challenger {challenge.id}"


def known_pack(pack: Pack) -> str:
    """The cards of a deal that was played outside the dailies."""
    return f"pack {pack.decks}/{pack.number}"
