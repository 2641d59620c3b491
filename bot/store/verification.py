"""Reading everything that verification checks. Rows are unvalidated: anyone may have changed them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

from bot.store.database import Reader
from bot.store.leaderboards import StoredKey
from bot.store.queries import queries

_BATCH = 500
_BEFORE_ALL = (-(2**63), 0, "")


@dataclass(frozen=True)
class Evidence:
    """A stored result with its game and daily; their fields are None if they are missing."""

    user_id: Any
    day: Any
    variant: Any
    game_id: Any
    server_id: Any
    home: Any
    effort: Any
    seconds: Any
    is_counted: Any
    player_id: Any
    contest_kind: Any
    contest_key: Any
    begun_in: Any
    started_at: Any
    ended_at: Any
    saved: Any
    transcript: Any
    candidate: Any


@dataclass(frozen=True)
class ChainEvidence:
    """A stored chain of keys."""

    begun: Any
    seed: Any
    anchor: Any


@dataclass(frozen=True)
class DailyEvidence:
    """A stored daily with its proof, whose fields are None if it is missing."""

    day: Any
    variant: Any
    candidate: Any
    is_proven: Any
    commitment: Any
    proven_candidate: Any
    moves: Any


class VerificationStore:
    """Reads over a snapshot, so that everything is of the same moment. All methods raise StoreError."""

    def __init__(self, connection: Reader) -> None:
        self._connection = connection

    async def results(self) -> AsyncIterator[Evidence]:
        """Yield all results, ordered by user."""
        user_id, day, variant = _BEFORE_ALL
        while True:
            found = queries.results_after(self._connection, user_id=user_id, day=day, variant=variant, count=_BATCH)
            rows = [row async for row in found]
            for row in rows:
                yield Evidence(*row)
            if len(rows) < _BATCH:
                return
            user_id, day, variant = rows[-1][:3]

    async def chains(self) -> list[ChainEvidence]:
        """Return all chains, the oldest first."""
        return [ChainEvidence(*row) async for row in queries.chains(self._connection)]

    async def announced_anchors(self) -> list[tuple[int, Any]]:
        """Return each server with the anchor that was announced there last."""
        return [(server_id, anchor) async for server_id, anchor in queries.announced_anchors(self._connection)]

    async def dailies(self) -> list[DailyEvidence]:
        """Return all dailies."""
        return [DailyEvidence(*row) async for row in queries.all_dailies(self._connection)]

    async def standings(self, user_id: int) -> dict[StoredKey, Any]:
        """Return a user's stored standings."""
        rows = queries.standings_of_user(self._connection, user_id=user_id)
        return {_key(*row[:4]): row[4] async for row in rows}

    async def streaks(self, user_id: int) -> dict[StoredKey, Any]:
        """Return the stored columns of a user's streaks."""
        rows = queries.streaks_of_user(self._connection, user_id=user_id)
        return {_key(*row[:4]): tuple(row[4:]) async for row in rows}

    async def attempts_without_result(self) -> list[tuple[Any, ...]]:
        """Return game, user, daily and end of ranked attempts that are over but have no result."""
        return [tuple(row) async for row in queries.attempts_without_result(self._connection)]

    async def users_without_results(self) -> list[int]:
        """Return users who have standings but no result."""
        return [user_id async for (user_id,) in queries.standings_without_results(self._connection)]


def _key(kind: str, start: int, variant: str, server_id: int) -> StoredKey:
    return StoredKey(start, server_id, variant, kind)
