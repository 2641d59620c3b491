"""`python -m bot move`: from a file of SQLite to a database of PostgreSQL."""

from __future__ import annotations

import sys

from bot.store.moving import move as move_all


async def move(source: str, target: str) -> int:
    """Move an installation, and print how far it is; return 0. Raises StoreError, with nothing moved."""
    await move_all(source, target, tell=_tell)
    _tell("All is moved. Set DATABASE_URL to where it is now, and keep the file until the bot runs there.")
    return 0


def _tell(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
