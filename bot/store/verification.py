"""Reads everything that verification checks. Rows are unvalidated: anyone may have changed them."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import SimpleNamespace

from bot.store.database import Snapshot
from bot.store.queries import queries
from bot.store.schema import describe

_BATCH = 500
_FIRST_ID = -(2**63)


class Evidence(SimpleNamespace):
    """A game with its attempt's score, if it has one, by the names of the query's columns."""


@dataclass(frozen=True)
class Contents:
    """A summary of a database for its host: its schema, counts, and when a game last changed, in Unix time."""

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
    def __init__(self, connection: Snapshot) -> None:
        self._connection = connection

    async def contents(self) -> Contents:
        return Contents(await describe(self._connection), *await queries.contents(self._connection))

    async def games(self) -> AsyncIterator[Evidence]:
        game_id = _FIRST_ID
        while rows := [row async for row in queries.games_after(self._connection, game_id=game_id, count=_BATCH)]:
            for row in rows:
                yield Evidence(**dict(row))
            game_id = dict(rows[-1])["game_id"]
