"""Counting stored results in leaderboards, and rebuilding these."""

from __future__ import annotations

import asyncio
import random
from datetime import date
from typing import Any

import pytest

from bot.model.daily.ranking import Leaderboard, LeaderboardKind
from bot.store import Connection, Database, LeaderboardStore, open_database
from bot.store.leaderboards import count_results
from tests.support.card_room import wait_until_written
from tests.support.kinds import NewUrl, ask, on_both
from tests.support.recording import (
    ALICE,
    BOB,
    TODAY,
    Recorded,
    count_all,
    fix_dailies,
    random_results,
    record,
    result,
    rows,
    store_result,
    stored_standings,
)

pytestmark = on_both

STREAKS = Leaderboard(LeaderboardKind.STREAKS, None, None, None)


@pytest.fixture
def boards(database: Database) -> LeaderboardStore:
    return LeaderboardStore(database)


async def test_a_streak_has_only_the_days_that_are_counted(
    database: Database, boards: LeaderboardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.leaderboards.COUNTED_AT_ONCE", 1)
    await fix_dailies(database)
    await record(database, ALICE, result(day=date(2026, 3, 4)))
    for day in (2, 3):
        await store_result(database, ALICE, result(day=date(2026, 3, day)))
    for standing in (-1, -3):
        await database.write(count_results)
        place = await boards.place(STREAKS, ALICE)
        assert place is not None
        assert place.standing == standing


async def test_a_player_who_looks_is_counted_before_the_others(
    database: Database, boards: LeaderboardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for user in range(1, 31):
        await store_result(database, user, result(40))
    monkeypatch.setattr("bot.store.database.Database.write_in_background", lambda *_: None)
    await boards.catch_up(30)
    assert [place.user_id for place in await boards.page(TODAY, 0, 30)] == [*range(1, 10), 30]


async def test_a_player_with_many_uncounted_results_waits_for_one_batch_only(
    url: str, database: Database, boards: LeaderboardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    for day in range(1, 26):
        await store_result(database, ALICE, result(day=date(2026, 3, day)))
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.database.Database.write_in_background", lambda *_: None)
        await boards.catch_up(ALICE)
    assert sum(is_counted for *_, is_counted in await rows(url, "results")) == 10
    await boards.catch_up(ALICE)
    await wait_until_written(database)
    assert sum(is_counted for *_, is_counted in await rows(url, "results")) == 25


@pytest.mark.parametrize(
    "change", ["variant = 'unknown'", "day = 0", "home = -2000000000"], ids=["variant", "day", "cards home"]
)
async def test_a_result_that_cannot_be_read_does_not_block_the_others(
    url: str, database: Database, change: str, caplog: pytest.LogCaptureFixture
) -> None:
    for user in (ALICE, BOB):
        await store_result(database, user, result(40))
    await ask(url, f"UPDATE results SET {change} WHERE user_id = {ALICE}")  # noqa: S608 - of the test
    await count_all(database)
    assert "cannot read a result" in caplog.text
    assert [place.user_id for place in await LeaderboardStore(database).page(TODAY, 0, 10)] == [BOB]
    assert all(is_counted for *_, is_counted in await rows(url, "results"))


async def test_a_streak_leaves_out_a_day_that_cannot_be_read(
    url: str, database: Database, boards: LeaderboardStore
) -> None:
    await store_result(database, ALICE, result(day=date(2026, 3, 1)))
    await ask(url, "UPDATE results SET day = 0")
    for day in (4, 3):
        await record(database, ALICE, result(day=date(2026, 3, day)))
    place = await boards.place(STREAKS, ALICE)
    assert place is not None
    assert place.standing == -2


async def reached_from(url: str, recorded: list[Recorded]) -> list[tuple[Any, ...]]:
    """Count these results in a new database, and return what its leaderboards store."""
    database = await open_database(url)
    await fix_dailies(database)
    for user, each in recorded:
        await store_result(database, user, each)
    await count_all(database)
    await database.close()
    return await stored_standings(url)


async def test_a_rebuild_beside_a_running_bot_counts_every_result_once(new_url: NewUrl) -> None:
    recorded = random_results(random.Random(4))
    earlier, later = recorded[:40], recorded[40:]
    url = new_url()
    await reached_from(url, earlier)
    playing, rebuilding = [await open_database(url) for _ in range(2)]

    async def play() -> None:
        for user, each in later:
            await store_result(playing, user, each)
            playing.write_in_background(count_results)
        await wait_until_written(playing)

    await asyncio.gather(play(), LeaderboardStore(rebuilding).rebuild())
    for database in (playing, rebuilding):
        await database.close()
    assert await stored_standings(url) == await reached_from(new_url(), recorded)


async def test_an_interrupted_rebuild_is_finished_by_the_next_bot(
    new_url: NewUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_url()
    expected = await reached_from(url, random_results(random.Random(5)))
    transactions = 0

    async def count_until_the_process_ends(connection: Connection) -> bool:
        nonlocal transactions
        transactions += 1
        if transactions == 3:
            raise EOFError
        return await count_results(connection)

    database = await open_database(url)
    with monkeypatch.context() as patch:
        patch.setattr("bot.store.leaderboards.count_results", count_until_the_process_ends)
        with pytest.raises(EOFError):
            await LeaderboardStore(database).rebuild()
    await database.close()
    assert await stored_standings(url) != expected
    database = await open_database(url)
    await LeaderboardStore(database).catch_up_in_background()
    await wait_until_written(database)
    await database.close()
    assert await stored_standings(url) == expected
