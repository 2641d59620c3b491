"""The stored games: each user's current one on the table, those on the shelf, and all that are over."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from cachetools import LRUCache

from bot.model.contest import Contest, ContestId, Deal
from bot.model.errors import ShelfFullError, UnreadableGameError
from bot.model.game import BoardVersion, UserGame
from bot.model.long_games import off_loop
from bot.model.pack import Pack
from bot.model.shelf import MOST_SHELVED, ShelvedGame
from bot.store.database import Connection, Reader, change_row
from bot.store.queries import queries
from bot.store.turn import Turn
from engine import VARIANTS, Game, InvalidSaveError

log = logging.getLogger(__name__)

LONGEST_PAUSE_SECONDS = 5 * 60
"""The longest pause between two changes that counts in full as playing time; a longer one counts only this much."""

_TABLE = "table"
"""The key under which a turn keeps its user's current game."""

_SHELF = "shelf"
"""The key under which a turn keeps its user's shelf."""

_MOST_CACHED = 4000  # games of some 11 kB each


@dataclass(frozen=True)
class Change:
    """A change of a user's game.

    `before` is None if the game has just been dealt, and equals `after` if it was only taken from the shelf. If
    `is_current`, the game is on the table, or was when another took its place.
    """

    before: UserGame | None
    after: UserGame
    is_current: bool = True


@dataclass(frozen=True)
class FinishedGame:
    """A finished game as statistics need it; `moves` is None in a ranked attempt, which counts moves differently."""

    id: int
    dealt: str
    status: str
    cards_home: int
    moves: int | None
    seconds: int

    @property
    def variant(self) -> str:
        return self.dealt.partition("|")[0]


class GameStore:
    """Reads and writes games, and caches current ones to avoid replaying their moves.

    Every method raises StoreError when the database fails, and those that return a UserGame raise UnreadableGameError
    if its saved text is invalid. Changes are committed with the turn, which raises ConflictError if another change came
    first.
    """

    def __init__(self) -> None:
        self._current: LRUCache[int, UserGame] = LRUCache(_MOST_CACHED)
        """By user. Another process may have changed these games since."""

    async def current(self, turn: Turn, cached: UserGame | None = None) -> UserGame | None:
        """The game that the turn's user is playing, or finished last; `cached` replaces the read."""

        async def read() -> UserGame | None:
            row = await queries.current_game(turn, user_id=turn.player.id)
            return None if row is None else self._cache(await self._read(row))

        return await turn.once(_TABLE, read, cached)

    def cached(self, user_id: int) -> UserGame | None:
        """The user's current game as this process last read or wrote it; it may be outdated."""
        return self._current.get(user_id)

    def forget(self, user_id: int) -> None:
        self._current.pop(user_id, None)

    async def game(self, reader: Reader, game_id: int) -> UserGame | None:
        """The game may be anybody's, current or not."""
        row = await queries.game(reader, game_id=game_id)
        return None if row is None else await self._read(row)

    async def attempt(self, turn: Turn, contest: ContestId) -> UserGame | None:
        """The ranked attempt of the turn's user at a contest, current or not."""

        async def read() -> UserGame | None:
            row = await queries.ranked_attempt(turn, user_id=turn.player.id, **contest._asdict())
            return None if row is None else await self._read(row)

        return await turn.once(("attempt", contest), read)

    async def packs_at_stake(self, turn: Turn, *, besides: ContestId | None = None) -> set[Pack]:
        """The packs of the user's ranked attempts that still count, except the one at the contest `besides`."""
        rows = queries.attempts_under_way(turn, user_id=turn.player.id, now=int(turn.now()))
        packs = {Pack.parse(dealt) async for dealt, *contest in rows if ContestId(*contest) != besides}
        return {pack for pack in packs if pack is not None}

    async def finished(self, reader: Reader, user_id: int) -> list[FinishedGame]:
        """The user's games that are over, in the order in which they ended, without those given up untouched."""
        return [FinishedGame(*row) async for row in queries.finished_games(reader, user_id=user_id)]

    async def has_earlier(self, reader: Reader, game: UserGame) -> bool:
        """Whether this game's user had an earlier one, however it ended."""
        return bool(await queries.has_earlier_game(reader, user_id=game.user_id, game_id=game.id))

    async def shelf(self, turn: Turn) -> list[ShelvedGame]:
        """The games on the shelf of the turn's user, the one left last first."""
        return await turn.once(_SHELF, partial(self.shelved, turn, turn.player.id))

    async def shelved(self, reader: Reader, user_id: int) -> list[ShelvedGame]:
        """The games on a user's shelf, the one left last first."""
        shelved = []
        rows = queries.shelved_games(reader, user_id=user_id)
        async for game_id, version, variant, dealt, is_ranked, cards_home, effort, started_at, *contest in rows:
            if variant not in VARIANTS:  # a later version of the bot may have stored other variants
                continue
            deal = Deal.parse(dealt)
            shelved.append(
                ShelvedGame(
                    BoardVersion(game_id, version),
                    variant,
                    deal.number,
                    bool(is_ranked),
                    cards_home,
                    effort,
                    started_at,
                    _contest(*contest),
                    deal.options,
                )
            )
        return shelved

    async def deals_played(self, reader: Reader, user_id: int, variant: str) -> set[str]:
        """The user's deals of a variant, as `Game.dealt` writes them."""
        rows = queries.deals_played(reader, user_id=user_id, variant=variant)
        return {dealt async for (dealt,) in rows}

    async def packs_played(self, reader: Reader, user_id: int) -> set[Pack]:
        rows = queries.all_deals_played(reader, user_id=user_id)
        return {pack async for (dealt,) in rows if (pack := Pack.parse(dealt)) is not None}

    async def winners(self, reader: Reader, game: Game) -> int:
        """The number of users who have won this game's deal."""
        return int(await queries.winners(reader, dealt=game.dealt))

    def save(self, turn: Turn, change: Change) -> None:
        turn.also(partial(_save, change=change))
        if change.is_current:
            turn.afterwards(partial(self._changed, turn, change.after))

    def save_transcript(self, turn: Turn, change: Change) -> None:
        """Store the transcript of a ranked attempt, which makes no new version."""
        turn.also(partial(_save_transcript, change=change))
        turn.afterwards(partial(self._changed, turn, change.after))

    def note_refusal(self, turn: Turn, noted: Change) -> None:
        """Store the transcript of a ranked attempt if the turn's change is refused."""
        turn.if_refused(partial(_save_transcript, change=noted))
        self._current.pop(noted.after.user_id, None)

    async def discard(self, turn: Turn, unreadable: BoardVersion) -> None:
        """Remove an unreadable game from the user's shelf, without counting it as given up."""
        board = {"game_id": unreadable.game_id, "version": unreadable.version}
        await turn.write(partial(queries.discard_game, user_id=turn.player.id, now=int(turn.now()), **board))

    def add(
        self,
        turn: Turn,
        started: UserGame,
        *,
        replaced: BoardVersion | None = None,
        ended: Change | None = None,
    ) -> None:
        """Store a new game in place of the `replaced` one.

        If the replaced game is still in progress, it goes on the shelf unless `ended` gives it up; `ended` may instead
        give up a game on the shelf to make room. The commit raises ShelfFullError if there is no room.
        """
        shelved: list[ShelvedGame] = []

        async def job(connection: Connection) -> None:
            await _clear_table(connection, replaced, ended, started.started_at)
            shelved[:] = await self.shelved(connection, started.user_id)
            if len(shelved) > MOST_SHELVED:
                raise ShelfFullError
            await _add(connection, started)

        turn.also(job)
        turn.afterwards(partial(turn.keep, _SHELF, shelved))
        turn.afterwards(partial(self._changed, turn, started))

    def resume(
        self, turn: Turn, shelved: UserGame, now: int, *, replaced: BoardVersion | None, ended: Change | None
    ) -> None:
        """Put a game from the shelf in place of the `replaced` one. `replaced` and `ended` are as in `add`."""

        async def job(connection: Connection) -> None:
            await _clear_table(connection, replaced, ended, now)
            await change_row(queries.resume_game(connection, game_id=shelved.id, version=shelved.version))

        turn.also(job)
        turn.afterwards(partial(self._changed, turn, shelved))

    def _changed(self, turn: Turn, current: UserGame) -> None:
        turn.keep(_TABLE, self._cache(current))

    def _cache(self, current: UserGame) -> UserGame:
        self._current[current.user_id] = current
        return current

    async def _read(self, row: Sequence[Any]) -> UserGame:
        """The game in a row, parsed unless this version is cached."""
        game_id, user_id, saved, version, started_at, changed_at, *contest = row[:9]
        transcript, begun_in, ended_at, effort = row[9:]
        board = BoardVersion(game_id, version)
        cached = self._current.get(user_id)
        if cached is not None and cached.board == board:
            game = cached.game
        else:
            try:
                game = await off_loop(saved.count(" ") + saved.count("&") + 1, Game.load, saved)
            except InvalidSaveError as error:
                log.error("game %d cannot be read: %s", game_id, error)  # noqa: TRY400 - the message says it all
                raise UnreadableGameError(board) from error
        return UserGame(
            game_id,
            user_id,
            version,
            game,
            started_at,
            changed_at,
            _contest(*contest),
            transcript,
            begun_in,
            ended_at,
            0 if transcript is None else effort,
        )


def _contest(kind: str | None, key: str | None, ends_at: int | None) -> Contest | None:
    return None if kind is None or key is None or ends_at is None else Contest(kind, key, ends_at)


def _columns(game: UserGame) -> Mapping[str, Any]:
    """The columns of a game that change with each version."""
    return {
        "game_id": game.id,
        "saved": game.game.save(),
        "status": game.game.status,
        "home": game.game.cards_home,
        "effort": game.effort,
        "is_begun": int(game.is_begun),
        "transcript": game.transcript,
        "ended_at": game.ended_at,
        "now": game.changed_at,
    }


async def _add(connection: Connection, started: UserGame) -> None:
    contest = started.contest
    added = queries.add_game(
        connection,
        **_columns(started),
        user_id=started.user_id,
        variant=started.game.variant.name,
        dealt=started.game.dealt,
        is_ranked=int(started.is_ranked),
        contest_kind=None if contest is None else contest.kind,
        contest_key=None if contest is None else contest.key,
        contest_ends_at=None if contest is None else contest.ends_at,
        begun_in=started.begun_in,
    )
    await change_row(added)


async def _save(connection: Connection, change: Change) -> None:
    before = change.before
    after = change.after
    assert before is not None, "it was stored before"
    saved = queries.save_game(
        connection,
        **_columns(after),
        version=before.version,
        was_transcript=before.transcript,
        is_current=int(change.is_current),
        longest_pause=LONGEST_PAUSE_SECONDS,
    )
    await change_row(saved)


async def _save_transcript(connection: Connection, change: Change) -> None:
    before = change.before
    after = change.after
    assert before is not None, "it was stored before"
    saved = queries.save_transcript(
        connection,
        transcript=after.transcript,
        effort=after.effort,
        now=after.changed_at,
        longest_pause=LONGEST_PAUSE_SECONDS,
        game_id=before.id,
        version=before.version,
        was_transcript=before.transcript,
    )
    await change_row(saved)


async def _clear_table(connection: Connection, replaced: BoardVersion | None, ended: Change | None, now: int) -> None:
    """Make room for another game. The game on the table comes first, so that no two of these deadlock."""
    if ended is not None and ended.is_current:
        await _save(connection, ended)
        replaced = ended.after.board
    if replaced is not None:
        board = {"game_id": replaced.game_id, "version": replaced.version}
        await change_row(queries.retire_game(connection, **board, now=now))
    if ended is not None and not ended.is_current:
        await _save(connection, ended)
