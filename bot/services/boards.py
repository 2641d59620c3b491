"""Where each user's live board is."""

from __future__ import annotations

from bot.model.live_board import LiveBoard
from bot.store import BoardStore, Turn


class Boards:
    """Reads and writes the places of live boards. All methods raise StoreError when the database fails."""

    def __init__(self, store: BoardStore) -> None:
        self._store = store

    async def of(self, turn: Turn) -> LiveBoard | None:
        """The user's live board; None if they never had one."""
        return await self._store.of(turn)

    async def put(self, turn: Turn, board: LiveBoard) -> LiveBoard | None:
        """Make this the user's live board, unless another one was drawn later.

        Returns the board that is no longer live: the previous one or `board` itself; None if both are one message.
        """
        return await self._store.put(turn, board)

    async def forget(self, turn: Turn) -> None:
        """Forget the user's live board, if they have one."""
        await self._store.forget(turn)
