"""Which deal a day has: drawn from a key that nobody can guess, and that anyone can check once it is told.

The key of a day and game is an HMAC of both under the installation's secret. Its SHA-256, the *commitment*, is shown
from the start of the day, so the key cannot be changed any more. From the key follow *candidates*, the deals number 1,
2, 3 …; the first of them that is proven winnable is played, if the proof is there when the day begins, and else the
first of all (see `bot.model.daily.proofs`). `docs/fairness.md` shows how to check a past day.
"""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass
from datetime import date

GAMES = ("dimes", "grounds-for-divorce", "diplomat", "tens", "cast-out-nines")
"""The games that have a daily."""

SECRET_BYTES = 32


@dataclass(frozen=True)
class Method:
    """How a deal is proven winnable: by the solver of this number, looking at so many positions at most."""

    solver: int
    budget: int


@dataclass(frozen=True)
class Daily:
    """One game's deal of one day: the key it was drawn with, and which of the key's candidates it is, from 1.

    `proven_by` is the method by which it is proven winnable, and by which no candidate before it is; None where it was
    not proven in time.
    """

    day: date
    variant: str
    key: str
    candidate: int = 1
    proven_by: Method | None = None

    @property
    def deal(self) -> int:
        """The deal's number. It is nobody's to see while someone may still play it for a rank."""
        return candidate_deal(self.key, self.candidate)

    @property
    def commitment(self) -> str:
        """What is shown from the start of the day."""
        return hashlib.sha256(self.key.encode("ascii")).hexdigest()


def draw_daily(secret: bytes, day: date, variant: str) -> Daily:
    """The daily of a day and game for an installation with this secret, as long as nothing is proven: candidate 1."""
    key = hmac.new(secret, f"{day.isoformat()}/{variant}".encode("ascii"), hashlib.sha256).hexdigest()
    return Daily(day, variant, key)


def candidate_deal(key: str, number: int) -> int:
    """A key's candidate of this number: the first 64 bits of the SHA-256 of both.

    >>> candidate_deal("0" * 64, 1)
    5444506796646587846
    """
    digest = hashlib.sha256(f"{key}/{number}".encode("ascii")).digest()
    return int.from_bytes(digest[:8], "big")


def featured_game(day: date) -> str:
    """The game that a day puts first: each in turn.

    >>> featured_game(date(2026, 11, 21))
    'grounds-for-divorce'
    """
    return GAMES[day.toordinal() % len(GAMES)]
