"""`python -m bot new-chain`: begin a new chain of keys, in case the database has leaked."""

from __future__ import annotations

import sys
import time

from bot.cli.existing import existing_database
from bot.model.daily.days import day_of
from bot.services.dailies import new_chain
from bot.store import DailyStore, Turns


async def begin_new_chain(url: str) -> int:
    """Begin a chain today, whose keys decide the dailies from tomorrow on; return 0."""
    async with existing_database(url) as database:
        *_, chain = await DailyStore().begin_chain(
            Turns(database).background(), new_chain(day_of(time.time())), in_any_case=True
        )
    sys.stdout.write(f"A new chain of keys begins. Its anchor is {chain.anchor}.\n")
    return 0
