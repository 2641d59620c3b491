"""Processes that share a database, and the clock that they read."""

from collections.abc import AsyncIterator

import pytest

from bot.store import Database
from tests.support.clock import Clock
from tests.support.processes import NOON, Process


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


@pytest.fixture
async def here(database: Database, clock: Clock) -> AsyncIterator[Process]:
    process = Process.create(database, clock)
    yield process
    await process.close()


@pytest.fixture
async def elsewhere(other: Database, clock: Clock) -> AsyncIterator[Process]:
    """A second process with the same database."""
    process = Process.create(other, clock)
    yield process
    await process.close()
