"""Leaderboards, compared with those that are computed from all results by brute force."""

import asyncio
import random
from dataclasses import replace
from datetime import date
from functools import partial

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.model.daily.ranking import Leaderboard, LeaderboardKind, RankedPlayer, Result
from bot.model.score import pack_of, read_result
from bot.store import Database, LeaderboardStore, open_database
from bot.store.leaderboards import Standing, name_player
from tests.support.kinds import NewUrl, ask, on_both
from tests.support.recording import (
    DAILIES,
    DAY,
    Recorded,
    fix_dailies,
    forget,
    places_of,
    random_results,
    record,
    reference,
    rows,
)

RESULTS = st.builds(
    Result,
    day=st.sampled_from([date(2026, 2, 27), date(2026, 2, 28), date(2026, 3, 1), DAY, date(2026, 3, 9)]),
    variant=st.sampled_from(["tens", "dimes", "diplomat"]),
    server_id=st.sampled_from([None, 70, 71]),
    cards_home=st.sampled_from([0, 40, 52, 104]),
    effort=st.integers(0, 2),
    seconds=st.sampled_from([0, 90]),
).filter(lambda made: made.cards_home <= (52 if made.variant == "tens" else 104))

USERS = st.integers(1, 4)
STEPS = st.one_of(*[st.tuples(USERS, RESULTS)] * 8, USERS)
"""A player's result to store; now and then a player to forget."""

NAMELESS = st.sets(USERS)
"""Players whose names the host has blocked."""

EMPTY = Leaderboard(LeaderboardKind.ALL_TIME, None, None, 72)
NOBODY = 9
TABLES = ("results", "players", "totals", "blocks")


async def check(store: LeaderboardStore, leaderboard: Leaderboard, places: list[RankedPlayer]) -> None:
    assert (await store.standing(leaderboard, NOBODY)) == Standing(len(places), None, 0)
    for offset in range(len(places) + 1):
        count = 1 + offset % 5
        for players in (0, len(places)):
            assert await store.page(leaderboard, offset, count, players) == places[offset : offset + count]
    for position, place in enumerate(places):
        found = await store.standing(leaderboard, place.user_id)
        assert found == Standing(len(places), replace(place, name=None), position)


async def play(url: str, database: Database, steps: list[Recorded | int], nameless: set[int]) -> None:
    """Store and forget results in empty leaderboards, and compare these with the reference."""
    await ask(
        url,
        *(f"DELETE FROM {table}" for table in TABLES),  # noqa: S608
        *(f"INSERT INTO blocks VALUES ('name', {user}, 0)" for user in nameless),  # noqa: S608
    )
    store = LeaderboardStore(database)
    kept: list[Recorded] = []
    named: set[int] = set()
    seen = {EMPTY}
    for step in steps:
        if isinstance(step, int):
            await forget(database, step)
            kept = [each for each in kept if each[0] != step]
            named.discard(step)
        else:
            user, counted = step
            is_new = all((user, counted.day, counted.variant) != (u, r.day, r.variant) for u, r in kept)
            await database.write(partial(name_player, user_id=user, name=str(user)))
            named.add(user)
            assert await record(database, user, counted) == is_new
            kept += [step] * is_new
            seen.update(reference([step], DAILIES))
    reached = reference(kept, DAILIES)
    shown = named - nameless
    for leaderboard in seen:
        places = places_of(reached.get(leaderboard, {}))
        named_places = [replace(each, name=str(each.user_id) if each.user_id in shown else None) for each in places]
        await check(store, leaderboard, named_places)
    for user in {user for user, _ in kept}:
        found = await store.results(user)
        assert [counted.day for counted in found] == sorted(counted.day for counted in found)
        assert set(found) == {counted for other, counted in kept if other == user}


@on_both
def test_pages_ranks_and_sizes_match_a_brute_force_computation(url: str) -> None:
    with asyncio.Runner() as runner:
        database = runner.run(open_database(url))
        runner.run(fix_dailies(database))

        @settings(max_examples=25)
        @given(st.lists(STEPS, max_size=30), NAMELESS)
        def check_steps(steps: list[Recorded | int], nameless: set[int]) -> None:
            runner.run(play(url, database, steps, nameless))

        try:
            check_steps()
        finally:
            runner.run(database.close())


@on_both
async def test_ranks_of_a_day_match_its_leaderboards(database: Database) -> None:
    await fix_dailies(database)
    recorded = random_results(random.Random(6))
    for user, each in recorded:
        await record(database, user, each)
    boards = reference(recorded, DAILIES)
    store = LeaderboardStore(database)
    for user, own in recorded:
        places = (await store.places_of_day(user, own.day, 70))[own.variant]
        ranks = places.ranks
        world = boards[Leaderboard(LeaderboardKind.DAY, own.day, own.variant, None)].values()
        assert places.finished == len(world)
        assert places.winners == sum(read_result(each, own.variant)[0] == pack_of(own.variant) for each in world)
        assert ranks.world is not None
        assert ranks.world.rank == 1 + sum(standing < own.standing for standing in world)
        assert ranks.world.worse == sum(standing > own.standing for standing in world)
        assert ranks.world.players == len(world)
        assert (ranks.here is not None) == (own.server_id == 70)
        if ranks.here is not None:
            here = boards[Leaderboard(LeaderboardKind.DAY, own.day, own.variant, 70)].values()
            assert ranks.here.rank == 1 + sum(standing < own.standing for standing in here)
            assert ranks.here.worse == sum(standing > own.standing for standing in here)
            assert ranks.here.players == len(here)


@on_both
async def test_results_in_any_order_from_two_processes_make_the_same_leaderboards(new_url: NewUrl) -> None:
    recorded = random_results(random.Random(8))
    tables = []
    for order in (recorded, sorted(recorded, key=lambda each: each[1].day, reverse=True)):
        url = new_url()
        processes = [await open_database(url) for _ in range(2)]
        await fix_dailies(processes[0])
        stored = await asyncio.gather(
            *(record(processes[place % 2], user, each) for place, (user, each) in enumerate(order))
        )
        assert all(stored)
        for database in processes:
            await database.close()
        tables.append((await rows(url, "results"), await rows(url, "totals")))
    assert tables[0] == tables[1]
