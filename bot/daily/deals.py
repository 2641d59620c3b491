"""Which deal a day has: drawn from a key that nobody can guess, and that anyone can check once it is told.

The key of a day and game is an HMAC of both under the installation's secret. Its SHA-256, the *commitment*, is shown
from the start of the day, so the key cannot be changed any more. From the key follow *candidates*, the deals number 1,
2, 3 …; the first of them that passes a filter is played. `docs/fairness.md` shows how to check a past day.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from itertools import count

GAMES = ("dimes", "grounds-for-divorce", "diplomat", "tens", "cast-out-nines")
"""The games that have a daily."""

SECRET_BYTES = 32

Filter = Callable[[str, int], bool]
"""Whether a game's deal is fit to be a daily."""


def any_deal(variant: str, deal: int) -> bool:  # noqa: ARG001 - what a filter is asked
    """The filter that lets every deal pass."""
    return True


@dataclass(frozen=True)
class Daily:
    """One game's deal of one day: the key it was drawn with, and which of the key's candidates it is, from 1."""

    day: date
    variant: str
    key: str
    candidate: int

    @property
    def deal(self) -> int:
        """The deal's number. It is nobody's to see while someone may still play it for a rank."""
        return candidate_deal(self.key, self.candidate)

    @property
    def commitment(self) -> str:
        """What is shown from the start of the day."""
        return hashlib.sha256(self.key.encode("ascii")).hexdigest()


def draw_daily(secret: bytes, day: date, variant: str, passes: Filter = any_deal) -> Daily:
    """The daily of a day and game for an installation with this secret."""
    key = hmac.new(secret, f"{day.isoformat()}/{variant}".encode("ascii"), hashlib.sha256).hexdigest()
    chosen = next(number for number in count(1) if passes(variant, candidate_deal(key, number)))
    return Daily(day, variant, key, chosen)


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
