"""`python -m bot user export` and `user delete`: what `/solitaire privacy` does, for players who ask their host."""

from __future__ import annotations

import sys

from bot.cli.existing import existing_database
from bot.model.player import Player
from bot.services import Services


async def export_user(url: str, user_id: int) -> int:
    """Print everything that is stored about a user, as JSON; return 0. Raises StoreError when the database fails."""
    async with existing_database(url) as database:
        services = Services(database)
        exported = await services.privacy.export(services.turns.background(Player(user_id)), may_compress=False)
    sys.stdout.buffer.write(exported.content)
    return 0


async def delete_user(url: str, user_id: int) -> int:
    """Delete everything that is stored about a user; return 0, or 1 if nothing is.

    Raises StoreError when the database fails.
    """
    async with existing_database(url) as database:
        services = Services(database)
        turn = services.turns.background(Player(user_id))
        rows = await services.privacy.count(turn)
        if rows:
            await services.privacy.delete(turn)
    sys.stdout.write(f"Rows about user {user_id} that were deleted: {rows}.\n")
    return 0 if rows else 1
