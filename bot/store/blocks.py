"""Users and servers that the host has blocked, and names that the host or a server hides."""

from __future__ import annotations

from functools import partial

from bot.model.blocks import Block, BlockKind, ServerPlayer, name_in
from bot.model.preferences import HIDDEN_PLAYER
from bot.store.database import Database, Reader
from bot.store.queries import queries
from bot.store.turn import Turn


class BlockStore:
    async def put(self, database: Database, block: Block) -> bool:
        """Store a block; return False if there was one already."""
        stored = partial(queries.put_block, kind=block.kind, id=block.id, since=block.since)
        return bool(await database.write(stored))

    async def remove(self, database: Database, kind: BlockKind, blocked_id: int) -> bool:
        """Delete a block; return False if there was none."""
        return bool(await database.write(partial(queries.delete_block, kind=kind, id=blocked_id)))

    async def has(self, reader: Reader, kind: BlockKind, blocked_id: int) -> bool:
        return bool(await queries.is_blocked(reader, kind=kind, id=blocked_id))

    async def all(self, reader: Reader) -> list[Block]:
        """Return all blocks of the host, the oldest of each kind first."""
        return [Block(BlockKind(kind), blocked_id, since) async for kind, blocked_id, since in queries.blocks(reader)]

    async def hide(self, turn: Turn, server_id: int, user_id: int) -> None:
        """Hide a user's name on the leaderboards and in the posts of a server."""
        await turn.write(partial(queries.put_block, kind=name_in(server_id), id=user_id, since=int(turn.now())))

    async def show(self, turn: Turn, server_id: int, user_id: int) -> None:
        """Show a user's name on the leaderboards and in the posts of a server again."""
        await turn.write(partial(queries.delete_block, kind=name_in(server_id), id=user_id))

    async def players(self, reader: Reader, server_id: int, typed: str, most: int) -> list[ServerPlayer]:
        """Return players with results in a server, by a part of their names or by their id.

        Those whose names are hidden everywhere are left out.
        """
        escaped = typed.replace("!", "!!").replace("%", "!%").replace("_", "!_")
        rows = queries.players_named(
            reader,
            server_id=server_id,
            typed=typed,
            pattern=f"%{escaped}%",
            hidden=name_in(server_id),
            hiding=HIDDEN_PLAYER,
            most=most,
        )
        return [ServerPlayer(user_id, name, bool(is_hidden)) async for user_id, name, is_hidden in rows]
