"""Reading all results with what they were made of, to be verified."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import date
from typing import Any

from bot.daily.deals import Daily
from bot.daily.ranking import Kind, Leaderboard, Result
from bot.store.database import Database
from bot.store.queries import queries

_BATCH = 500


@dataclass(frozen=True)
class Evidence:
    """A stored result, and what is stored of its game and its daily; None for what is not there."""

    user_id: int
    game_id: int
    result: Result
    player_id: int | None
    day: date | None
    server_id: int | None
    saved: str | None
    transcript: str | None
    daily: Daily | None


@dataclass(frozen=True)
class EndedAttempt:
    """A ranked attempt that ended, at a Unix time in seconds."""

    game_id: int
    user_id: int
    day: date
    variant: str
    ended_at: int


class VerificationStore:
    """Reads what is to be verified. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def results(self) -> AsyncIterator[Evidence]:
        """All results, those of one user after one another."""
        last: tuple[int, int, str] = (-1, 0, "")
        while True:
            user_id, day, variant = last
            async with self._database.reading() as connection:
                found = queries.results_after(connection, user_id=user_id, day=day, variant=variant, count=_BATCH)
                rows = [row async for row in found]
            for row in rows:
                yield _evidence(row)
            if len(rows) < _BATCH:
                return
            last = rows[-1][:3]

    async def standings(self, user_id: int) -> dict[Leaderboard, int]:
        """A user's stored standings."""
        async with self._database.reading() as connection:
            rows = queries.standings_of_user(connection, user_id=user_id)
            return {_leaderboard(*row[:4]): row[4] async for row in rows}

    async def without_result(self) -> list[EndedAttempt]:
        """Ranked attempts that ended and have no result."""
        async with self._database.reading() as connection:
            rows = queries.attempts_without_result(connection)
            return [
                EndedAttempt(game_id, user_id, date.fromordinal(day), variant, ended_at)
                async for game_id, user_id, day, variant, ended_at in rows
            ]

    async def without_results(self) -> list[int]:
        """Users who have standings but no result."""
        async with self._database.reading() as connection:
            return [user_id async for (user_id,) in queries.standings_without_results(connection)]

    async def miscounted(self) -> list[tuple[Leaderboard, int, int]]:
        """Leaderboards that count others than they have: how many are counted, and how many there are."""
        async with self._database.reading() as connection:
            rows = queries.miscounted_leaderboards(connection)
            return [(_leaderboard(*row[:4]), row[4], row[5]) async for row in rows]


def _leaderboard(kind: str, start: int, variant: str, server_id: int) -> Leaderboard:
    return Leaderboard(Kind(kind), date.fromordinal(start) if start else None, variant or None, server_id or None)


def _evidence(row: tuple[Any, ...]) -> Evidence:
    user_id, ordinal, variant, game_id, put_down_in, home, effort, seconds, player_id, *game, key, candidate = row
    game_day, server_id, saved, transcript = game
    day = date.fromordinal(ordinal)
    return Evidence(
        user_id=user_id,
        game_id=game_id,
        result=Result(day, variant, put_down_in or None, home, effort, seconds),
        player_id=player_id,
        day=None if game_day is None else date.fromordinal(game_day),
        server_id=server_id,
        saved=saved,
        transcript=transcript,
        daily=None if key is None else Daily(day, variant, key, candidate),
    )
