"""The shelf: games that wait while another one lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from bot.model.challenge import ChallengeKey
from bot.model.game import BoardVersion, deadline_of

MOST_SHELVED = 10
"""How many games fit on a user's shelf."""


@dataclass(frozen=True)
class ShelvedGame:
    """A game as the shelf shows it; `started_at` is a Unix time in seconds, and `effort` as in a `UserGame`."""

    board: BoardVersion
    variant: str
    deal: int
    day: date | None
    is_ranked: bool
    home: int
    effort: int
    started_at: int
    challenge: ChallengeKey | None = None
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    def is_at_stake(self, now: float) -> bool:
        """Whether it is a ranked attempt that would count if the player gave it up now, at this Unix time."""
        deadline = deadline_of(self.day, self.challenge)
        return self.is_ranked and deadline is not None and now < deadline
