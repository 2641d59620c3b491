"""Leaderboards: counting results in them, and reading ranks and pages.

A result is stored in the transaction that ends its game. It changes some twenty leaderboards, so it is counted in the
background. Ranks are not stored; each reader counts the players ahead in an index.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Any, NamedTuple

from bot.model.daily.contest import PlayerRank, Ranks
from bot.model.daily.days import month_of, week_of
from bot.model.daily.ranking import (
    Leaderboard,
    LeaderboardKind,
    RankedPlayer,
    Result,
    leaderboards_of,
    standing_after,
    standings,
)
from bot.model.daily.streaks import Run, run_of
from bot.model.preferences import HIDDEN_PLAYER
from bot.store.database import Connection, Reader, Source
from bot.store.queries import queries

log = logging.getLogger(__name__)

COUNTED_AT_ONCE = 10
"""How many results one transaction counts; other writes wait for it."""

_REBUILD_SECONDS = 60 * 60.0
_STANDING_LIMIT = 2**62
"""No readable result leads to a larger standing, or to a smaller negative one; the database stores 64 bits."""


class StoredKey(NamedTuple):
    """The columns that identify a leaderboard; see the schema."""

    start: int
    server_id: int
    variant: str
    kind: str


class LeaderboardStore:
    """Reads results and leaderboards: in a turn, or for programs of the host straight from the database.

    All methods raise StoreError when the database fails. Players with equal standings are ordered by id. A leaderboard
    that no result counts for is empty.
    """

    def __init__(self, source: Source) -> None:
        self._source = source

    async def size(self, leaderboard: Leaderboard) -> int:
        """Return the number of players."""
        return int(await queries.leaderboard_size(self._source, **stored_key(leaderboard)._asdict()))

    async def page(self, leaderboard: Leaderboard, offset: int, count: int) -> list[RankedPlayer]:
        """Return up to `count` places, from the one at `offset` (from 0) on."""
        places: list[RankedPlayer] = []
        async for user_id, name, standing, better, is_given_up in queries.leaderboard_page(
            self._source, **stored_key(leaderboard)._asdict(), offset=offset, count=count, hiding=HIDDEN_PLAYER
        ):
            rank = offset + len(places) + 1 if places else better + 1
            if places and standing == places[-1].standing:
                rank = places[-1].rank
            places.append(RankedPlayer(rank, user_id, name, standing, bool(is_given_up)))
        return places

    async def place(self, leaderboard: Leaderboard, user_id: int) -> RankedPlayer | None:
        """Return a player's place, if they have one."""
        row = await self._place(leaderboard, user_id, equal_below=0)
        if row is None:
            return None
        name, standing, better, is_given_up = row
        return RankedPlayer(better + 1, user_id, name, standing, bool(is_given_up))

    async def position(self, leaderboard: Leaderboard, user_id: int) -> int | None:
        """Return how many places the pages show before the player's, if they have one."""
        row = await self._place(leaderboard, user_id, equal_below=user_id)
        return row[2] if row else None

    async def _place(
        self, leaderboard: Leaderboard, user_id: int, equal_below: int
    ) -> tuple[str | None, int, int, int] | None:
        """Return a player's name and standing, how many are ahead, and whether they gave up.

        Of players with equal standings, those with smaller ids are ahead.
        """
        row: tuple[str | None, int, int, int] | None = await queries.leaderboard_place(
            self._source,
            **stored_key(leaderboard)._asdict(),
            user_id=user_id,
            equal_below=equal_below,
            hiding=HIDDEN_PLAYER,
        )
        return row

    async def server_streak(self, server_id: int, today: date) -> int:
        """Return for how many days in a row, up to today, somebody in a server finished a daily.

        Days without dailies are passed over, and today is not missed before it is over.
        """
        return int(await queries.server_streak(self._source, server_id=server_id, today=today.toordinal()))

    async def players_in_server(self, server_id: int, day: date) -> int:
        """Return how many users have finished a daily of this day that they began in a server."""
        return int(await queries.players_in_server(self._source, server_id=server_id, day=day.toordinal()))

    async def last_played(self, server_id: int, today: date) -> date | None:
        """Return the last day, up to today, of which somebody in a server finished a daily."""
        day = await queries.last_played(self._source, server_id=server_id, today=today.toordinal())
        return None if day is None else date.fromordinal(day)

    async def results_of_day(self, day: date) -> dict[str, dict[int, int]]:
        """Return how many users have finished each game of a day, by their cards home."""
        counts: dict[str, dict[int, int]] = {}
        async for variant, home, users in queries.results_of_day(self._source, day=day.toordinal()):
            counts.setdefault(variant, {})[home] = users
        return counts

    async def ranks_of_day(self, user_id: int, day: date, server_id: int | None) -> dict[str, Ranks]:
        """Return a user's ranks in each game of a day that they have finished, in a server and in the world."""
        ranks: dict[str, Ranks] = {}
        rows = queries.ranks_of_day(self._source, user_id=user_id, day=day.toordinal(), server_id=server_id or 0)
        async for variant, ranked_in, players, better, worse in rows:
            place = "here" if ranked_in else "world"
            rank = PlayerRank(better + 1, players, worse)
            ranks[variant] = replace(ranks.get(variant, Ranks()), **{place: rank})
        return ranks

    async def results(self, user_id: int) -> list[Result]:
        """Return all results of a user, counted or not, ordered by day."""
        return [_result(row) async for row in queries.results(self._source, user_id=user_id)]

    async def days_of_dailies(self) -> list[date]:
        """Return all days that had dailies, in order."""
        return await days_of_dailies(self._source, date.min, date.max)

    async def catch_up(self, user_id: int) -> None:
        """Count COUNTED_AT_ONCE results that are not counted yet, this user's first, and the rest in the background."""

        async def job(connection: Connection) -> bool:
            own = queries.uncounted_results_of(connection, user_id=user_id, count=COUNTED_AT_ONCE)
            rows = [row async for row in own]
            await _count(connection, rows)
            return await _count_next(connection, COUNTED_AT_ONCE - len(rows))

        if await self._is_behind() and await self._source.write(job, in_turn=True):
            self._source.write_in_background(count_results)

    async def catch_up_in_background(self) -> None:
        """Count all results that are not counted yet, for example because a process died."""
        if await self._is_behind():
            self._source.write_in_background(count_results)

    async def rebuild(self) -> None:
        """Compute all standings and streaks again from the results.

        Bots may keep running: the leaderboards are empty at first and then fill up. If this is interrupted, the next
        bot to start counts the rest.
        """
        await self._source.write(_clear, in_turn=True, seconds=_REBUILD_SECONDS)
        while await self._source.write(count_results, in_turn=True, seconds=_REBUILD_SECONDS):
            pass

    async def _is_behind(self) -> bool:
        return [row async for row in queries.uncounted_results(self._source, count=1)] != []


async def record_result(connection: Connection, user_id: int, game_id: int, result: Result) -> bool:
    """Store a result in a job of `Database.write`, to be counted later by `count_results`.

    Returns False and stores nothing if the user has a result in this daily already, or its key is revealed: the player
    may have known the deal.
    """
    added: int = await queries.add_result(
        connection,
        user_id=user_id,
        day=result.day.toordinal(),
        variant=result.variant,
        game_id=game_id,
        server_id=result.server_id or 0,
        home=result.cards_home,
        effort=result.effort,
        seconds=result.seconds,
    )
    return added > 0


async def name_player(connection: Connection, user_id: int, name: str) -> None:
    """Store a user's name for leaderboards, in a job of `Database.write`."""
    await queries.name_player(connection, user_id=user_id, name=name)


async def forget_results(connection: Connection, user_id: int) -> None:
    """Delete a user's results, standings and name, in a job of `Database.write`."""
    await queries.delete_standings(connection, user_id=user_id)
    await queries.delete_streaks(connection, user_id=user_id)
    await queries.delete_results(connection, user_id=user_id)
    await queries.delete_player(connection, user_id=user_id)


async def count_results(connection: Connection) -> bool:
    """Count some results that are not counted yet; return whether there may be more. A job of `Database.write`."""
    return await _count_next(connection, COUNTED_AT_ONCE)


async def _count_next(connection: Connection, count: int) -> bool:
    """Count up to `count` results; return whether there may be more."""
    rows = [row async for row in queries.uncounted_results(connection, count=count)]
    await _count(connection, rows)
    return len(rows) == count


async def _clear(connection: Connection) -> None:
    """Empty all leaderboards, and mark all results as not counted."""
    await queries.clear_standings(connection)
    await queries.clear_streaks(connection)
    await queries.clear_leaderboards(connection)
    await queries.mark_all_uncounted(connection)


async def _count(connection: Connection, rows: Iterable[Sequence[Any]]) -> None:
    """Count results. One that cannot be read is skipped and marked as counted, or it would block all others forever."""
    for user_id, day, variant, *rest in rows:
        await queries.mark_counted(connection, user_id=user_id, day=day, variant=variant)
        result = readable_result((day, variant, *rest))
        if result is None:
            log.error("cannot read a result of day %s, %s: no leaderboard counts it", day, variant)
        else:
            await _count_result(connection, user_id, result)


async def _count_result(connection: Connection, user_id: int, result: Result) -> None:
    """Update standings and streaks with a newly counted result."""
    known = await _known(connection, user_id, result)
    runs = await _runs(connection, user_id, result, known)
    changed = []
    for leaderboard, (number, before, _) in known.items():
        longest_streak = runs[number].longest if number in runs else 0
        after = standing_after(leaderboard, before, result, longest_streak)
        if after != before:
            changed.append({"leaderboard_id": number, "user_id": user_id, "standing": after})
    await queries.put_streaks(connection, [_run_row(user_id, number, run) for number, run in runs.items()])
    await queries.put_standings(connection, changed)


class _Known(NamedTuple):
    """The number of a leaderboard, and the user's standing and run there, if any."""

    number: int
    standing: int | None
    run: Run | None


async def _known(connection: Connection, user_id: int, result: Result) -> dict[Leaderboard, _Known]:
    """Return what is stored of the leaderboards that a result counts for, after creating those that are missing."""
    keys = {leaderboard: stored_key(leaderboard) for leaderboard in leaderboards_of(result)}
    known = await _stored(connection, user_id, result)
    missing = [key._asdict() for key in keys.values() if key not in known]
    if missing:
        await queries.add_leaderboards(connection, missing)
        known = await _stored(connection, user_id, result)
    return {leaderboard: known[key] for leaderboard, key in keys.items()}


async def _stored(connection: Connection, user_id: int, result: Result) -> dict[StoredKey, _Known]:
    rows = queries.standings_near(
        connection,
        user_id=user_id,
        day=result.day.toordinal(),
        week=week_of(result.day).toordinal(),
        month=month_of(result.day).toordinal(),
        server_id=result.server_id or 0,
        variant=result.variant,
    )
    return {StoredKey(*row[:4]): _Known(row[4], row[5], _run(*row[6:])) async for row in rows}


def _run(last: int | None, current: int, longest: int, since_freeze: int, has_freeze: int) -> Run | None:
    return None if last is None else Run(date.fromordinal(last), current, longest, since_freeze, bool(has_freeze))


async def _runs(
    connection: Connection, user_id: int, result: Result, known: Mapping[Leaderboard, _Known]
) -> dict[int, Run]:
    """Return the user's runs with a result counted, by the id of each leaderboard of streaks.

    The result's day extends a run, unless a later day is counted already: then the run is computed from all days.
    """
    runs = {}
    for leaderboard, (number, standing, run) in known.items():
        if leaderboard.kind is not LeaderboardKind.STREAKS:
            continue
        if run is not None and run.last <= result.day:
            runs[number] = run.after(result.day, await days_of_dailies(connection, run.last, result.day))
        elif standing is None:
            runs[number] = Run(result.day)
        else:
            runs[number] = await _run_of_all_days(connection, user_id, leaderboard)
    return runs


async def _run_of_all_days(connection: Connection, user_id: int, leaderboard: Leaderboard) -> Run:
    rows = queries.days_played(
        connection,
        user_id=user_id,
        server_id=leaderboard.server_id or 0,
        is_world=int(leaderboard.server_id is None),
        variant=leaderboard.variant or "",
    )
    days = [date.fromordinal(day) async for (day,) in rows]
    run = run_of(days, await days_of_dailies(connection, min(days), max(days)))
    assert run is not None, "the result that is being counted is one of them"
    return run


async def days_of_dailies(reader: Reader, first: date, last: date) -> list[date]:
    """Return the days between these two that had dailies, in order."""
    if last - first <= timedelta(days=1):
        return []
    rows = queries.days_of_dailies(reader, first=first.toordinal(), last=last.toordinal())
    return [date.fromordinal(day) async for (day,) in rows]


def stored_run(run: Run) -> tuple[int, ...]:
    """Return a run's columns, from `last` on."""
    return run.last.toordinal(), run.current, run.longest, run.since_freeze, int(run.has_freeze)


def _run_row(user_id: int, number: int, run: Run) -> dict[str, int]:
    names = ("last", "current", "longest", "since_freeze", "has_freeze")
    return {"user_id": user_id, "leaderboard_id": number, **dict(zip(names, stored_run(run), strict=True))}


def stored_key(leaderboard: Leaderboard) -> StoredKey:
    """Return the columns that identify a leaderboard."""
    start = leaderboard.start.toordinal() if leaderboard.start else 0
    return StoredKey(start, leaderboard.server_id or 0, leaderboard.variant or "", leaderboard.kind)


def readable_result(row: Sequence[Any]) -> Result | None:
    """Return a result from its columns `day` to `seconds`; None if this version of the bot cannot rank it.

    Its game may come from another version, and anyone may have changed the row.
    """
    try:
        result = _result(row)
        reached, _ = standings([result], [])
    except (KeyError, ValueError, TypeError, OverflowError):
        return None
    return result if all(abs(standing) < _STANDING_LIMIT for standing in reached.values()) else None


def _result(row: Sequence[Any]) -> Result:
    day, variant, server_id, home, effort, seconds, *given_up = row
    return Result(variant, home, effort, seconds, any(given_up), day=date.fromordinal(day), server_id=server_id or None)
