"""Claims with holders in several processes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.store import ClaimStore, Database, open_database
from tests.support.kinds import ask, on_both

pytestmark = on_both


@pytest.fixture
async def here(database: Database) -> ClaimStore:
    return ClaimStore(database)


@pytest.fixture
async def elsewhere(url: str) -> AsyncIterator[ClaimStore]:
    database = await open_database(url)
    yield ClaimStore(database)
    await database.close()


async def test_a_claim_has_one_holder_until_it_is_released(here: ClaimStore, elsewhere: ClaimStore) -> None:
    assert await here.claim("emoji", "a", 60) == 0
    assert 0 < await elsewhere.claim("emoji", "b", 60) <= 60
    assert await here.claim("emoji", "a", 60) == 0
    await elsewhere.release("emoji", "b")
    assert await elsewhere.claim("emoji", "b", 60) > 0
    assert await elsewhere.claim("commands", "b", 60) == 0
    await here.release("emoji", "a")
    assert await elsewhere.claim("emoji", "b", 60) == 0


async def test_a_claim_that_is_not_renewed_expires_after_the_seconds_that_it_has_left(
    here: ClaimStore, elsewhere: ClaimStore
) -> None:
    assert await here.claim("emoji", "a", 0.05) == 0
    await asyncio.sleep(await elsewhere.claim("emoji", "b", 0.05))
    assert await elsewhere.claim("emoji", "b", 0.05) == 0
    assert await here.claim("emoji", "a", 60) > 0


async def test_concurrent_claims_have_one_winner(here: ClaimStore, elsewhere: ClaimStore) -> None:
    stores = [here, elsewhere] * 8
    left = await asyncio.gather(*(store.claim("turn", str(number), 60) for number, store in enumerate(stores)))
    assert sum(each == 0 for each in left) == 1


async def test_a_claim_expires_when_the_clock_is_set_back(url: str, here: ClaimStore) -> None:
    await here.claim("emoji", "a", 60)
    await ask(url, "UPDATE claims SET claimed_at = claimed_at + 3600000")
    assert await here.claim("emoji", "b", 60) == 0
