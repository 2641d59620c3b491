"""The shelf: the games that a user has left for another one, to be resumed or given up."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.model.errors import StaleBoardError, UnreadableGameError
from bot.model.game import BoardVersion, UserGame
from bot.model.shelf import ShelvedGame
from bot.monitoring import metrics
from bot.services.attempts import give_up
from bot.services.games import Games
from bot.services.user_locks import UserLocks
from bot.store import GameStore, RepeatedError
from engine import GameOverError, PatienceError, Status


class Shelf:
    """Every change is committed before it is returned, and takes effect once per interaction.

    All methods raise a PatienceError for what the player can put right, and StoreError when the database fails.
    """

    def __init__(self, store: GameStore, games: Games, *, clock: Callable[[], float]) -> None:
        self._store = store
        self._games = games
        self._clock = clock
        self._locks = UserLocks()

    async def of(self, user_id: int) -> list[ShelvedGame]:
        """The games on the user's shelf, the one that they left last first."""
        return await self._store.shelved(user_id)

    async def resume(self, user_id: int, game_id: int, interaction_id: int) -> UserGame:
        """Take a game from the shelf; the one on the table is kept or given up as when another is dealt.

        Returns the game on the table, even if it is already the one asked for. Raises GameOverError, and PatienceError
        for the cards of a ranked attempt that still counts.
        """

        async def resume() -> UserGame:
            shelved, now = await self._games.owned(user_id, game_id), int(self._clock())
            current = await self._games.current(user_id)
            if current.id == game_id:
                await self._store.refuse(interaction_id)
                return current
            if shelved.game.status is not Status.PLAYING:
                raise GameOverError("This game is over. Start a new one with `/solitaire start`.")
            if not shelved.is_ranked:
                await self._games.check_not_practice(user_id, shelved.game)
            is_given_up = current.game.status is Status.PLAYING and not current.is_kept(now)
            ended = await give_up(current, interaction_id, now) if is_given_up else None
            await self._store.resume(shelved, interaction_id, now, replaced=current.board, ended=ended)
            self._games.report_change(user_id, *(() if ended is None else (ended.after,)))
            return shelved

        return await self._settle(user_id, interaction_id, resume) or await self._games.current(user_id)

    async def give_up(self, user_id: int, board: BoardVersion, interaction_id: int) -> None:
        """End a game on the shelf, which cannot be undone; one that cannot be read just leaves it.

        Raises StaleBoardError when the game has changed since.
        """

        async def end() -> UserGame:
            shelved = await self._games.owned(user_id, board.game_id)
            current = await self._games.find(user_id)
            if shelved.board != board or shelved.game.status is not Status.PLAYING or current == shelved:
                raise StaleBoardError
            change = await give_up(shelved, interaction_id, self._clock())
            await self._store.end_shelved(change)
            metrics.game_changed(shelved.game.variant.name, shelved.game.status, change.after.game.status)
            self._games.report_attempts(change.after)
            return change.after

        try:
            await self._settle(user_id, interaction_id, end)
        except UnreadableGameError as unreadable:
            if unreadable.board != board:  # it is the game on the table
                raise
            await self._store.discard(user_id, board, int(self._clock()))

    async def _settle(
        self, user_id: int, interaction_id: int, change: Callable[[], Awaitable[UserGame]]
    ) -> UserGame | None:
        """Make a change, or refuse it for good; None if this interaction was settled before."""
        try:
            return await self._locks.run(user_id, change)
        except RepeatedError:
            return None
        except PatienceError:
            if await self._store.refuse(interaction_id):
                raise
            return None
