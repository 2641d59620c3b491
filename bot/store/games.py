"""The stored games: each user's current one on the table, those on the shelf, and all that are over."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import Any

from cachetools import LRUCache

from bot.model.calendar import DailyGame
from bot.model.challenge import ChallengeKey
from bot.model.daily.days import days_of_month
from bot.model.daily.ranking import Result, Score
from bot.model.errors import ShelfFullError, UnreadableGameError
from bot.model.game import Board, NewGame, UserGame, deadline_of
from bot.model.long_games import LONG_MOVES, off_loop
from bot.model.pack import Pack
from bot.model.shelf import MOST_SHELVED, ShelvedGame
from bot.store.challenges import record_entry
from bot.store.database import Connection, Database, Job
from bot.store.errors import ConflictError, RepeatedError
from bot.store.leaderboards import count_results, record_result
from bot.store.queries import queries
from engine import VARIANTS, Game, InvalidSaveError, Status

log = logging.getLogger(__name__)

LONGEST_PAUSE_SECONDS = 5 * 60
"""How much of the time between two changes counts as played at most: a longer pause is spent elsewhere."""

_MOST_CACHED = 4000  # games, of some 11 kB each
_MOST_LONG_CACHED = 64  # games, of up to half a megabyte each

_WRITES_BETWEEN_CLEANUPS = 1000
_MOST_FORGOTTEN = 10_000  # interactions in one transaction, which other writes wait for

_ONE_DAY = 24 * 60 * 60 * 1000 << 22
"""One day in Discord's ids: milliseconds above their lowest 22 bits. An interaction lives for 15 minutes."""


@dataclass(frozen=True)
class Change:
    """A change of a user's game, and the interaction that asked for it.

    `score` is what a ranked attempt came to, when the change ends it and it counts.
    """

    before: UserGame
    after: UserGame
    interaction_id: int
    score: Score | None = None


@dataclass(frozen=True)
class FinishedGame:
    """What statistics need of a game that is over; `moves` are None in a ranked attempt, which counts its own way."""

    id: int
    variant: str
    status: str
    home: int
    moves: int | None
    seconds: int


class GameStore:
    """Reads and writes games, and caches the current and the long ones to save replaying their moves.

    Every method raises StoreError when the database fails, and those that return a UserGame raise UnreadableGameError
    when its saved text makes no sense.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._current: LRUCache[int, UserGame] = LRUCache(_MOST_CACHED)
        """By user. Another process may have changed these since."""
        self._long: LRUCache[int, UserGame] = LRUCache(_MOST_LONG_CACHED)
        """By their ids, long games of anyone, current or not. They may be outdated, too."""
        self._writes = 0

    async def current(self, user_id: int) -> UserGame | None:
        """The game that this user is playing, or finished last."""
        row = await queries.current_game(self._database, user_id=user_id)
        return None if row is None else self._cache(await self._read(row))

    def cached(self, user_id: int) -> UserGame | None:
        """The user's current game as this process last read or wrote it; it may be outdated."""
        return self._current.get(user_id)

    def forget(self, user_id: int) -> None:
        """Drop this user's games from the cache."""
        self._current.pop(user_id, None)
        for game_id in [game_id for game_id, game in self._long.items() if game.user_id == user_id]:
            del self._long[game_id]

    async def game(self, game_id: int) -> UserGame | None:
        """A game by its id, current or not."""
        row = await queries.game(self._database, game_id=game_id)
        return None if row is None else await self._read(row)

    async def attempt(self, user_id: int, day: date, variant: str) -> UserGame | None:
        """A user's ranked attempt at a daily, current or not."""
        row = await queries.ranked_attempt(self._database, user_id=user_id, day=day.toordinal(), variant=variant)
        return None if row is None else await self._read(row)

    async def challenge_attempt(self, user_id: int, challenge_id: int) -> UserGame | None:
        """A user's attempt at a challenge, current or not."""
        row = await queries.challenge_attempt(self._database, user_id=user_id, challenge_id=challenge_id)
        return None if row is None else await self._read(row)

    async def packs_at_stake(self, user_id: int, now: float, *, besides: NewGame | None = None) -> set[Pack]:
        """The packs of the user's ranked attempts that still count, except for the one that `besides` begins."""
        packs = set()
        rows = queries.attempts_under_way(self._database, user_id=user_id)
        async for variant, dealt, ordinal, *challenge in rows:
            day = None if ordinal is None else date.fromordinal(ordinal)
            deadline, pack = deadline_of(day, _challenge(*challenge)), Pack.parse(dealt)
            is_same = besides is not None and (variant, day, challenge[0]) == besides.contest
            if pack is not None and deadline is not None and now < deadline and not is_same:
                packs.add(pack)
        return packs

    async def finished(self, user_id: int) -> list[FinishedGame]:
        """The user's games that are over, in the order in which they ended, without those given up untouched."""
        return [FinishedGame(*row) async for row in queries.finished_games(self._database, user_id=user_id)]

    async def has_earlier(self, game: UserGame) -> bool:
        """Whether this game's user has had another one before, however it ended."""
        return bool(await queries.has_earlier_game(self._database, user_id=game.user_id, game_id=game.id))

    async def dailies(self, user_id: int, month: date) -> list[DailyGame]:
        """The user's games at the dailies of a month, which is named by any of its days."""
        days = days_of_month(month)
        return [
            DailyGame(date.fromordinal(day), variant, bool(is_ranked), status == Status.PLAYING, status == Status.WON)
            async for day, variant, status, is_ranked in queries.daily_games(
                self._database, user_id=user_id, first=days[0].toordinal(), last=days[-1].toordinal()
            )
        ]

    async def shelved(self, user_id: int) -> list[ShelvedGame]:
        """The games on the user's shelf, the one that they left last first."""
        rows = queries.shelved_games(self._database, user_id=user_id)
        return [
            ShelvedGame(
                Board(game_id, version),
                variant,
                int(dealt.split("|")[1]),
                None if day is None else date.fromordinal(day),
                bool(is_ranked),
                home,
                effort,
                started_at,
                _challenge(*challenge),
                _options(dealt),
            )
            async for game_id, version, variant, dealt, day, is_ranked, home, effort, started_at, *challenge in rows
            if variant in VARIANTS  # a later version of the bot may have had more variants
        ]

    async def deals_played(self, user_id: int, variant: str) -> set[str]:
        """The deals of the user's games of a variant, as `Game.dealt` writes them."""
        rows = queries.deals_played(self._database, user_id=user_id, variant=variant)
        return {dealt async for (dealt,) in rows}

    async def packs_played(self, user_id: int) -> set[Pack]:
        """The packs of all of the user's games."""
        rows = queries.all_deals_played(self._database, user_id=user_id)
        return {pack async for (dealt,) in rows if (pack := Pack.parse(dealt)) is not None}

    async def winners(self, game: Game) -> int:
        """How many users have won this game's deal."""
        return int(await queries.winners(self._database, dealt=game.dealt))

    async def is_settled(self, interaction_id: int) -> bool:
        """Whether this interaction was already applied or refused."""
        return await queries.is_settled(self._database, interaction_id=interaction_id) is not None

    async def refuse(self, interaction_id: int, noted: Change | None = None) -> bool:
        """Record that this interaction was refused, so that it is never applied; return False if it was settled before.

        With `noted`, store that transcript too, and raise ConflictError as `save` does.
        """

        async def job(connection: Connection) -> None:
            await _record_interaction(connection, interaction_id)
            if noted is not None:
                await _save_transcript(connection, noted)

        try:
            await self._database.write(job)
        except RepeatedError:
            return False
        if noted is not None:
            self._cache(noted.after)
        return True

    async def save_transcript(self, change: Change) -> None:
        """Store the transcript of a ranked attempt, which makes no new version. Raises as `save` does."""

        async def job(connection: Connection) -> None:
            await _record_interaction(connection, change.interaction_id)
            await _save_transcript(connection, change)

        await self._database.write(job)
        self._cache(change.after)

    async def save(self, change: Change) -> None:
        """Store the next version of a game.

        Raises RepeatedError when the interaction was applied before, ConflictError when another change came first.
        """

        async def job(connection: Connection) -> None:
            await _record_interaction(connection, change.interaction_id)
            await _save(connection, change)

        await self._write(job, change.interaction_id, has_score=change.score is not None)
        self._cache(change.after)

    async def end_shelved(self, ended: Change) -> None:
        """Store the end of a game on the shelf. Raises as `save` does."""

        async def job(connection: Connection) -> None:
            await _record_interaction(connection, ended.interaction_id)
            await _save(connection, ended, is_current=False)

        await self._write(job, ended.interaction_id, has_score=ended.score is not None)

    async def discard(self, user_id: int, unreadable: Board, now: int) -> None:
        """Take a game that cannot be read from the user's shelf, without counting it as given up."""
        board = {"game_id": unreadable.game_id, "version": unreadable.version}
        await self._database.write(partial(queries.discard_game, user_id=user_id, now=now, **board))

    async def add(
        self,
        started: UserGame,
        interaction_id: int,
        *,
        score: Score | None = None,
        replaced: Board | None = None,
        ended: Change | None = None,
        jobs: Iterable[Job[None]] = (),
    ) -> None:
        """Store a new game in place of the `replaced` one, and run `jobs` in the same write.

        A replaced game that is being played goes on the shelf. `ended` is the change that gives it up instead, or gives
        up one on the shelf to make room. Raises as `save` does, and ShelfFullError.
        """

        async def job(connection: Connection) -> None:
            await _record_interaction(connection, interaction_id)
            for other in jobs:
                await other(connection)
            await _clear_table(connection, replaced, ended, started.started_at)
            shelved = [row[2] async for row in queries.shelved_games(connection, user_id=started.user_id)]
            if sum(variant in VARIANTS for variant in shelved) > MOST_SHELVED:
                raise ShelfFullError
            await _add(connection, started, score)

        has_score = score is not None or (ended is not None and ended.score is not None)
        await self._write(job, interaction_id, has_score=has_score)
        self._cache(started)

    async def resume(
        self, shelved: UserGame, interaction_id: int, now: int, *, replaced: Board | None, ended: Change | None
    ) -> None:
        """Take a game from the shelf in place of the `replaced` one. Both, and what is raised, are as in `add`."""

        async def job(connection: Connection) -> None:
            await _record_interaction(connection, interaction_id)
            await _clear_table(connection, replaced, ended, now)
            if not await queries.resume_game(connection, game_id=shelved.id, version=shelved.version):
                raise ConflictError

        await self._write(job, interaction_id, has_score=False)
        self._cache(shelved)

    async def _write(self, job: Job[None], interaction_id: int, *, has_score: bool) -> None:
        """Run a job, and leave to the background what would keep the player waiting."""
        await self._database.write(job)
        if has_score:
            self._database.write_in_background(count_results)
        if self._writes % _WRITES_BETWEEN_CLEANUPS == 0:
            self._database.write_in_background(partial(_forget_interactions, oldest_id=interaction_id - _ONE_DAY))
        self._writes += 1

    def _cache(self, current: UserGame) -> UserGame:
        self._current[current.user_id] = current
        return self._cache_long(current)

    def _cache_long(self, game: UserGame) -> UserGame:
        if len(game.game.moves) + len(game.game.undone) > LONG_MOVES:
            self._long[game.id] = game
        return game

    async def _read(self, row: Sequence[Any]) -> UserGame:
        """The game of a row, parsed unless just this version is cached."""
        game_id, user_id, saved, version, started_at, changed_at, day, transcript, server_id, ended_at, *rest = row
        challenge_id, challenge_ends_at, effort = rest
        board = Board(game_id, version)
        cached = (self._current.get(user_id), self._long.get(game_id))
        game = next((each.game for each in cached if each is not None and each.board == board), None)
        if game is None:
            try:
                game = await off_loop(saved.count(" ") + saved.count("&") + 1, Game.load, saved)
            except InvalidSaveError as error:
                log.error("game %d cannot be read: %s", game_id, error)  # noqa: TRY400 - the message says it all
                raise UnreadableGameError(board) from error
        day = None if day is None else date.fromordinal(day)
        return self._cache_long(
            UserGame(
                game_id,
                user_id,
                version,
                game,
                started_at,
                changed_at,
                day,
                transcript,
                server_id,
                ended_at,
                _challenge(challenge_id, challenge_ends_at),
                0 if transcript is None else effort,
            )
        )


def _options(dealt: str) -> dict[str, str]:
    """The options in what `Game.dealt` wrote."""
    written = dealt.split("|")[2]
    return dict(option.partition("=")[::2] for option in written.split(",") if option)


def _challenge(challenge_id: int | None, ends_at: int | None) -> ChallengeKey | None:
    return None if challenge_id is None or ends_at is None else ChallengeKey(challenge_id, ends_at)


def _columns(game: UserGame) -> Mapping[str, Any]:
    """The columns of a game that change with each version."""
    return {
        "game_id": game.id,
        "saved": game.game.save(),
        "status": game.game.status,
        "home": game.game.home,
        "effort": game.effort,
        "is_begun": int(game.is_begun),
        "transcript": game.transcript,
        "ended_at": game.ended_at,
        "now": game.changed_at,
    }


async def _add(connection: Connection, started: UserGame, score: Score | None) -> None:
    added = await queries.add_game(
        connection,
        **_columns(started),
        user_id=started.user_id,
        variant=started.game.variant.name,
        dealt=started.game.dealt,
        is_ranked=int(started.is_ranked),
        day=None if started.day is None else started.day.toordinal(),
        server_id=started.server_id,
        challenge_id=None if started.challenge is None else started.challenge.id,
        challenge_ends_at=None if started.challenge is None else started.challenge.ends_at,
    )
    if not added:
        raise ConflictError
    await _record_score(connection, started, score)


async def _save(connection: Connection, change: Change, *, is_current: bool = True) -> None:
    before, after = change.before, change.after
    saved = await queries.save_game(
        connection,
        **_columns(after),
        version=before.version,
        was_transcript=before.transcript,
        is_current=int(is_current),
        longest_pause=LONGEST_PAUSE_SECONDS,
    )
    if not saved:
        raise ConflictError
    await _record_score(connection, after, change.score)


async def _record_score(connection: Connection, ended: UserGame, score: Score | None) -> None:
    """Store the score of a ranked attempt, if it has one: as the result of a daily, or on the card of a challenge."""
    if score is None:
        return
    if ended.challenge is not None:
        await record_entry(connection, ended.challenge.id, ended.user_id, score)
    elif ended.day is not None:
        await record_result(connection, ended.user_id, ended.id, Result.of(score, ended.day, ended.server_id))


async def _save_transcript(connection: Connection, change: Change) -> None:
    before, after = change.before, change.after
    saved = await queries.save_transcript(
        connection,
        transcript=after.transcript,
        effort=after.effort,
        now=after.changed_at,
        longest_pause=LONGEST_PAUSE_SECONDS,
        game_id=before.id,
        version=before.version,
        was_transcript=before.transcript,
    )
    if not saved:
        raise ConflictError


async def _clear_table(connection: Connection, replaced: Board | None, ended: Change | None, now: int) -> None:
    """Make room for another game. The game on the table comes first, so that no two of these wait for each other."""
    is_replaced = ended is not None and ended.before.board == replaced
    if ended is not None and is_replaced:
        await _save(connection, ended)
        replaced = ended.after.board
    if replaced is not None:
        retired = await queries.retire_game(connection, game_id=replaced.game_id, version=replaced.version, now=now)
        if not retired:
            raise ConflictError
    if ended is not None and not is_replaced:
        await _save(connection, ended, is_current=False)


async def _record_interaction(connection: Connection, interaction_id: int) -> None:
    if not await queries.record_interaction(connection, interaction_id=interaction_id):
        raise RepeatedError


async def _forget_interactions(connection: Connection, oldest_id: int) -> bool:
    """Forget a batch of interactions older than this one; return whether there may be more."""
    forgotten = await queries.forget_interactions(connection, oldest_id=oldest_id, most=_MOST_FORGOTTEN)
    return bool(forgotten == _MOST_FORGOTTEN)
