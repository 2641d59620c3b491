"""Reading everything that verification checks. Rows are unvalidated: anyone may have changed them."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from datetime import date
from types import SimpleNamespace
from typing import Any

from bot.store.database import Snapshot
from bot.store.leaderboards import StoredKey, days_of_dailies
from bot.store.queries import queries
from bot.store.schema import describe

_BATCH = 500
_FIRST_ID = -(2**63)

RENEWED_SECONDS = 1.0
"""How long to keep a snapshot, during which SQLite's log grows by 13 kB with each move that is played."""


class Evidence(SimpleNamespace):
    """A row to check, with its columns by the names that the query gives them. A column of a missing row is None."""


@dataclass(frozen=True)
class BadgeEvidence:
    """A user's badges, and what may have earned them."""

    user_id: Any
    badges: list[str]
    wins: list[Evidence]
    longest_streak: int
    most_dailies: int
    is_being_counted: bool


@dataclass(frozen=True)
class Contents:
    """What a host wants to know about a database: its schema, counts, and when a game last changed, in Unix time."""

    schema: str
    games: int
    users: int
    results: int
    challenges: int
    servers: int
    """Servers with announcements."""
    blocks: int
    changed_at: int | None


class VerificationStore:
    """Reads a snapshot, and renews it between comparisons. All methods raise StoreError."""

    def __init__(self, connection: Snapshot) -> None:
        self._connection = connection
        self._renewed_at = time.monotonic()

    async def contents(self) -> Contents:
        """Summarise what is in the database."""
        return Contents(await describe(self._connection), *await queries.contents(self._connection))

    def games(self) -> AsyncIterator[Evidence]:
        """Yield all games."""
        return self._in_batches(queries.games_after, "game_id")

    async def results(self) -> AsyncIterator[list[Evidence]]:
        """Yield all results, one user at a time."""
        user_id = _FIRST_ID
        while (user_id := await queries.next_user_with_results(self._connection, user_id=user_id)) is not None:
            yield [_evidence(row) async for row in queries.evidence_of_user(self._connection, user_id=user_id)]
            await self._renew()

    def scores(self) -> AsyncIterator[Evidence]:
        """Yield all scores on the cards of challenges, and attempts that ended in time without one."""
        return self._in_batches(queries.scores_after, "challenge_id", "user_id")

    async def _in_batches(self, query: Callable[..., AsyncIterator[Any]], *key: str) -> AsyncIterator[Evidence]:
        place = dict.fromkeys(key, _FIRST_ID)
        while rows := [_evidence(row) async for row in query(self._connection, **place, count=_BATCH)]:
            for row in rows:
                yield row
            place = {name: getattr(rows[-1], name) for name in key}
            await self._renew()

    async def badges(self) -> AsyncIterator[BadgeEvidence]:
        """Yield the badges of all users."""
        user_id = _FIRST_ID
        while (user_id := await queries.next_user_with_badges(self._connection, user_id=user_id)) is not None:
            badges = [badge async for badge, _ in queries.badges(self._connection, user_id=user_id)]
            wins = [_evidence(row) async for row in queries.wins_of_user(self._connection, user_id=user_id)]
            streak, dailies, is_being_counted = await queries.daily_deeds_of_user(self._connection, user_id=user_id)
            yield BadgeEvidence(user_id, badges, wins, streak or 0, dailies or 0, bool(is_being_counted))
            await self._renew()

    async def _renew(self) -> None:
        """Renew the snapshot from time to time, so that the disk can free what was deleted since."""
        if time.monotonic() - self._renewed_at > RENEWED_SECONDS:
            await self._connection.renew()
            self._renewed_at = time.monotonic()

    async def chains(self) -> list[Evidence]:
        """Return all chains, the oldest first."""
        return [_evidence(row) async for row in queries.chains(self._connection)]

    async def announced_anchors(self) -> list[tuple[int, Any]]:
        """Return each server with the anchor that was announced there last."""
        return [(server_id, anchor) async for server_id, anchor in queries.announced_anchors(self._connection)]

    async def dailies(self) -> list[Evidence]:
        """Return all dailies."""
        return [_evidence(row) async for row in queries.all_dailies(self._connection)]

    async def days_of_dailies(self) -> list[date]:
        """Return all days that had dailies, in order."""
        return await days_of_dailies(self._connection, date.min, date.max)

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


def _evidence(row: Any) -> Evidence:
    return Evidence(**dict(row))


def _key(kind: str, start: int, variant: str, server_id: int) -> StoredKey:
    return StoredKey(start, server_id, variant, kind)
