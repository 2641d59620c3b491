"""`python -m bot user export` and `user delete`: the work of `/solitaire privacy`, for players who ask their host."""

from __future__ import annotations

import json
import sys

from bot.cli.existing import existing_database
from bot.model.player import Player
from bot.services import Services

_STAYS = "blocks"


async def export_user(url: str, user_id: int) -> int:
    """Print all data about a user as JSON; return 0, or 1 if there is none."""
    async with existing_database(url) as database:
        services = Services(database)
        turn = services.turns.background(Player(user_id))
        rows = await services.privacy.count(turn)
        exported = await services.privacy.export(turn, may_compress=False)
    if not rows and not json.loads(exported.content)[_STAYS]:
        sys.stderr.write(f"Nothing is stored about user {user_id}.\n")
        return 1
    sys.stdout.buffer.write(exported.content)
    return 0


async def delete_user(url: str, user_id: int, *, is_confirmed: bool) -> int:
    """Delete all data about a user, or only print what would be deleted; return 0, or 1 if there is none."""
    async with existing_database(url) as database:
        services = Services(database)
        turn = services.turns.background(Player(user_id))
        rows = await services.privacy.count(turn)
        if not rows:
            sys.stdout.write(f"Nothing to delete is stored about user {user_id}.\n")
            return 1
        if not is_confirmed:
            exported = json.loads((await services.privacy.export(turn, may_compress=False)).content)
            name = next((player["name"] for player in exported["players"]), None)
            sys.stdout.write(f"Rows about user {user_id} ({name or 'no name'}): {rows}.\n")
            for name, part in exported.items():
                if isinstance(part, list) and part and name != _STAYS:
                    sys.stdout.write(f"    {name.replace('_', ' ')}: {len(part)}\n")
            sys.stdout.write("Nothing was deleted. Add --yes to delete them for good.\n")
            return 0
        await services.privacy.delete(turn)
    sys.stdout.write(f"Rows about user {user_id} that were deleted: {rows}.\n")
    return 0
