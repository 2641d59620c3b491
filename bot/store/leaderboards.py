"""The leaderboards: what each result does to them, and ranks and pages that are found without long counting.

Every leaderboard has *fences*: places in its ranking, with the number of players from each up to the next. What is
further than a fence away is counted by fences; the rest, never more than 2000 players, one by one.

A result is put down in the transaction that stores the end of its game, so that none is lost. What it does to some
twenty leaderboards takes longer, and follows behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from bot.model.daily.days import month_of, week_of
from bot.model.daily.ranking import Kind, Leaderboard, Result, leaderboards_of, standing_after
from bot.model.daily.streaks import Run, run_of
from bot.store.database import Connection, Database, Job
from bot.store.queries import queries

COUNTED_AT_ONCE = 10
"""How many results count in one transaction: those who write meanwhile wait for it."""

_AHEAD_OF_ALL = -(2**63)


class StoredKey(NamedTuple):
    """What names a leaderboard in the database; `start` is the ordinal of its first day, 0 and '' stand for all."""

    start: int
    server_id: int
    variant: str
    kind: str


@dataclass(frozen=True)
class Place:
    """A player's place: equal standings share a rank, and the next rank is again the number of its place (1, 2, 2, 4).

    `name` is None for a player who is hidden or whose name is not known.
    """

    rank: int
    user_id: int
    name: str | None
    standing: int


class LeaderboardStore:
    """Reads results and leaderboards. Every method raises StoreError when the database fails.

    A leaderboard that no result counts for yet is empty. Players with equal standings follow one another by their ids.
    Results can be read before they count.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def size(self, leaderboard: Leaderboard) -> int:
        """How many players are on it."""
        return int(await queries.leaderboard_size(self._database, **stored_key(leaderboard)._asdict()))

    async def page(self, leaderboard: Leaderboard, offset: int, count: int) -> list[Place]:
        """So many places, all those ahead of number `offset` (from 0) left out; less at the end."""
        key = stored_key(leaderboard)._asdict()
        places: list[Place] = []
        rows = queries.leaderboard_page(self._database, **key, offset=offset, count=count)
        async for user_id, name, standing, better in rows:
            rank = offset + len(places) + 1 if places else better + 1
            if places and standing == places[-1].standing:
                rank = places[-1].rank
            places.append(Place(rank, user_id, name, standing))
        return places

    async def place(self, leaderboard: Leaderboard, user_id: int) -> Place | None:
        """A player's own place; None for who is not on it."""
        row = await self._place(leaderboard, user_id, sharing=0)
        return Place(row[2] + 1, user_id, *row[:2]) if row else None

    async def position(self, leaderboard: Leaderboard, user_id: int) -> int | None:
        """How many places are ahead of the player's on the pages; None for who is not on it."""
        row = await self._place(leaderboard, user_id, sharing=user_id)
        return row[2] if row else None

    async def _place(self, leaderboard: Leaderboard, user_id: int, sharing: int) -> tuple[str | None, int, int] | None:
        """A player's name and standing, and how many are ahead: of equal ones only those with ids below `sharing`."""
        row: tuple[str | None, int, int] | None = await queries.leaderboard_place(
            self._database, **stored_key(leaderboard)._asdict(), user_id=user_id, sharing=sharing
        )
        return row

    async def results(self, user_id: int) -> list[Result]:
        """All results of a user, those of the oldest day first."""
        return [_result(row) async for row in queries.results(self._database, user_id=user_id)]

    async def result(self, user_id: int, day: date, variant: str) -> Result | None:
        """A user's result of a day and game."""
        row = await queries.result(self._database, user_id=user_id, day=day.toordinal(), variant=variant)
        return _result(row) if row else None

    async def catch_up(self, user_id: int) -> None:
        """Have results count that do not yet: all of this user, and those of others, unless very many wait."""

        async def job(connection: Connection) -> None:
            await _count(connection, [row async for row in queries.uncounted_results_of(connection, user_id=user_id)])
            await count_results(connection)

        if await self._is_behind():
            await self._database.write(job, in_turn=True)

    async def catch_up_behind(self) -> None:
        """Have all results count soon that do not yet, as those of a process that died."""
        if await self._is_behind():
            self._database.write_in_background(count_results)

    async def _is_behind(self) -> bool:
        return [row async for row in queries.uncounted_results(self._database, count=1)] != []


def naming(user_id: int, name: str) -> Job[None]:
    """A job that notes what a user is called on leaderboards."""

    async def job(connection: Connection) -> None:
        await name_player(connection, user_id, name)

    return job


async def record_result(connection: Connection, user_id: int, game_id: int, result: Result) -> bool:
    """Put down a result, which `count_results` has to follow behind; for use in a job of `Database.write`.

    Returns False, with nothing changed, where the user has a result of that day and game already, or the daily's key is
    told: that may have been known to the player. Results may come in any order.
    """
    added: int = await queries.add_result(
        connection,
        user_id=user_id,
        day=result.day.toordinal(),
        variant=result.variant,
        game_id=game_id,
        server_id=result.server_id or 0,
        home=result.home,
        effort=result.effort,
        seconds=result.seconds,
    )
    return added > 0


async def count_results(connection: Connection) -> bool:
    """Count some results that are not counted yet; return whether there may be more."""
    rows = [row async for row in queries.uncounted_results(connection, count=COUNTED_AT_ONCE)]
    await _count(connection, rows)
    return len(rows) == COUNTED_AT_ONCE


async def _count(connection: Connection, rows: Iterable[Sequence[Any]]) -> None:
    """Have results count that do not yet, in any order."""
    for user_id, day, variant, *rest in rows:
        await queries.mark_counted(connection, user_id=user_id, day=day, variant=variant)
        await _count_result(connection, user_id, _result((day, variant, *rest)))


async def _count_result(connection: Connection, user_id: int, result: Result) -> None:
    """Bring standings, streaks and fences up to date with a result that has just been marked as counted."""
    counted = await _counted(connection, user_id, result)
    runs = await _runs(connection, user_id, result, counted)
    came, left = [], []
    for leaderboard, (number, was, _) in counted.items():
        longest_streak = runs[number].longest if number in runs else 0
        standing = standing_after(leaderboard, was, result, longest_streak)
        if standing != was:
            came.append(_step(number, user_id, standing, was, 1))
        if was is not None and standing != was:
            left.append(_step(number, user_id, was, standing, -1))
    await queries.put_streaks(connection, [_put_run(user_id, number, run) for number, run in runs.items()])
    await queries.put_standings(connection, came)
    await queries.count_players(connection, came + left)
    await queries.split_fences(connection)


async def forget_results(connection: Connection, user_id: int) -> None:
    """Delete a user's results, standings and name; for use in a job of `Database.write`. All behind them move up."""
    rows = queries.standings_of(connection, user_id=user_id)
    left = [_step(number, user_id, standing, None, -1) async for number, standing in rows]
    await queries.count_players(connection, left)
    await queries.forget_standings(connection, user_id=user_id)
    await queries.forget_streaks(connection, user_id=user_id)
    await queries.forget_results(connection, user_id=user_id)
    await queries.forget_player(connection, user_id=user_id)


async def name_player(connection: Connection, user_id: int, name: str) -> None:
    """Note what a user is called on leaderboards; for use in a job of `Database.write`."""
    await queries.name_player(connection, user_id=user_id, name=name)


class _Known(NamedTuple):
    """The number of a leaderboard, and a user's standing and, of streaks, their run there, if any."""

    number: int
    standing: int | None
    run: Run | None


async def _counted(connection: Connection, user_id: int, result: Result) -> dict[Leaderboard, _Known]:
    """The leaderboards that a result counts for, which are made where there is none yet."""
    keys = {leaderboard: stored_key(leaderboard) for leaderboard in leaderboards_of(result)}
    known = await _known(connection, user_id, result)
    missing = [key._asdict() for key in keys.values() if key not in known]
    if missing:
        await queries.add_leaderboards(connection, missing)
        await queries.add_first_fences(connection, [{**key, "standing": _AHEAD_OF_ALL} for key in missing])
        known = await _known(connection, user_id, result)
    return {leaderboard: known[key] for leaderboard, key in keys.items()}


async def _known(connection: Connection, user_id: int, result: Result) -> dict[StoredKey, _Known]:
    """Those of them that were made before, and some others."""
    rows = queries.standings_near(
        connection,
        user_id=user_id,
        day=result.day.toordinal(),
        week=week_of(result.day).toordinal(),
        month=month_of(result.day).toordinal(),
        server_id=result.server_id or 0,
        variant=result.variant,
    )
    return {
        StoredKey(start, server_id, variant, kind): _Known(number, standing, _read_run(*run))
        async for start, server_id, variant, kind, number, standing, *run in rows
    }


def _read_run(last: int | None, current: int, longest: int, since_freeze: int, has_freeze: int) -> Run | None:
    return None if last is None else Run(date.fromordinal(last), current, longest, since_freeze, bool(has_freeze))


async def _runs(
    connection: Connection, user_id: int, result: Result, counted: Mapping[Leaderboard, _Known]
) -> dict[int, Run]:
    """The user's runs once a result counts, by the numbers of the leaderboards of streaks.

    One that comes after a later day's is put in its place among all days; any other goes on from the last.
    """
    runs = {}
    for leaderboard, (number, was, run) in counted.items():
        if leaderboard.kind is not Kind.STREAKS:
            continue
        if run is not None and run.last <= result.day:
            runs[number] = run.after(result.day)
        elif was is None:
            runs[number] = Run(result.day)
        else:
            runs[number] = await _run_of_all(connection, user_id, leaderboard)
    return runs


async def _run_of_all(connection: Connection, user_id: int, leaderboard: Leaderboard) -> Run:
    """The run of all results of a user that count for a leaderboard of streaks, of which there are some."""
    rows = queries.days_played(
        connection,
        user_id=user_id,
        server_id=leaderboard.server_id or 0,
        is_world=int(leaderboard.server_id is None),
        variant=leaderboard.variant or "",
    )
    run = run_of([date.fromordinal(day) async for (day,) in rows])
    assert run is not None, "the result that is counted is one of them"
    return run


def stored_run(run: Run) -> tuple[int, ...]:
    """What a run is stored as."""
    return run.last.toordinal(), run.current, run.longest, run.since_freeze, int(run.has_freeze)


def _put_run(user_id: int, number: int, run: Run) -> dict[str, int]:
    """The parameters with which a run is stored."""
    names = ("last", "current", "longest", "since_freeze", "has_freeze")
    return {"user_id": user_id, "leaderboard_id": number, **dict(zip(names, stored_run(run), strict=True))}


def _step(number: int, user_id: int, standing: int, other: int | None, change: int) -> dict[str, int | None]:
    """The parameters with which one player more or less is counted."""
    return {"leaderboard_id": number, "user_id": user_id, "standing": standing, "other": other, "change": change}


def stored_key(leaderboard: Leaderboard) -> StoredKey:
    """What a leaderboard is stored under."""
    start = leaderboard.start.toordinal() if leaderboard.start else 0
    return StoredKey(start, leaderboard.server_id or 0, leaderboard.variant or "", leaderboard.kind)


def _result(row: Sequence[Any]) -> Result:
    day, variant, server_id, *rest = row
    return Result(date.fromordinal(day), variant, server_id or None, *rest)
