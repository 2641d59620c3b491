"""Leaderboards, compared with a simple model that computes them from all results."""

from __future__ import annotations

import asyncio
import random
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
from tests.support.kinds import NewUrl, ask, on_both
from tests.support.recording import (
    ALICE,
    BOB,
    CAROL,
    DAILIES,
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

RESULTS = st.builds(
    Result,
    day=st.sampled_from([date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1), DAY, date(2026, 3, 9)]),
    variant=st.sampled_from(["tens", "dimes"]),
    server_id=st.sampled_from([None, 70, 71]),
    cards_home=st.sampled_from([0, 40, 52]),
    effort=st.integers(0, 2),
    seconds=st.sampled_from([0, 90]),
)

USERS = st.integers(1, 4)
STEPS = st.one_of(*[st.tuples(USERS, RESULTS)] * 8, USERS, st.none())
"""A player's result to store; now and then a player to forget, or None to count some results."""

EMPTY = Leaderboard(LeaderboardKind.ALL_TIME, None, None, 72)
NOBODY = 9


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
    assert await store.place(leaderboard, NOBODY) is None
    assert await store.position(leaderboard, NOBODY) is None


async def play(url: str, database: Database, steps: list[Recorded | int | None]) -> None:
    """Store, count and forget results in empty leaderboards, and compare these with the model."""
    tables = ("results", "standings", "streaks", "leaderboards")
    await ask(url, *(f"DELETE FROM {table}" for table in tables))  # noqa: S608
    store = LeaderboardStore(database)
    kept: list[Recorded] = []
    seen = {EMPTY}
    for step in steps:
        if step is None:
            await database.write(count_results)
        elif isinstance(step, int):
            await forget(database, step)
            kept = [each for each in kept if each[0] != step]
        else:
            user, counted = step
            is_new = all((user, counted.day, counted.variant) != (u, r.day, r.variant) for u, r in kept)
            assert await store_result(database, user, counted) == is_new
            kept += [step] * is_new
            seen.update(leaderboards_of(counted))
    streaks = [each for each in seen if each.kind is LeaderboardKind.STREAKS]
    some = {*streaks, *sorted(seen, key=repr)[:: 1 + len(seen) // 20]}
    for recorded in (await counted_so_far(url), kept):
        reached = model(recorded)
        for leaderboard in some:
            await check(store, leaderboard, reached.get(leaderboard, {}))
        await count_all(database)
    for user in {user for user, _ in kept}:
        found = await store.results(user)
        assert [counted.day for counted in found] == sorted(counted.day for counted in found)
        assert set(found) == {counted for other, counted in kept if other == user}


@on_both
def test_pages_ranks_and_sizes_match_a_simple_model(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.store.leaderboards.COUNTED_AT_ONCE", 3)
    with asyncio.Runner() as runner:
        database = runner.run(open_database(url))
        runner.run(fix_dailies(database))

        @settings(max_examples=25)
        @given(st.lists(STEPS, max_size=30))
        def check_steps(steps: list[Recorded | int | None]) -> None:
            runner.run(play(url, database, steps))

        try:
            check_steps()
        finally:
            runner.run(database.close())


@on_both
async def test_names_are_shown_unless_hidden(url: str, database: Database) -> None:
    boards = LeaderboardStore(database)
    for user in (ALICE, BOB, CAROL):
        await record(database, user, result(40))
    for user, name in ((ALICE, "alice"), (BOB, "bob"), (BOB, "Bob")):
        await database.write(partial(name_player, user_id=user, name=name))
    for user, is_hidden in ((ALICE, "on"), (BOB, "off")):
        await ask(url, f"INSERT INTO preferences VALUES ({user}, '{HIDDEN_PLAYER}', '{is_hidden}')")  # noqa: S608
    assert [place.name for place in await boards.page(TODAY, 0, 10)] == [None, "Bob", None]
    own = [await boards.place(TODAY, user) for user in (ALICE, BOB, CAROL)]
    assert [place.name for place in own if place] == [None, "Bob", None]


@on_both
async def test_forgetting_a_player_leaves_none_of_their_rows_and_results_counted_or_not(
    url: str, database: Database
) -> None:
    for user in (ALICE, BOB):
        await record(database, user, result(40, server_id=70))
        await store_result(database, user, result(52, variant="dimes"))
        await database.write(partial(name_player, user_id=user, name="someone"))
    await forget(database, BOB)
    await count_all(database)
    for table in ("results", "players", "standings", "streaks"):
        assert {row[0] for row in await rows(url, table)} == {ALICE}


@on_both
async def test_results_in_any_order_from_two_processes_make_the_same_leaderboards(new_url: NewUrl) -> None:
    recorded = random_results(random.Random(8))
    tables = []
    for order in (recorded, sorted(recorded, key=lambda each: each[1].day, reverse=True)):
        url = new_url()
        processes = [await open_database(url) for _ in range(2)]
        await fix_dailies(processes[0])
        counted = await asyncio.gather(
            *(record(processes[place % 2], user, each) for place, (user, each) in enumerate(order))
        )
        assert all(counted)
        for database in processes:
            await database.close()
        tables.append((await rows(url, "results"), await stored_standings(url)))
    assert tables[0] == tables[1]


@on_both
async def test_two_processes_record_one_result_once(url: str, database: Database) -> None:
    elsewhere = await open_database(url)
    counted = await asyncio.gather(*(record(each, ALICE, result(40)) for each in (database, elsewhere) * 5))
    await elsewhere.close()
    assert sum(counted) == 1
    assert len(await rows(url, "results")) == 1
