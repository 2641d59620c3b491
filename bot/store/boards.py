"""The live boards: each user has one message that follows their game."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial

from bot.model.live_board import LiveBoard
from bot.store.database import Connection, Reader
from bot.store.queries import queries
from bot.store.turn import Turn


class BoardStore:
    async def of(self, turn: Turn) -> LiveBoard | None:
        """None if the user never had one."""
        return await _board(turn, turn.player.id)

    async def forget(self, turn: Turn) -> None:
        await turn.write(partial(queries.delete_board, user_id=turn.player.id))

    async def put(self, turn: Turn, board: LiveBoard) -> LiveBoard | None:
        """Make this the user's live board, unless another one was drawn later.

        Returns the board that is no longer live: the previous one, or `board` itself, or None if both are one message.
        """
        user_id = turn.player.id

        async def job(connection: Connection) -> LiveBoard | None:
            before = await _board(connection, user_id)
            late = before is not None and before.drawn_by > board.drawn_by
            if not late:
                await queries.put_board(connection, user_id=user_id, **asdict(board))
            if before is None or before.message_id == board.message_id:
                return None
            return board if late else before

        return await turn.write(job)


async def _board(connection: Reader, user_id: int) -> LiveBoard | None:
    row = await queries.board(connection, user_id=user_id)
    return LiveBoard(*row) if row else None
