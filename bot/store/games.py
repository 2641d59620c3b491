"""The stored games: one current game a user, changed under a version and once for each interaction."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass

import aiosqlite

from bot.store.database import Database
from bot.store.errors import ConflictError, RepeatedError
from bot.store.queries import queries

LONGEST_PAUSE_SECONDS = 5 * 60
"""How much of the time between two changes counts as played: who is away for longer is not thinking."""

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
    """What a change of a game stores, and the interaction that asked for it. `now` is in Unix seconds.

    `status`, cards `home`, `moves` played, and whether the game `is_begun`, by a move that may be undone since, are
    None where it cannot be read: what was stored of them stays.
    """

    game_id: int
    version: int
    saved: str
    status: str | None
    home: int | None
    moves: int | None
    is_begun: bool | None
    interaction_id: int
    now: int


@dataclass(frozen=True)
class FinishedGame:
    """What statistics count of a game that is over.

    Cards `home` and `moves` played are None, and `seconds` 0, for a game from before they were stored.
    """

    variant: str
    status: str
    home: int | None
    moves: int | None
    seconds: int


class GameStore:
    """Reads and writes games. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes = 0

    async def current(self, user_id: int) -> StoredGame | None:
        """The game that this user plays, or finished last."""
        async with self._database.reading() as connection:
            row = await queries.current_game(connection, user_id=user_id)
        return StoredGame(*row) if row else None

    async def game(self, game_id: int) -> StoredGame | None:
        """Any game that was ever dealt."""
        async with self._database.reading() as connection:
            row = await queries.game(connection, game_id=game_id)
        return StoredGame(*row) if row else None

    async def finished(self, user_id: int) -> list[FinishedGame]:
        """The user's games that are over, the oldest first; not those given up before the first move."""
        async with self._database.reading() as connection:
            return [FinishedGame(*row) async for row in queries.finished_games(connection, user_id=user_id)]

    async def is_settled(self, interaction_id: int) -> bool:
        """Whether this interaction was applied, or refused, already."""
        async with self._database.reading() as connection:
            return await queries.is_settled(connection, interaction_id=interaction_id) is not None

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
                await queries.retire_game(connection, game_id=replaced.game_id)
            added = await queries.add_game(
                connection,
                game_id=change.game_id,
                user_id=user_id,
                variant=variant,
                saved=change.saved,
                status=change.status,
                home=change.home,
                moves=change.moves,
                is_begun=None if change.is_begun is None else int(change.is_begun),
                now=change.now,
            )
            if not added:
                raise ConflictError

        await self._database.write(job)

    async def _record(self, connection: aiosqlite.Connection, interaction_id: int) -> None:
        if not await queries.record_interaction(connection, interaction_id=interaction_id):
            raise RepeatedError
        self._changes += 1
        if self._changes % _CHANGES_BETWEEN_CLEANINGS == 1:
            await queries.forget_interactions(connection, oldest_id=interaction_id - _ONE_DAY)


async def _save(connection: aiosqlite.Connection, change: Change) -> None:
    saved = await queries.save_game(
        connection,
        game_id=change.game_id,
        version=change.version,
        saved=change.saved,
        status=change.status,
        home=change.home,
        moves=change.moves,
        is_begun=None if change.is_begun is None else int(change.is_begun),
        now=change.now,
        longest_pause=LONGEST_PAUSE_SECONDS,
    )
    if not saved:
        raise ConflictError
