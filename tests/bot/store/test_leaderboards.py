"""Leaderboards, compared with a simple model that computes them from all results."""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import defaultdict
from collections.abc import Sequence
from datetime import date
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.daily.ranking import Leaderboard, LeaderboardKind, RankedPlayer, Result, leaderboards_of, standings
from bot.model.preferences import HIDDEN_PLAYER
from bot.store import Database, LeaderboardStore, open_database
from bot.store.leaderboards import count_results, name_player
from tests.support.kinds import NewUrl, on_both
from tests.support.recording import (
    ALICE,
    BOB,
    CAROL,
    DAILIES,
    DAVE,
    DAY,
    TODAY,
    Recorded,
    count_all,
    fix_dailies,
    forget,
    random_results,
    record,
    result,
    rows,
    store_result,
    stored_standings,
)
from tests.support.turns import BookInTurns

RESULTS = st.builds(
    Result,
    day=st.sampled_from([date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1), DAY, date(2026, 3, 9)]),
    variant=st.sampled_from(["tens", "dimes"]),
    server_id=st.sampled_from([None, 70, 71]),
    home=st.sampled_from([0, 40, 52]),
    effort=st.integers(0, 2),
    seconds=st.sampled_from([0, 90]),
)


async def name(database: Database, user_id: int, called: str) -> None:
    await database.write(partial(name_player, user_id=user_id, name=called))


def model(recorded: Sequence[Recorded]) -> dict[Leaderboard, dict[int, int]]:
    """The standings of all players on all leaderboards."""
    reached: dict[Leaderboard, dict[int, int]] = defaultdict(dict)
    for user in {user for user, _ in recorded}:
        results = [counted for other, counted in recorded if other == user]
        for leaderboard, standing in standings(results, DAILIES)[0].items():
            reached[leaderboard][user] = standing
    return reached


async def counted_so_far(url: str) -> list[Recorded]:
    return [
        (user, Result(variant, *counts, day=date.fromordinal(day), server_id=server or None))
        for user, day, variant, _, server, *counts, is_counted in await rows(url, "results")
        if is_counted
    ]


def places_of(reached: dict[int, int]) -> list[RankedPlayer]:
    everyone = sorted((standing, user) for user, standing in reached.items())
    alone = sorted(reached.values())
    return [RankedPlayer(alone.index(standing) + 1, user, None, standing) for standing, user in everyone]


async def check(store: LeaderboardStore, leaderboard: Leaderboard, reached: dict[int, int]) -> None:
    places = places_of(reached)
    assert await store.size(leaderboard) == len(places)
    for offset in range(len(places) + 1):
        count = 1 + offset % 5
        assert await store.page(leaderboard, offset, count) == places[offset : offset + count]
    for position, place in enumerate(places):
        assert await store.place(leaderboard, place.user_id) == place
        assert await store.position(leaderboard, place.user_id) == position


@pytest.fixture
def boards(database: Database) -> LeaderboardStore:
    return LeaderboardStore(database)


STEPS = st.one_of(*[st.tuples(st.integers(1, 8), RESULTS)] * 8, st.integers(1, 8), st.none())
"""A player's result to store; now and then a player to forget, or None to count some results."""


@settings(max_examples=40)
@given(st.lists(STEPS, max_size=30))
def test_pages_ranks_and_sizes_match_a_simple_model(steps: list[Recorded | int | None]) -> None:

    async def run(url: str) -> None:
        database = await open_database(url)
        await fix_dailies(database)
        store = LeaderboardStore(database)
        kept: list[Recorded] = []
        seen: set[Leaderboard] = set()
        for step in steps:
            if step is None:
                await database.write(count_results)
                continue
            if isinstance(step, int):
                await forget(database, step)
                kept = [each for each in kept if each[0] != step]
                continue
            user, counted = step
            is_new = all((user, counted.day, counted.variant) != (u, r.day, r.variant) for u, r in kept)
            assert await store_result(database, user, counted) == is_new
            kept += [step] * is_new
            seen.update(leaderboards_of(counted))
        some = sorted(seen, key=repr)[:: 1 + len(seen) // 20]
        for recorded in (await counted_so_far(url), kept):
            reached = model(recorded)
            for leaderboard in some:
                await check(store, leaderboard, reached.get(leaderboard, {}))
            await count_all(database)
        for user in {user for user, _ in kept}:
            found = await store.results(user)
            assert [counted.day for counted in found] == sorted(counted.day for counted in found)
            assert set(found) == {counted for other, counted in kept if other == user}
        await database.close()

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr("bot.store.leaderboards.COUNTED_AT_ONCE", 3)
        asyncio.run(run(f"sqlite:///{folder}/patience.sqlite3"))


@on_both
async def test_players_with_equal_standings_share_a_rank(database: Database, boards: LeaderboardStore) -> None:
    for user, home in ((DAVE, 10), (CAROL, 40), (BOB, 40), (ALICE, 52)):
        await record(database, user, result(home))
    page = await boards.page(TODAY, 0, 10)
    assert [(place.rank, place.user_id) for place in page] == [(1, ALICE), (2, BOB), (2, CAROL), (4, DAVE)]
    assert [place.rank for place in await boards.page(TODAY, 2, 10)] == [2, 4]
    assert await boards.place(TODAY, CAROL) == page[2]
    assert await boards.position(TODAY, CAROL) == 2


@on_both
async def test_a_leaderboard_without_results_is_empty(database: Database, boards: LeaderboardStore) -> None:
    await record(database, ALICE, result(server_id=70))
    elsewhere = Leaderboard(LeaderboardKind.ALL_TIME, None, None, 71)
    assert await boards.size(elsewhere) == 0
    assert await boards.page(elsewhere, 0, 10) == []
    for leaderboard, user in ((elsewhere, ALICE), (TODAY, BOB)):
        assert await boards.place(leaderboard, user) is None
        assert await boards.position(leaderboard, user) is None


@on_both
async def test_a_second_result_in_a_daily_changes_nothing(url: str, database: Database) -> None:
    assert await record(database, ALICE, result(40))
    tables = [await rows(url, table) for table in ("results", "standings")]
    assert not await record(database, ALICE, result(52))
    assert [await rows(url, table) for table in ("results", "standings")] == tables


@on_both
async def test_results_are_read_as_recorded(database: Database, boards: LeaderboardStore) -> None:
    late, early = result(40, server_id=70), result(52, day=date(2026, 2, 28), variant="dimes")
    for each in (late, early):
        await record(database, ALICE, each)
    await record(database, BOB, result(7))
    assert await boards.results(ALICE) == [early, late]
    assert await boards.results(DAVE) == []


@on_both
async def test_names_are_shown_unless_hidden(database: Database, boards: LeaderboardStore) -> None:
    for user in (ALICE, BOB, CAROL):
        await record(database, user, result(40))
    await name(database, ALICE, "alice")
    await name(database, BOB, "bob")
    await name(database, BOB, "Bob")

    preferences = BookInTurns(database)
    for interaction, (user, is_hidden) in enumerate([(ALICE, True), (BOB, False)]):
        await preferences.change(user, interaction, **{HIDDEN_PLAYER: is_hidden})
    assert [place.name for place in await boards.page(TODAY, 0, 10)] == [None, "Bob", None]
    own = [await boards.place(TODAY, user) for user in (ALICE, BOB, CAROL)]
    assert [place.name for place in own if place] == [None, "Bob", None]


@on_both
async def test_forgetting_a_player_moves_everyone_behind_up(
    url: str, database: Database, boards: LeaderboardStore
) -> None:
    for user, home in ((ALICE, 52), (BOB, 40), (CAROL, 10)):
        await record(database, user, result(home, server_id=70))
        await name(database, user, f"player {user}")
    await forget(database, BOB)
    assert [(place.rank, place.user_id) for place in await boards.page(TODAY, 0, 10)] == [(1, ALICE), (2, CAROL)]
    assert await boards.size(TODAY) == 2
    assert await boards.results(BOB) == []
    assert {row[0] for table in ("results", "players", "standings") for row in await rows(url, table)} == {ALICE, CAROL}
    assert await record(database, BOB, result(40))


@on_both
async def test_results_in_any_order_from_two_processes_make_the_same_leaderboards(
    new_url: NewUrl,
) -> None:
    recorded = random_results(random.Random(8))
    tables = []
    for order in (recorded, sorted(recorded, key=lambda each: each[1].day, reverse=True)):
        file = new_url()
        processes = [await open_database(file) for _ in range(2)]
        await fix_dailies(processes[0])
        counted = await asyncio.gather(
            *(record(processes[place % 2], user, each) for place, (user, each) in enumerate(order))
        )
        assert all(counted)
        for database in processes:
            await database.close()
        tables.append((await rows(file, "results"), await stored_standings(file)))
    assert tables[0] == tables[1]


@on_both
async def test_two_processes_record_one_result_once(url: str, database: Database) -> None:
    elsewhere = await open_database(url)
    counted = await asyncio.gather(*(record(each, ALICE, result(40)) for each in (database, elsewhere) * 5))
    await elsewhere.close()
    assert sum(counted) == 1
    assert len(await rows(url, "results")) == 1
