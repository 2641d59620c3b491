"""`python -m bot block`, `unblock` and `blocked`: users and servers that the host keeps out of a running bot."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime

from bot.cli.existing import existing_database
from bot.model.blocks import Block, BlockKind
from bot.store import BlockStore, open_snapshot


async def block(url: str, kind: BlockKind, blocked_id: int) -> int:
    """Block a user, a server or a user's name; return 0."""
    async with existing_database(url) as database:
        is_new = await BlockStore().put(database, Block(kind, blocked_id, int(time.time())))
    sys.stdout.write("Blocked.\n" if is_new else "It was blocked already.\n")
    return 0


async def unblock(url: str, kind: BlockKind, blocked_id: int) -> int:
    """End a block; return 0, or 1 if there was none."""
    async with existing_database(url) as database:
        was_blocked = await BlockStore().remove(database, kind, blocked_id)
    sys.stdout.write("No longer blocked.\n" if was_blocked else "It was not blocked; `blocked` lists what is.\n")
    return 0 if was_blocked else 1


async def print_blocks(url: str) -> int:
    """Print a line for each block; return 0."""
    async with open_snapshot(url) as snapshot:
        for each in await BlockStore().all(snapshot):
            since = datetime.fromtimestamp(each.since, UTC)
            sys.stdout.write(f"{each.kind} {each.id} since {since:%Y-%m-%d %H:%M} UTC\n")
    return 0
