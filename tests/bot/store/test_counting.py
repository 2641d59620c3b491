"""Counting: results are put down first, and brought into all leaderboards behind."""

from __future__ import annotations

import asyncio
import random
from datetime import date
from typing import Any

import pytest

from bot.model.daily.ranking import Kind, Leaderboard
from bot.store import Connection, Database, LeaderboardStore, count_results, open_database
from tests.support.card_room import wait_until_written
from tests.support.kinds import NewUrl, on_both
from tests.support.recording import (
    ALICE,
    BOB,
    DAY,
    TODAY,
    Recorded,
    count_all,
    fences_that_count_wrongly,
    forget,
    put_down,
    reached_by_all,
    record,
    result,
    rows,
    some_results,
)

pytestmark = on_both


@pytest.fixture
def boards(database: Database) -> LeaderboardStore:
    return LeaderboardStore(database)


async def test_a_result_that_is_put_down_counts_once_it_is_counted(
    database: Database, boards: LeaderboardStore
) -> None:
    await put_down(database, ALICE, result(40))
    assert await boards.result(ALICE, DAY, "tens") == result(40)
    assert await boards.size(TODAY) == 0
    await database.write(count_results)
    assert await boards.size(TODAY) == 1


async def test_a_streak_is_of_the_days_that_are_counted(
    database: Database, boards: LeaderboardStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.store.leaderboards.COUNTED_AT_ONCE", 1)
    streaks = Leaderboard(Kind.STREAKS, None, None, None)
    await record(database, ALICE, result(day=date(2026, 3, 4)))
    for day in (2, 3):
        await put_down(database, ALICE, result(day=date(2026, 3, day)))
    standings = []
    for _ in range(2):
        await database.write(count_results)
        place = await boards.place(streaks, ALICE)
        assert place is not None
        standings.append(place.standing)
    assert standings == [-1, -3]


async def test_who_looks_while_very_many_wait_to_be_counted_is_among_the_first(
    database: Database, boards: LeaderboardStore
) -> None:
    for user in range(1, 31):
        await put_down(database, user, result(40))
    await boards.catch_up(30)
    assert [place.user_id for place in await boards.page(TODAY, 0, 30)] == [*range(1, 11), 30]


@pytest.mark.usefixtures("patient")
async def test_what_two_processes_count_at_once_counts_once(new_url: NewUrl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.leaderboards.COUNTED_AT_ONCE", 2)
    recorded = some_results(random.Random(9))
    tables = []
    for number in (1, 2):
        file = new_url()
        processes = [await open_database(file) for _ in range(number)]
        await asyncio.gather(*(put_down(processes[0], user, each) for user, each in recorded))
        await asyncio.gather(*map(count_all, processes), LeaderboardStore(processes[-1]).catch_up(ALICE))
        for database in processes:
            await database.close()
        assert await fences_that_count_wrongly(file) == []
        tables.append(await reached_by_all(file))
    assert tables[0] == tables[1]


async def test_who_is_forgotten_before_all_is_counted_leaves_nothing(url: str, database: Database) -> None:
    await record(database, ALICE, result(40))
    for user in (ALICE, BOB):
        await put_down(database, user, result(52, variant="dimes"))
    for user in (ALICE, BOB):
        await forget(database, user)
    await count_all(database)
    assert {table: await rows(url, table) for table in ("results", "standings", "streaks")} == {
        "results": [],
        "standings": [],
        "streaks": [],
    }
    assert await fences_that_count_wrongly(url) == []


async def test_what_a_process_that_died_left_uncounted_is_counted_by_the_next(url: str) -> None:
    died = await open_database(url)
    for user in range(1, 30):
        await put_down(died, user, result(40))
    await died.close()
    database = await open_database(url)
    boards = LeaderboardStore(database)
    await boards.catch_up_in_background()
    await wait_until_written(database)
    assert await boards.size(TODAY) == 29
    await database.close()
    assert await fences_that_count_wrongly(url) == []


async def reached_from(url: str, recorded: list[Recorded]) -> list[tuple[Any, ...]]:
    """What leaderboards hold after counting these results in a new database."""
    database = await open_database(url)
    for user, each in recorded:
        await put_down(database, user, each)
    await count_all(database)
    await database.close()
    return await reached_by_all(url)


@pytest.mark.usefixtures("patient")
async def test_a_rebuild_beside_a_running_bot_counts_every_result_once(new_url: NewUrl) -> None:
    recorded = some_results(random.Random(4))
    earlier, later = recorded[:40], recorded[40:]
    url = new_url()
    await reached_from(url, earlier)
    playing, rebuilding = [await open_database(url) for _ in range(2)]

    async def play() -> None:
        for user, each in later:
            await put_down(playing, user, each)
            playing.write_in_background(count_results)
        await wait_until_written(playing)

    await asyncio.gather(play(), LeaderboardStore(rebuilding).rebuild())
    for database in (playing, rebuilding):
        await database.close()
    assert await fences_that_count_wrongly(url) == []
    assert await reached_by_all(url) == await reached_from(new_url(), recorded)


@pytest.mark.usefixtures("patient")
async def test_an_interrupted_rebuild_is_finished_by_the_next_bot(
    new_url: NewUrl, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = new_url()
    expected = await reached_from(url, some_results(random.Random(5)))
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
    assert await reached_by_all(url) != expected
    database = await open_database(url)
    await LeaderboardStore(database).catch_up_in_background()
    await wait_until_written(database)
    await database.close()
    assert await fences_that_count_wrongly(url) == []
    assert await reached_by_all(url) == expected
