"""The stored dailies, and what decides whether a ranked attempt may begin."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from bot.model.daily.deals import Daily, Method
from bot.store.database import Connection, Database, Reader
from bot.store.queries import queries

_SECRET = "daily secret"  # noqa: S105 - its name  # pragma: allowlist secret

_FINGERPRINT_DAYS = 7
"""How long fingerprints are kept. A clock that is a few days fast for a while must not delete them early."""


@dataclass(frozen=True)
class StoredDaily:
    """A daily, and whether its key has been revealed, after which no ranked attempt may begin."""

    daily: Daily
    is_revealed: bool


class DailyStore:
    """Reads and writes dailies. All methods raise StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def secret(self, candidate: str) -> str:
        """Return this installation's secret, which becomes `candidate` if there is none yet."""

        async def job(connection: Connection) -> str:
            await queries.put_installation_value(connection, name=_SECRET, value=candidate)
            return str(await queries.installation_value(connection, name=_SECRET))

        return await self._database.write(job)

    async def of(self, day: date) -> dict[str, StoredDaily]:
        """Return the dailies of a day by variant."""
        return await _dailies(self._database, day)

    async def put(self, dailies: Iterable[Daily]) -> None:
        """Fix the deals of dailies that are not fixed yet, and delete what only earlier days need."""

        async def job(connection: Connection) -> None:
            for daily in dailies:
                day = daily.day.toordinal()
                await queries.put_daily(
                    connection,
                    day=day,
                    variant=daily.variant,
                    key=daily.key,
                    candidate=daily.candidate,
                    is_proven=int(daily.proven_by is not None),
                )
                await queries.delete_spent_attempts(connection, oldest=day - _FINGERPRINT_DAYS)

        await self._database.write(job)

    async def reveal(self, day: date, variant: str, *, are_attempts_over: bool) -> None:
        """Reveal the key if all attempts are over or none is under way."""

        async def job(connection: Connection) -> None:
            await queries.reveal_daily(
                connection, day=day.toordinal(), variant=variant, are_attempts_over=int(are_attempts_over)
            )

        await self._database.write(job)

    async def first_day(self) -> date | None:
        """Return the first day that had dailies."""
        day = await queries.first_daily(self._database)
        return None if day is None else date.fromordinal(day)


async def attempt_barriers(connection: Connection, daily: Daily, fingerprint: str) -> tuple[bool, bool]:
    """Return whether the daily's key is revealed, and whether this is the fingerprint of a deleted attempt.

    Either prevents a ranked attempt. For a job of `Database.write`.
    """
    is_revealed, is_spent = await queries.attempt_barriers(
        connection, day=daily.day.toordinal(), variant=daily.variant, fingerprint=fingerprint
    )
    return bool(is_revealed), bool(is_spent)


async def _dailies(reader: Reader, day: date) -> dict[str, StoredDaily]:
    dailies = {}
    async for ordinal, variant, key, candidate, is_revealed, solver, budget in queries.dailies(
        reader, day=day.toordinal()
    ):
        proven_by = None if solver is None else Method(solver, budget)
        daily = Daily(date.fromordinal(ordinal), variant, key, candidate, proven_by)
        dailies[variant] = StoredDaily(daily, bool(is_revealed))
    return dailies
