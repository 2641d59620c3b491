"""The behaviour of each kind of contest when an attempt begins and ends. `bot.services` maps the kinds by name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from bot.model.contest import Contest, ContestId, Deal, Summary
from bot.model.game import UserGame
from bot.model.score import Score
from bot.store.turn import Turn


@dataclass(frozen=True)
class Entered:
    """A contest that a player may enter, and its deal; `begun_in` is the server to rank the attempt in, if any."""

    contest: Contest
    deal: Deal
    begun_in: int | None = None


class ContestKind(Protocol):
    async def enter(self, turn: Turn, contest: ContestId, *, is_ranked: bool) -> Entered:
        """Add the jobs that are stored with the deal. Raises PatienceError if the player may not begin."""

    def record(self, turn: Turn, contest: Contest, attempt: UserGame, score: Score) -> None:
        """Add a job to the turn that stores the score of an attempt ending now."""

    async def summary(self, turn: Turn, contest: Contest, attempt: UserGame, server_id: int | None) -> Summary | None:
        """What a finished attempt has achieved, as seen in this server; None if it does not count."""

    async def is_winnable(self, turn: Turn, contest: Contest) -> bool | None:
        """Whether the contest's deal is proven winnable; None if only the list of winnable deals can tell."""


ContestKinds = Mapping[str, ContestKind]
