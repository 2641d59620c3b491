"""Claims with holders in several processes."""

import asyncio

from bot.store import Claim, Database
from tests.support.kinds import ask, on_both

pytestmark = on_both


async def test_a_claim_has_one_holder_until_it_is_released(database: Database, other: Database) -> None:
    here = Claim(database, "emoji", 60)
    elsewhere = Claim(other, "emoji", 60)
    assert await here.make()
    assert not await elsewhere.make()
    assert await here.make()
    await elsewhere.release()
    assert not await elsewhere.make()
    assert await Claim(other, "announce", 60).make()
    await here.release()
    assert await elsewhere.make()


async def test_a_claim_that_is_not_renewed_expires(database: Database, other: Database) -> None:
    here = Claim(database, "emoji", 0.05)
    elsewhere = Claim(other, "emoji", 0.05)
    assert await here.make()
    await asyncio.sleep(0.1)
    assert await elsewhere.make()


async def test_concurrent_claims_have_one_winner(database: Database, other: Database) -> None:
    claims = [Claim(each, "turn", 60) for each in (database, other) for _ in range(8)]
    assert sum(await asyncio.gather(*(each.make() for each in claims))) == 1


async def test_a_claim_expires_when_the_clock_is_set_back(url: str, database: Database) -> None:
    await Claim(database, "emoji", 60).make()
    await ask(url, "UPDATE claims SET claimed_at = claimed_at + 3600000")
    assert await Claim(database, "emoji", 60).make()
