"""The stored games: one current game a user, changed under a version and once for each interaction."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aiosql
import aiosqlite

from bot.store.database import Database
from bot.store.errors import ConflictError, RepeatedError

_queries: Any = aiosql.from_path(Path(__file__).with_name("queries.sql"), "aiosqlite")

_CHANGES_BETWEEN_CLEANINGS = 1000

_ONE_DAY = 24 * 60 * 60 * 1000 << 22
"""One day in Discord's ids, which count milliseconds above 22 lower bits. An interaction lives for 15 minutes."""


@dataclass(frozen=True)
class StoredGame:
    """A row: the engine's text of a game, its owner, and the version that the next change must name."""

    id: int
    user_id: int
    saved: str
    version: int


@dataclass(frozen=True)
class Change:
    """What a change of a game stores, and the interaction that asked for it. `now` is in Unix seconds."""

    game_id: int
    version: int
    saved: str
    status: str
    interaction_id: int
    now: int


class GameStore:
    """Reads and writes games. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes = 0

    async def current(self, user_id: int) -> StoredGame | None:
        """The game that this user plays, or finished last."""
        async with self._database.reading() as connection:
            row = await _queries.current_game(connection, user_id=user_id)
        return StoredGame(*row) if row else None

    async def game(self, game_id: int) -> StoredGame | None:
        """Any game that was ever dealt."""
        async with self._database.reading() as connection:
            row = await _queries.game(connection, game_id=game_id)
        return StoredGame(*row) if row else None

    async def is_settled(self, interaction_id: int) -> bool:
        """Whether this interaction was applied, or refused, already."""
        async with self._database.reading() as connection:
            return await _queries.is_settled(connection, interaction_id=interaction_id) is not None

    async def refuse(self, interaction_id: int) -> None:
        """Note that this interaction was refused, so that it is never applied."""

        async def job(connection: aiosqlite.Connection) -> None:
            await self._record(connection, interaction_id)

        with contextlib.suppress(RepeatedError):
            await self._database.write(job)

    async def save(self, change: Change) -> None:
        """Store the next version of a game.

        Raises RepeatedError if the interaction was applied before, ConflictError if the version is not the newest.
        """

        async def job(connection: aiosqlite.Connection) -> None:
            await self._record(connection, change.interaction_id)
            await _save(connection, change)

        await self._database.write(job)

    async def add(self, change: Change, *, user_id: int, variant: str, replaced: Change | None) -> None:
        """Store a new game in the place of the user's current one.

        `replaced` is the last change of that one; None where the user has none. Raises as `save` does.
        """

        async def job(connection: aiosqlite.Connection) -> None:
            await self._record(connection, change.interaction_id)
            if replaced is not None:
                await _save(connection, replaced)
                await _queries.retire_game(connection, game_id=replaced.game_id)
            added = await _queries.add_game(
                connection,
                game_id=change.game_id,
                user_id=user_id,
                variant=variant,
                saved=change.saved,
                status=change.status,
                now=change.now,
            )
            if not added:
                raise ConflictError

        await self._database.write(job)

    async def _record(self, connection: aiosqlite.Connection, interaction_id: int) -> None:
        if not await _queries.record_interaction(connection, interaction_id=interaction_id):
            raise RepeatedError
        self._changes += 1
        if self._changes % _CHANGES_BETWEEN_CLEANINGS == 1:
            await _queries.forget_interactions(connection, oldest_id=interaction_id - _ONE_DAY)


async def _save(connection: aiosqlite.Connection, change: Change) -> None:
    saved = await _queries.save_game(
        connection,
        game_id=change.game_id,
        version=change.version,
        saved=change.saved,
        status=change.status,
        now=change.now,
    )
    if not saved:
        raise ConflictError
