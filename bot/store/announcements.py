"""Where each server wants the day's dailies announced; one process announces them for all."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from functools import partial

from bot.model.daily.days import start_of
from bot.store.claims import claim
from bot.store.database import Connection, Database
from bot.store.queries import queries

_CLAIM_SECONDS = 60
"""How long a process may take to announce a day before another one takes over."""


@dataclass(frozen=True)
class Announcement:
    """The channel in which a server wants dailies announced; `language` is a code.

    `anchor` is that of the chain which was announced there last, None if none was. `announced` is the last day
    announced, None for a server that only asks for it now.
    """

    server_id: int
    channel_id: int
    language: str
    anchor: str | None = None
    announced: date | None = None


@dataclass(frozen=True)
class Claim:
    """The right of this process to announce a day in a server.

    `since` is when another process claimed it before, in Unix seconds: that one may have announced the day before it
    died. None for the first claim.
    """

    since: int | None


class Problem(StrEnum):
    """Why announcements were switched off."""

    NO_CHANNEL = "no channel"
    NO_PERMISSION = "no permission"


class AnnouncementStore:
    """Reads and writes announcements. All methods raise StoreError when the database fails."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, announcement: Announcement, today: date) -> None:
        """Announce a server's dailies, from the day after today on."""
        await self._database.write(
            partial(
                queries.put_announcement,
                server_id=announcement.server_id,
                channel_id=announcement.channel_id,
                language=announcement.language,
                today=today.toordinal(),
            )
        )

    async def remove(self, server_id: int) -> bool:
        """Stop announcing in this server; return False if nothing was announced there."""

        async def job(connection: Connection) -> bool:
            await queries.delete_claim(connection, name=_claim_name(server_id))
            return bool(await queries.delete_announcement(connection, server_id=server_id))

        return await self._database.write(job)

    async def channel(self, server_id: int) -> int | None:
        """Return the channel in which a server's dailies are announced; None if they are not."""
        channel_id = await queries.announcement_channel(self._database, server_id=server_id)
        return None if channel_id is None else int(channel_id)

    async def due(self, today: date) -> list[Announcement]:
        """Return where today's dailies have not been announced yet."""
        rows = queries.announcements_due(self._database, today=today.toordinal())
        return [
            Announcement(server_id, channel_id, language, anchor, date.fromordinal(announced))
            async for server_id, channel_id, language, anchor, announced in rows
        ]

    async def claim(self, server_id: int, today: date, now: int) -> Claim | None:
        """Claim today's announcement in this server; `now` is in Unix seconds.

        Returns None if it is done or already claimed, even by this process.
        """
        name = _claim_name(server_id)
        holder = secrets.token_hex(8)

        async def job(connection: Connection) -> Claim | None:
            if not await queries.is_announcement_due(connection, server_id=server_id, today=today.toordinal()):
                return None
            earlier = await queries.claimed_at(connection, name=name)
            if await claim(connection, name, holder, _CLAIM_SECONDS, now=1000 * now):
                return None
            is_of_today = earlier is not None and earlier >= 1000 * start_of(today)
            return Claim(earlier // 1000 if is_of_today else None)

        return await self._database.write(job)

    async def announced(self, server_id: int, today: date, anchor: str) -> None:
        """Record that today was announced in this server, from the chain with this anchor."""
        await self._database.write(
            partial(queries.put_announced, server_id=server_id, today=today.toordinal(), anchor=anchor)
        )

    async def switch_off(self, announcement: Announcement, problem: Problem) -> None:
        """Announce nothing there until an admin sets it up again."""
        server_id, channel_id = announcement.server_id, announcement.channel_id
        await self._database.write(
            partial(queries.switch_off_announcement, server_id=server_id, channel_id=channel_id, problem=problem)
        )

    async def forget_problem(self, server_id: int, channel_id: int) -> None:
        """Delete the reason why announcements in this channel were switched off, once an admin has seen it."""
        await self._database.write(
            partial(queries.forget_announcement_problem, server_id=server_id, channel_id=channel_id)
        )

    async def problem(self, server_id: int) -> tuple[int, Problem] | None:
        """Return the channel in which announcements were switched off, and why."""
        row = await queries.announcement_problem(self._database, server_id=server_id)
        return None if row is None else (row[0], Problem(row[1]))


def _claim_name(server_id: int) -> str:
    return f"announce in {server_id}"
