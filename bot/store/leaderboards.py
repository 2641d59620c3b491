"""Leaderboards: recording results, and reading ranks and pages.

The leaderboards of one game rank the results of a day. All others rank `totals`, to which each result is added in the
transaction that ends its game. Ranks are not stored: readers count the players ahead in an index.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any, Literal, NamedTuple

from bot.model.daily.contest import DailyPlaces, PlayerRank, Ranks
from bot.model.daily.days import week_of
from bot.model.daily.ranking import (
    Leaderboard,
    LeaderboardKind,
    RankedPlayer,
    Result,
    leaderboards_of,
    standing_after,
    streak_standing,
)
from bot.model.daily.streaks import longest_streak
from bot.model.preferences import HIDDEN_PLAYER
from bot.model.score import LOST
from bot.store.database import Connection, Reader
from bot.store.queries import queries

_IS_GIVEN_UP = """EXISTS (
    SELECT 1 FROM results JOIN games ON games.id = game_id
    WHERE results.user_id = {}.user_id AND results.day = :start AND results.variant = :variant AND status = 'given up'
)"""


class Standing(NamedTuple):
    """The number of players on a leaderboard, the place of one of them, and the number of places shown before it."""

    players: int
    own: RankedPlayer | None
    position: int


class LeaderboardStore:
    """Players with equal standings are ordered by id."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader

    async def standing(self, leaderboard: Leaderboard, user_id: int) -> Standing:
        """Return the number of players, and the place of this one, without their name."""
        parameters = {**_parameters(leaderboard), "user_id": user_id}
        ((players, standing, better, equal, is_given_up),) = await self._reader.rows(
            standing_query(leaderboard), parameters
        )
        if standing is None:
            return Standing(players, None, 0)
        own = RankedPlayer(better + 1, user_id, None, standing, bool(is_given_up))
        return Standing(players, own, better + equal)

    async def page(self, leaderboard: Leaderboard, offset: int, count: int, players: int = 0) -> list[RankedPlayer]:
        """Return up to `count` places, from the one at `offset` (from 0) on.

        If the number of `players` is known, a page in the second half is looked up from the end.
        """
        from_end = 2 * offset > players > 0
        if from_end:
            count = max(0, min(count, players - offset))
        parameters = {
            **_parameters(leaderboard),
            "offset": players - offset - count if from_end else offset,
            "count": count,
            "hiding": HIDDEN_PLAYER,
        }
        sql = page_query(leaderboard, "DESC" if from_end else "ASC")
        places: list[RankedPlayer] = []
        for user_id, name, standing, equal, is_given_up in await self._reader.rows(sql, parameters):
            if places and standing == places[-1].standing:
                rank = places[-1].rank
            else:
                rank = offset + len(places) + 1 - (0 if places else equal)
            places.append(RankedPlayer(rank, user_id, name, standing, bool(is_given_up)))
        return places

    async def server_streak(self, server_id: int, today: date) -> int:
        """Return for how many days in a row, up to today, somebody in a server finished a daily.

        Days without dailies are passed over, and today is not missed before it is over.
        """
        return int(await queries.server_streak(self._reader, server_id=server_id, today=today.toordinal()))

    async def players_in_server(self, server_id: int, day: date) -> int:
        """Return how many users have finished a daily of this day that they began in a server."""
        return int(await queries.players_in_server(self._reader, server_id=server_id, day=day.toordinal()))

    async def last_played(self, server_id: int, today: date) -> date | None:
        """Return the last day, up to today, whose dailies somebody in a server finished."""
        day = await queries.last_played(self._reader, server_id=server_id, today=today.toordinal())
        return None if day is None else date.fromordinal(day)

    async def places_of_day(self, user_id: int, day: date, server_id: int | None) -> dict[str, DailyPlaces]:
        """Return how each game of a day was played, and a user's ranks in it, in a server and in the world."""
        rows = queries.places_of_day(
            self._reader, user_id=user_id, day=day.toordinal(), server_id=server_id or 0, lost=LOST
        )
        return {variant: _places(*row) async for variant, *row in rows}

    async def results(self, user_id: int) -> list[Result]:
        return [_result(row) async for row in queries.results(self._reader, user_id=user_id)]

    async def days_of_dailies(self) -> list[date]:
        return await days_of_dailies(self._reader, date.min, date.max)


async def record_result(connection: Connection, user_id: int, game_id: int, result: Result) -> bool:
    """Store a result and add it to the user's totals, in a job of `Database.write`.

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
        standing=result.standing,
    )
    if added:
        await _add_to_totals(connection, user_id, result)
    return added > 0


async def name_player(connection: Connection, user_id: int, name: str) -> None:
    await queries.name_player(connection, user_id=user_id, name=name)


async def _add_to_totals(connection: Connection, user_id: int, result: Result) -> None:
    near = queries.totals_near(
        connection,
        user_id=user_id,
        day=result.day.toordinal(),
        week=week_of(result.day).toordinal(),
        server_id=result.server_id or 0,
    )
    before = {_Key(*key): standing async for *key, standing in near}
    longest = await _longest_streaks(connection, user_id, result.server_id)
    totals = []
    for leaderboard in leaderboards_of(result):
        key = _key(leaderboard)
        if leaderboard.kind is LeaderboardKind.STREAKS:
            standing = streak_standing(longest[leaderboard.server_id])
        else:
            standing = standing_after(before.get(key), result)
        totals.append({"user_id": user_id, **key._asdict(), "standing": standing})
    await queries.put_totals(connection, totals)


async def _longest_streaks(connection: Connection, user_id: int, server_id: int | None) -> dict[int | None, int]:
    """Return the user's longest streak anywhere, under None, and in this server."""
    rows = [row async for row in queries.days_played(connection, user_id=user_id, server_id=server_id or 0)]
    anywhere = [date.fromordinal(day) for day, _ in rows]
    here = [date.fromordinal(day) for day, is_here in rows if is_here]
    dailies = await days_of_dailies(connection, anywhere[0], anywhere[-1])
    return {server_id: longest_streak(here, dailies), None: longest_streak(anywhere, dailies)}


async def days_of_dailies(reader: Reader, first: date, last: date) -> list[date]:
    """Return the days between these two that had dailies, in order."""
    rows = queries.days_of_dailies(reader, first=first.toordinal(), last=last.toordinal())
    return [date.fromordinal(day) async for (day,) in rows]


def standing_query(leaderboard: Leaderboard) -> str:
    """The query for the number of players, one player's standing, and the numbers of players ahead and equal."""
    ranked = _ranked(leaderboard)
    return f"""
WITH own AS (SELECT standing, user_id FROM {ranked} AND user_id = :user_id)
SELECT (SELECT COUNT(*) FROM {ranked}), own.standing,
    (SELECT COUNT(*) FROM {ranked} AND standing < own.standing),
    (SELECT COUNT(*) FROM {ranked} AND standing = own.standing AND user_id < own.user_id),
    {_IS_GIVEN_UP.format("own")}
FROM (SELECT 1) AS one LEFT JOIN own ON TRUE"""  # noqa: S608 - of this file


def page_query(leaderboard: Leaderboard, order: Literal["ASC", "DESC"] = "ASC") -> str:
    """The query for a page, and for the number of players before it who are equal to its first one.

    Names are those of players who do not hide them by the preference `hiding`, and whom neither the host nor the server
    hides.
    """
    ranked = _ranked(leaderboard)
    return f"""
WITH page AS (
    SELECT standing, user_id FROM {ranked} ORDER BY standing {order}, user_id {order} LIMIT :count OFFSET :offset
),
first AS (SELECT standing, user_id FROM page ORDER BY standing, user_id LIMIT 1)
SELECT page.user_id, name, page.standing, (
    SELECT COUNT(*) FROM {ranked}
    AND standing = (SELECT standing FROM first) AND user_id < (SELECT user_id FROM first)
), {_IS_GIVEN_UP.format("page")}
FROM page
LEFT JOIN players ON players.user_id = page.user_id AND NOT EXISTS (
    SELECT 1 FROM preferences
    WHERE preferences.user_id = page.user_id AND preferences.name = :hiding AND value = 'on'
) AND NOT EXISTS (
    SELECT 1 FROM blocks
    WHERE blocks.id = page.user_id AND blocks.kind IN ('name', 'name in ' || CAST(CAST(:server_id AS BIGINT) AS TEXT))
)
ORDER BY page.standing, page.user_id"""  # noqa: S608 - of this file


def _ranked(leaderboard: Leaderboard) -> str:
    """The rows that a leaderboard ranks by their `standing`, each with a `user_id`."""
    if leaderboard.variant is None:
        return "totals WHERE kind = :kind AND start = :start AND server_id = :server_id"
    of_game = "results WHERE day = :start AND variant = :variant AND standing IS NOT NULL"
    return of_game if leaderboard.server_id is None else f"{of_game} AND server_id = :server_id"


class _Key(NamedTuple):
    """The columns that identify a leaderboard in `totals`."""

    kind: str
    start: int
    server_id: int


def _key(leaderboard: Leaderboard) -> _Key:
    start = leaderboard.start.toordinal() if leaderboard.start else 0
    return _Key(leaderboard.kind, start, leaderboard.server_id or 0)


def _parameters(leaderboard: Leaderboard) -> dict[str, Any]:
    return {**_key(leaderboard)._asdict(), "variant": leaderboard.variant or ""}


def _places(
    finished: int, winners: int, better: int, worse: int, is_own: int | None, is_here: int | None, *here: int
) -> DailyPlaces:
    world = _rank(finished, better, worse) if is_own else None
    return DailyPlaces(finished, winners, Ranks(_rank(*here) if is_here else None, world))


def _rank(players: int, better: int, worse: int) -> PlayerRank:
    return PlayerRank(better + 1, players, worse)


def _result(row: Sequence[Any]) -> Result:
    day, variant, server_id, home, effort, seconds, is_given_up = row
    return Result(
        variant, home, effort, seconds, bool(is_given_up), day=date.fromordinal(day), server_id=server_id or None
    )
