"""Where the live boards are: each user has one message that follows their game."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import partial

from bot.store.database import Connection, Database, Reader
from bot.store.queries import queries


@dataclass(frozen=True)
class StoredBoard:
    """A message that shows a game. All fields are Discord's ids, which grow with time; `drawn_by` is an interaction."""

    game_id: int
    channel_id: int
    message_id: int
    drawn_by: int


class BoardStore:
    """Reads and writes live boards. All methods raise StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user_id: int) -> StoredBoard | None:
        """Return the user's live board; None if they never had one."""
        return await _board(self._database, user_id)

    async def forget(self, user_id: int) -> None:
        """Forget the user's live board, if they have one."""
        await self._database.write(partial(queries.delete_board, user_id=user_id))

    async def put(self, user_id: int, board: StoredBoard) -> StoredBoard | None:
        """Make this the user's live board, unless another one was drawn later.

        Returns the board that is no longer live: the one before, or `board` itself, or None if both are one message.
        """

        async def job(connection: Connection) -> StoredBoard | None:
            before = await _board(connection, user_id)
            late = before is not None and before.drawn_by > board.drawn_by
            if not late:
                await queries.put_board(connection, user_id=user_id, **asdict(board))
            if before is None or before.message_id == board.message_id:
                return None
            return board if late else before

        return await self._database.write(job)


async def _board(connection: Reader, user_id: int) -> StoredBoard | None:
    row = await queries.board(connection, user_id=user_id)
    return StoredBoard(*row) if row else None
