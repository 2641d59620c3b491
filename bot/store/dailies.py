"""The chains of keys, the stored dailies, and whether a ranked attempt may begin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from functools import partial

from bot.model.calendar import DailyGame
from bot.model.contest import ContestId
from bot.model.daily.chain import Chain
from bot.model.daily.contest import DAILY, daily_of
from bot.model.daily.days import days_of_month, end_of_attempts
from bot.model.daily.deals import Daily, Method, draw_daily
from bot.store.database import Connection, Reader
from bot.store.queries import queries
from bot.store.spent import FINGERPRINT_DAYS
from bot.store.turn import Turn
from engine import Status


@dataclass(frozen=True)
class StoredDaily:
    """A daily, and whether its day's key has been revealed, after which no ranked attempt may begin."""

    daily: Daily
    is_revealed: bool


class DailyStore:
    async def begin_chain(self, turn: Turn, chain: Chain, *, in_any_case: bool = False) -> list[Chain]:
        """Append a chain if none lasts beyond its first day, or `in_any_case`; return all chains."""

        async def job(connection: Connection) -> list[Chain]:
            chains = await _chains(connection)
            if in_any_case or not chains or chains[-1].last <= chain.begun:
                await queries.put_chain(
                    connection,
                    number=len(chains) + 1,
                    begun=chain.begun.toordinal(),
                    seed=chain.seed,
                    anchor=chain.anchor,
                )
            return await _chains(connection)

        return await turn.write(job)

    async def of(self, reader: Reader, day: date, key: str) -> dict[str, StoredDaily]:
        """Return the dailies of the day with this key, by variant."""
        dailies = {}
        rows = queries.dailies(reader, day=day.toordinal())
        async for variant, candidate, is_revealed, solver, budget, par in rows:
            proven_by = None if solver is None else Method(solver, budget)
            daily = replace(draw_daily(key, day, variant), candidate=candidate, proven_by=proven_by, par=par)
            dailies[variant] = StoredDaily(daily, bool(is_revealed))
        return dailies

    async def put(self, turn: Turn, dailies: Iterable[Daily]) -> None:
        """Fix the deals of dailies that are not fixed yet, and delete data that only earlier days needed."""

        async def job(connection: Connection) -> None:
            for daily in dailies:
                day = daily.day.toordinal()
                await queries.put_daily(
                    connection,
                    day=day,
                    variant=daily.variant,
                    candidate=daily.candidate,
                    is_proven=int(daily.proven_by is not None),
                )
                await queries.delete_spent_attempts(connection, oldest=day - FINGERPRINT_DAYS)

        await turn.write(job)

    async def reveal(self, turn: Turn, day: date, *, are_attempts_over: bool) -> None:
        """Reveal the day's key if all attempts are over or none is in progress."""
        await turn.write(
            partial(
                queries.reveal_day,
                day=day.toordinal(),
                ends_at=end_of_attempts(day),
                are_attempts_over=int(are_attempts_over),
            )
        )

    async def reveal_before(self, turn: Turn, day: date) -> None:
        """Reveal the keys of all days before this one."""
        await turn.write(partial(queries.reveal_days_before, day=day.toordinal()))

    async def last_revealed(self, reader: Reader) -> date | None:
        day = await queries.last_revealed_day(reader)
        return None if day is None else date.fromordinal(day)

    async def games(self, reader: Reader, user_id: int, month: date) -> list[DailyGame]:
        first, *_, last = map(end_of_attempts, days_of_month(month))
        rows = queries.daily_games(reader, user_id=user_id, first_end=first, last_end=last)
        return [
            DailyGame(*daily_of(ContestId(DAILY, key)), bool(is_ranked), status == Status.PLAYING, status == Status.WON)
            async for key, status, is_ranked in rows
        ]

    async def first_day(self, reader: Reader) -> date | None:
        day = await queries.first_daily(reader)
        return None if day is None else date.fromordinal(day)


async def is_revealed(connection: Connection, day: date) -> bool:
    """Return whether the day's key may be known, in a job of `Database.write`; if so, no ranked attempt may begin."""
    return bool(await queries.is_revealed(connection, day=day.toordinal()))


async def _chains(reader: Reader) -> list[Chain]:
    return [Chain(date.fromordinal(begun), seed) async for begun, seed, _ in queries.chains(reader)]
