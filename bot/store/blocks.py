"""The users and servers that the host has blocked."""

from __future__ import annotations

from functools import partial

from bot.model.blocks import Block, BlockKind
from bot.store.database import Database, Reader
from bot.store.queries import queries


class BlockStore:
    """Reads and writes blocks. All methods raise StoreError when the database fails."""

    async def put(self, database: Database, block: Block) -> bool:
        """Store a block; return False if there was one already."""
        stored = partial(queries.put_block, kind=block.kind, id=block.id, since=block.since)
        return bool(await database.write(stored))

    async def remove(self, database: Database, kind: BlockKind, blocked_id: int) -> bool:
        """Delete a block; return False if there was none."""
        return bool(await database.write(partial(queries.delete_block, kind=kind, id=blocked_id)))

    async def has(self, reader: Reader, kind: BlockKind, blocked_id: int) -> bool:
        """Return whether there is such a block."""
        return bool(await queries.is_blocked(reader, kind=kind, id=blocked_id))

    async def all(self, reader: Reader) -> list[Block]:
        """Return all blocks, the oldest of each kind first."""
        return [Block(BlockKind(kind), blocked_id, since) async for kind, blocked_id, since in queries.blocks(reader)]
