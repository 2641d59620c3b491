"""Traces of attempts at contests whose players have deleted their data."""

from __future__ import annotations

from collections.abc import Callable

from bot.model.contest import Contest
from bot.model.daily.days import day_of
from bot.model.spent import spent_attempt
from bot.store.database import Connection
from bot.store.queries import queries


async def is_spent(connection: Connection, contest: Contest, fingerprint: Callable[[str], str]) -> bool:
    """Return whether the user with these fingerprints has deleted an attempt, in a job of `Database.write`."""
    day = day_of(contest.ends_at).toordinal()
    return bool(await queries.is_spent(connection, day=day, fingerprint=fingerprint(spent_attempt(contest.id))))
