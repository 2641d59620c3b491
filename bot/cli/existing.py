"""Open a database for a program that changes it beside the bot."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from bot.store import Database, open_database, open_snapshot


@asynccontextmanager
async def existing_database(url: str | Path) -> AsyncIterator[Database]:
    """Open a database that exists and has this bot's schema; a bot may be running on it."""
    async with open_snapshot(url):
        pass  # raises for a database that `open_database` would create or migrate
    database = await open_database(url)
    try:
        yield database
    finally:
        await database.close()
