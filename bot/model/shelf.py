"""The shelf: games that wait while another one lies on the table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.model.contest import Contest
from bot.model.game import BoardVersion

MOST_SHELVED = 10
"""The most games on a user's shelf."""


@dataclass(frozen=True)
class ShelvedGame:
    """A game as the shelf shows it; `started_at` is a Unix time in seconds, and `effort` as in a `UserGame`."""

    board: BoardVersion
    variant: str
    deal: int
    is_ranked: bool
    cards_home: int
    effort: int
    started_at: int
    contest: Contest | None = None
    options: Mapping[str, str] = field(default_factory=dict, hash=False)

    def is_at_stake(self, now: float) -> bool:
        """Whether it is a ranked attempt that would count if given up at this Unix time."""
        return self.is_ranked and self.contest is not None and self.contest.is_open(now)
