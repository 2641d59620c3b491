"""The stored dailies: their keys, the secret of the installation, and who has attempted them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from bot.model.daily.deals import Daily, Method
from bot.store.database import Connection, Database, Job, Reader
from bot.store.queries import queries

_SECRET = "daily secret"  # noqa: S105 - its name  # pragma: allowlist secret


_DAYS_OF_FINGERPRINTS = 7
"""For how long a deleted attempt is known: a clock that is some days ahead for a while shall not forget it."""


@dataclass(frozen=True)
class StoredDaily:
    """A daily, and whether its key is revealed, after which no ranked attempt may begin."""

    daily: Daily
    is_revealed: bool


class DailyStore:
    """Reads and writes dailies. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def secret(self, made: str) -> str:
        """The secret of this installation: the first that was ever `made` for it."""

        async def job(connection: Connection) -> str:
            await queries.put_installation_value(connection, name=_SECRET, value=made)
            return str(await queries.installation_value(connection, name=_SECRET))

        return await self._database.write(job)

    async def of(self, day: date) -> dict[str, StoredDaily]:
        """The dailies of a day by their games; none of a day on which there were none."""
        return await _dailies(self._database, day)

    async def put(self, dailies: Iterable[Daily]) -> None:
        """Fix the deals of a day, but those that are fixed; forget what only older days need."""

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
                await queries.delete_spent_attempts(connection, oldest=day - _DAYS_OF_FINGERPRINTS)

        await self._database.write(job)

    async def reveal(self, day: date, variant: str, *, are_attempts_over: bool) -> bool:
        """Reveal the key, unless an attempt that counts is under way; return whether it is revealed."""

        async def job(connection: Connection) -> bool:
            await queries.reveal_daily(
                connection, day=day.toordinal(), variant=variant, are_attempts_over=int(are_attempts_over)
            )
            return (await _dailies(connection, day))[variant].is_revealed

        return await self._database.write(job)

    async def first_day(self) -> date | None:
        """The first day that had dailies."""
        day = await queries.first_daily(self._database)
        return None if day is None else date.fromordinal(day)


def beginning(daily: Daily, fingerprint: str, *, revealed: Exception, spent: Exception) -> Job[None]:
    """A job that lets a ranked attempt begin.

    It raises `revealed` if the key is revealed, and `spent` if the fingerprint is that of a deleted attempt.
    """

    async def job(connection: Connection) -> None:
        is_revealed, is_spent = await queries.openness(
            connection, day=daily.day.toordinal(), variant=daily.variant, fingerprint=fingerprint
        )
        if is_revealed:
            raise revealed
        if is_spent:
            raise spent

    return job


async def _dailies(connection: Reader, day: date) -> dict[str, StoredDaily]:
    dailies = {}
    async for ordinal, variant, key, candidate, is_revealed, solver, budget in queries.dailies(
        connection, day=day.toordinal()
    ):
        proven_by = None if solver is None else Method(solver, budget)
        daily = Daily(date.fromordinal(ordinal), variant, key, candidate, proven_by)
        dailies[variant] = StoredDaily(daily, bool(is_revealed))
    return dailies
