"""The shelf: games that a user has left for another one, to be resumed or given up."""

from __future__ import annotations

from bot.model.errors import StaleBoardError, UnreadableGameError
from bot.model.game import BoardVersion, UserGame
from bot.model.shelf import ShelvedGame
from bot.services.games import Games
from bot.store.games import Change, GameStore
from bot.store.turn import Turn
from engine import GameOverError, Status


class Shelf:
    """Reads and changes the shelf: each change is committed before it is returned, and takes effect once per turn."""

    def __init__(self, store: GameStore, games: Games) -> None:
        self._store = store
        self._games = games

    async def of(self, turn: Turn) -> list[ShelvedGame]:
        """The games on the user's shelf, the one left last first."""
        return await self._store.shelf(turn)

    async def resume(self, turn: Turn, game_id: int) -> UserGame:
        """Resume a game on the shelf; the one on the table is kept or given up as before a new deal.

        Returns the game on the table, even if it is already the one asked for. Raises GameOverError, and PatienceError
        for the cards of a ranked attempt that still counts.
        """

        async def resume() -> UserGame:
            shelved = await self._games.owned(turn, game_id)
            current = await self._games.current(turn)
            if current.id == game_id:
                return current
            if shelved.game.status is not Status.PLAYING:
                raise GameOverError("This game is over. Start a new one with `/solitaire start`.")
            if not shelved.is_ranked:
                await self._games.check_not_practice(turn, shelved.game)
            now = int(turn.now())
            is_given_up = current.game.status is Status.PLAYING and not current.is_kept(now)
            ended = Change(current, current.give_up(now)) if is_given_up else None
            self._store.resume(turn, shelved, now, replaced=current.board, ended=ended)
            if ended is not None:
                self._games.report(turn, ended)
            self._games.report(turn, Change(shelved, shelved))
            return shelved

        return await turn.settle(resume) or await self._games.current(turn)

    async def give_up(self, turn: Turn, board: BoardVersion) -> None:
        """Give up a game on the shelf, which cannot be undone; an unreadable one is only removed.

        Raises StaleBoardError if the game has changed since.
        """

        async def end() -> UserGame:
            shelved = await self._games.owned(turn, board.game_id)
            current = await self._games.find(turn)
            if shelved.board != board or shelved.game.status is not Status.PLAYING or current == shelved:
                raise StaleBoardError
            change = Change(shelved, shelved.give_up(turn.now()), is_current=False)
            self._store.save(turn, change)
            self._games.report(turn, change)
            return change.after

        try:
            await turn.settle(end)
        except UnreadableGameError as unreadable:
            if unreadable.board != board:  # it is the game on the table
                raise
            await self._store.discard(turn, board)
