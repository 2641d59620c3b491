"""The stored games: one current game a user, changed under a version and once for each interaction."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from bot.model.daily.ranking import Result
from bot.store.connection import Connection, Job
from bot.store.database import Database
from bot.store.errors import ConflictError, RepeatedError
from bot.store.leaderboards import count_results, record_result
from bot.store.queries import queries

LONGEST_PAUSE_SECONDS = 5 * 60
"""How much of the time between two changes counts as played: who is away for longer is not thinking."""

_CHANGES_BETWEEN_CLEANINGS = 1000
_MOST_FORGOTTEN = 10_000  # interactions in one transaction, while players wait for theirs

_ONE_DAY = 24 * 60 * 60 * 1000 << 22
"""One day in Discord's ids, which count milliseconds above 22 lower bits. An interaction lives for 15 minutes."""


@dataclass(frozen=True)
class StoredGame:
    """A row: the engine's text of a game, its owner, and the version that the next change must name.

    `changed_at`, and `ended_at` where it is over, are in Unix seconds. Where the game is a daily, `day` says which, and
    a ranked attempt has a transcript (see `bot.model.daily.transcripts`) and the server where it was begun, if any.
    """

    id: int
    user_id: int
    saved: str
    version: int
    changed_at: int
    day: date | None = None
    transcript: str | None = None
    server_id: int | None = None
    ended_at: int | None = None


def stored_game(row: Sequence[Any] | None) -> StoredGame | None:
    """The game of a row, if there is one."""
    if row is None:
        return None
    game_id, user_id, saved, version, changed_at, day, *attempt = row
    return StoredGame(
        game_id, user_id, saved, version, changed_at, None if day is None else date.fromordinal(day), *attempt
    )


@dataclass(frozen=True)
class Change:
    """What a change of a game stores, and the interaction that asked for it. `now` is in Unix seconds.

    `status`, cards `home`, `moves` played, and whether the game `is_begun`, by a move that may be undone since, are
    None where it cannot be read: what was stored of them stays. `was_transcript` is what the transcript goes on from;
    both are None but for a ranked attempt. `result` is what that came to, where the change ends it and it counts.
    """

    game_id: int
    user_id: int
    version: int
    saved: str
    status: str | None
    home: int | None
    moves: int | None
    is_begun: bool | None
    interaction_id: int
    now: int
    ended_at: int | None = None
    transcript: str | None = None
    was_transcript: str | None = None
    result: Result | None = None


@dataclass(frozen=True)
class FinishedGame:
    """What statistics count of a game that is over."""

    variant: str
    status: str
    home: int
    moves: int
    seconds: int


class GameStore:
    """Reads and writes games. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._changes = 0

    async def current(self, user_id: int) -> StoredGame | None:
        """The game that this user plays, or finished last."""
        async with self._database.reading() as connection:
            return stored_game(await queries.current_game(connection, user_id=user_id))

    async def game(self, game_id: int) -> StoredGame | None:
        """Any game that was ever dealt."""
        async with self._database.reading() as connection:
            return stored_game(await queries.game(connection, game_id=game_id))

    async def finished(self, user_id: int) -> list[FinishedGame]:
        """The user's games that are over, the oldest first; not those given up before the first move."""
        async with self._database.reading() as connection:
            return [FinishedGame(*row) async for row in queries.finished_games(connection, user_id=user_id)]

    async def is_settled(self, interaction_id: int) -> bool:
        """Whether this interaction was applied, or refused, already."""
        async with self._database.reading() as connection:
            return await queries.is_settled(connection, interaction_id=interaction_id) is not None

    async def beginnings(self, user_id: int, variant: str) -> list[str]:
        """The texts of the user's games of a kind that are over, up to the deal and the options or a little further."""
        async with self._database.reading() as connection:
            return [text async for (text,) in queries.beginnings(connection, user_id=user_id, variant=variant)]

    async def refuse(self, interaction_id: int, tried: Change | None = None) -> None:
        """Note that this interaction was refused, so that it is never applied.

        `tried` is noted as well, as `note` does it, and raises ConflictError so.
        """

        async def job(connection: Connection) -> None:
            await _record(connection, interaction_id)
            if tried is not None:
                await _save_transcript(connection, tried)

        with contextlib.suppress(RepeatedError):
            await self._database.write(job)

    async def note(self, change: Change) -> None:
        """Store the transcript of a ranked attempt and nothing else, which makes no new version. Raises as `save`."""

        async def job(connection: Connection) -> None:
            await _record(connection, change.interaction_id)
            await _save_transcript(connection, change)

        await self._database.write(job)

    async def save(self, change: Change) -> None:
        """Store the next version of a game.

        Raises RepeatedError if the interaction was applied before, ConflictError if the version is not the newest.
        """

        async def job(connection: Connection) -> None:
            await _record(connection, change.interaction_id)
            await _save(connection, change)

        await self._write(job, change)

    async def add(
        self,
        change: Change,
        *,
        variant: str,
        replaced: Change | None,
        day: date | None = None,
        server_id: int | None = None,
        along: Iterable[Job] = (),
    ) -> None:
        """Store a new game in the place of the user's current one, and do what goes `along` in the same transaction.

        `replaced` is the last change of the current one; None where the user has none. Raises as `save` does.
        """

        async def job(connection: Connection) -> None:
            await _record(connection, change.interaction_id)
            for other in along:
                await other(connection)
            if replaced is not None:
                await _save(connection, replaced)
                await queries.retire_game(connection, game_id=replaced.game_id)
            added = await queries.add_game(
                connection,
                game_id=change.game_id,
                user_id=change.user_id,
                variant=variant,
                saved=change.saved,
                status=change.status,
                home=change.home,
                moves=change.moves,
                is_begun=None if change.is_begun is None else int(change.is_begun),
                now=change.now,
                day=None if day is None else day.toordinal(),
                transcript=change.transcript,
                server_id=server_id,
                ended_at=change.ended_at,
            )
            if not added:
                raise ConflictError
            await _record_result(connection, change)

        await self._write(job, change, replaced)

    async def _write(self, job: Job, change: Change, replaced: Change | None = None) -> None:
        """Store changes by this job. What takes longer than a player should wait is done behind it."""
        await self._database.write(job)
        if change.result is not None or (replaced is not None and replaced.result is not None):
            self._database.write_behind(count_results)
        if self._changes % _CHANGES_BETWEEN_CLEANINGS == 0:
            self._database.write_behind(partial(_forget, oldest_id=change.interaction_id - _ONE_DAY))
        self._changes += 1


async def _record(connection: Connection, interaction_id: int) -> None:
    if not await queries.record_interaction(connection, interaction_id=interaction_id):
        raise RepeatedError


async def _forget(connection: Connection, oldest_id: int) -> bool:
    """Forget some interactions older than this one; return whether there may be more."""
    forgotten = await queries.forget_interactions(connection, oldest_id=oldest_id, most=_MOST_FORGOTTEN)
    return bool(forgotten == _MOST_FORGOTTEN)


async def _save(connection: Connection, change: Change) -> None:
    saved = await queries.save_game(
        connection,
        game_id=change.game_id,
        version=change.version,
        saved=change.saved,
        status=change.status,
        home=change.home,
        moves=change.moves,
        is_begun=None if change.is_begun is None else int(change.is_begun),
        transcript=change.transcript,
        was_transcript=change.was_transcript,
        ended_at=change.ended_at,
        now=change.now,
        longest_pause=LONGEST_PAUSE_SECONDS,
    )
    if not saved:
        raise ConflictError
    await _record_result(connection, change)


async def _save_transcript(connection: Connection, change: Change) -> None:
    saved = await queries.save_transcript(
        connection,
        transcript=change.transcript,
        now=change.now,
        longest_pause=LONGEST_PAUSE_SECONDS,
        game_id=change.game_id,
        version=change.version,
        was_transcript=change.was_transcript,
    )
    if not saved:
        raise ConflictError


async def _record_result(connection: Connection, change: Change) -> None:
    if change.result is not None:
        await record_result(connection, change.user_id, change.game_id, change.result)
