"""Exporting and deleting all rows with a `user_id`.

Three tables keep something after a user deletes their data. Two of them do not say whose it was: `spent_attempts`, so
that nobody gets a second attempt or notifies someone again, and `interactions`, so that none counts twice. The third is
`blocks`: whom the host has blocked, or a server hides, stays so.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date

from bot.model.challenge import challenge_id
from bot.model.contest import ContestId
from bot.model.daily.contest import DAILY, daily_of
from bot.model.daily.days import day_of
from bot.model.pack import Pack
from bot.store.dailies import is_revealed
from bot.store.database import Connection, Database
from bot.store.queries import queries
from bot.store.spent import FINGERPRINT_DAYS, known_pack, opened_challenge, spent_attempt
from bot.store.turn import Turn

Row = Mapping[str, object]

TABLES = ("games", "results", "totals", "entries", "badges", "preferences", "reminders", "boards", "players")
"""The tables whose rows are exported as they are, without the `user_id`, and deleted."""

UNREAD = ("standings", "streaks")
"""The tables that only older versions fill."""

_DELETED = (*TABLES, *UNREAD)

_DELETE_SECONDS = 30.0
"""Deleting years of results takes longer than other writes."""


class PrivacyStore:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def rows(self, turn: Turn) -> dict[str, list[Row]]:
        """Return the user's rows in each table, in order, by the names of the columns."""
        user = {"user_id": turn.player.id}
        found: dict[str, list[Row]] = {}
        for table in TABLES:
            rows = await turn.rows(f"SELECT * FROM {table} WHERE user_id = :user_id ORDER BY 1, 2", user)  # noqa: S608
            found[table] = [{name: value for name, value in dict(row).items() if name != "user_id"} for row in rows]
        found["blocks"] = [dict(row) async for row in queries.blocks_of_user(turn, **user)]
        return found

    async def count(self, turn: Turn) -> int:
        counts = " + ".join(f"(SELECT COUNT(*) FROM {table} WHERE user_id = :user_id)" for table in _DELETED)  # noqa: S608
        ((count,),) = await turn.rows(f"SELECT {counts}", {"user_id": turn.player.id})
        return int(count)

    async def delete(self, user_id: int, *, now: float, fingerprint: Callable[[str], str]) -> None:
        """Delete everything about the user at this Unix time.

        A `fingerprint` remains of each recent attempt, unless it is at a daily whose key is revealed, and of each deal
        played outside the dailies, so that nobody plays a deal that they know for a rank. One also remains of each open
        challenge that the user opened, so that nobody is notified again.
        """

        async def job(connection: Connection) -> None:
            async def spend(day: date, spent: str) -> None:
                await queries.put_spent_attempt(connection, day=day.toordinal(), fingerprint=fingerprint(spent))

            since = int(now) - FINGERPRINT_DAYS * 24 * 60 * 60
            async for kind, key, ends_at in queries.attempts_of_user(connection, user_id=user_id, since=since):
                contest = ContestId(kind, key)
                if kind != DAILY or not await is_revealed(connection, daily_of(contest)[0]):
                    await spend(day_of(ends_at), spent_attempt(contest))
            async for number, ends_at in queries.challenges_known(connection, user_id=user_id):
                await spend(day_of(ends_at), spent_attempt(challenge_id(number)))
            async for number, ends_at in queries.challenges_opened(connection, user_id=user_id, now=int(now)):
                await spend(day_of(ends_at), opened_challenge(number))
            packs = {Pack.parse(dealt) async for (dealt,) in queries.deals_known(connection, user_id=user_id)}
            for pack in packs:
                if pack is not None:
                    await spend(day_of(now), known_pack(pack))
            for table in _DELETED:
                await connection.execute(f"DELETE FROM {table} WHERE user_id = :user_id", {"user_id": user_id})  # noqa: S608

        await self._database.write(job, seconds=_DELETE_SECONDS)
