"""Where each server wants the new daily announced, and which day was; one process announces it for all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import StrEnum

from bot.store.database import Connection, Database
from bot.store.queries import queries

LEASE_SECONDS = 60
"""For how long a process that is about to announce a day is waited for, before another tries."""


@dataclass(frozen=True)
class Announcement:
    """A server and the channel in which its dailies are announced, in a language by its code."""

    server_id: int
    channel_id: int
    language: str


@dataclass(frozen=True)
class Claim:
    """That this process may announce a day in a server.

    `since` is when another one was about to, in Unix seconds: it may have done it before it ended. None for the first.
    """

    since: int | None


class Problem(StrEnum):
    """Why announcements were switched off."""

    NO_CHANNEL = "no channel"
    NO_PERMISSION = "no permission"


class AnnouncementStore:
    """Reads and writes announcements. Every method raises StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, announcement: Announcement, today: date) -> None:
        """Announce a server's dailies there, from the day after today on."""

        async def job(connection: Connection) -> None:
            await queries.put_announcement(
                connection,
                server_id=announcement.server_id,
                channel_id=announcement.channel_id,
                language=announcement.language,
                today=today.toordinal(),
            )

        await self._database.write(job)

    async def remove(self, server_id: int) -> bool:
        """Announce nothing in this server any more; return whether anything was."""

        async def job(connection: Connection) -> bool:
            return bool(await queries.delete_announcement(connection, server_id=server_id))

        return await self._database.write(job)

    async def due(self, today: date) -> list[Announcement]:
        """Where today's dailies are still to be announced."""
        rows = queries.announcements_due(self._database, today=today.toordinal())
        return [Announcement(*row) async for row in rows]

    async def claim(self, server_id: int, today: date, now: int) -> Claim | None:
        """Claim to announce today in this server; None where that is done, or another process is about to.

        `now` is in Unix seconds.
        """

        async def job(connection: Connection) -> Claim | None:
            earlier = await queries.announcement_claim(connection, server_id=server_id)
            is_ours = await queries.claim_announcement(
                connection, server_id=server_id, today=today.toordinal(), now=now, lease=LEASE_SECONDS
            )
            if not is_ours:
                return None
            claimed, since = earlier
            return Claim(since if claimed == today.toordinal() else None)

        return await self._database.write(job)

    async def announced(self, server_id: int, today: date) -> None:
        """Note that today was announced in this server."""

        async def job(connection: Connection) -> None:
            await queries.put_announced(connection, server_id=server_id, today=today.toordinal())

        await self._database.write(job)

    async def switch_off(self, announcement: Announcement, problem: Problem) -> None:
        """Announce nothing there until someone has mended this problem, and said so."""

        async def job(connection: Connection) -> None:
            await queries.switch_off_announcement(
                connection, server_id=announcement.server_id, channel_id=announcement.channel_id, problem=problem
            )

        await self._database.write(job)

    async def forget_problem(self, server_id: int, channel_id: int) -> None:
        """Forget why announcements in this channel were switched off, once it was told."""

        async def job(connection: Connection) -> None:
            await queries.forget_announcement_problem(connection, server_id=server_id, channel_id=channel_id)

        await self._database.write(job)

    async def problem(self, server_id: int) -> tuple[int, Problem] | None:
        """The channel in which announcements were switched off, and why."""
        row = await queries.announcement_problem(self._database, server_id=server_id)
        return None if row is None else (row[0], Problem(row[1]))
