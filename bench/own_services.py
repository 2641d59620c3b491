"""The bot's services on a database of their own."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.services import Services
from bot.store import open_database


@asynccontextmanager
async def own_services() -> AsyncIterator[Services]:
    """Run them for as long as the context lasts."""
    with TemporaryDirectory() as folder:
        database = await open_database(Path(folder, "bench.db"))
        try:
            services = Services(database)
            async with services.running():
                yield services
        finally:
            await database.close()
