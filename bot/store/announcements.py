"""Where each server wants the day's dailies announced; one process announces them for all."""

from __future__ import annotations

import secrets
from datetime import date
from functools import partial

from bot.model.announcement import REFUSED_DAYS, Announcement, AnnouncementClaim, Problem
from bot.model.daily.days import start_of
from bot.store.claims import claim
from bot.store.database import Connection
from bot.store.queries import queries
from bot.store.turn import Turn

_CLAIM_SECONDS = 60
"""How long a process may take to announce a day before another one takes over."""


class AnnouncementStore:
    """Reads and writes announcements. All methods raise StoreError when the database fails."""

    def put(self, turn: Turn, announcement: Announcement, today: date) -> None:
        """Store, with the turn's change, that a server wants its dailies announced from the day after today on."""
        turn.also(
            partial(
                queries.put_announcement,
                server_id=announcement.server_id,
                channel_id=announcement.channel_id,
                language=announcement.language,
                today=today.toordinal(),
            )
        )

    def remove(self, turn: Turn, server_id: int) -> None:
        """Store, with the turn's change, that a server wants no announcements."""
        turn.also(partial(queries.delete_claim, name=_claim_name(server_id)))
        turn.also(partial(queries.delete_announcement, server_id=server_id))

    async def channel(self, turn: Turn, server_id: int) -> int | None:
        """Return the channel in which a server's dailies are announced; None if they are not."""
        channel_id = await queries.announcement_channel(turn, server_id=server_id)
        return None if channel_id is None else int(channel_id)

    async def due(self, turn: Turn, today: date) -> list[Announcement]:
        """Return where today's dailies have not been announced yet."""
        rows = queries.announcements_due(turn, today=today.toordinal())
        return [
            Announcement(server_id, channel_id, language, anchor, date.fromordinal(announced), date.fromordinal(since))
            async for server_id, channel_id, language, anchor, announced, since in rows
        ]

    async def claim(self, turn: Turn, server_id: int, today: date, now: int) -> AnnouncementClaim | None:
        """Claim today's announcement in this server; `now` is in Unix seconds.

        Returns None if it is done or already claimed, even by this process.
        """
        name = _claim_name(server_id)
        holder = secrets.token_hex(8)

        async def job(connection: Connection) -> AnnouncementClaim | None:
            if not await queries.is_announcement_due(connection, server_id=server_id, today=today.toordinal()):
                return None
            earlier = await queries.claimed_at(connection, name=name)
            if await claim(connection, name, holder, _CLAIM_SECONDS, now=1000 * now):
                return None
            is_of_today = earlier is not None and earlier >= 1000 * start_of(today)
            return AnnouncementClaim(earlier // 1000 if is_of_today else None)

        return await turn.write(job)

    async def announced(self, turn: Turn, server_id: int, today: date, anchor: str | None) -> None:
        """Record that today is done in this server, and the anchor of the chain that was announced there last."""
        await turn.write(partial(queries.put_announced, server_id=server_id, today=today.toordinal(), anchor=anchor))

    async def refuse(self, turn: Turn, announcement: Announcement, problem: Problem, today: date) -> bool:
        """Record that Discord refuses to post; after REFUSED_DAYS of refusals, announce no more and return True."""
        place = {"server_id": announcement.server_id, "channel_id": announcement.channel_id}
        latest = today.toordinal() - REFUSED_DAYS

        async def job(connection: Connection) -> bool:
            await queries.refuse_announcement(connection, **place, today=today.toordinal())
            return bool(await queries.switch_off_announcement(connection, **place, problem=problem, latest=latest))

        return await turn.write(job)

    async def forget_problem(self, turn: Turn, server_id: int, channel_id: int) -> None:
        """Delete the reason why announcements in this channel were switched off, once an admin has seen it."""
        await turn.write(partial(queries.forget_announcement_problem, server_id=server_id, channel_id=channel_id))

    async def problem(self, turn: Turn, server_id: int) -> tuple[int, Problem] | None:
        """Return the channel in which announcements were switched off, and why."""
        row = await queries.announcement_problem(turn, server_id=server_id)
        return None if row is None else (row[0], Problem(row[1]))


def _claim_name(server_id: int) -> str:
    return f"announce in {server_id}"
