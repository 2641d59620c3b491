"""The channels and hours of servers' announcements; one process announces the dailies for all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Any

from bot.model.announcement import REFUSED_DAYS, Announcement, Problem
from bot.model.daily.days import day_of
from bot.model.local_hour import UTC, LocalHour, is_time_zone
from bot.store.database import Connection
from bot.store.queries import queries
from bot.store.turn import Turn


class AnnouncementStore:
    async def of(self, turn: Turn, server_id: int) -> Announcement | None:
        """None if the server's dailies are not announced."""
        row = await queries.announcement(turn, server_id=server_id)
        return None if row is None else _announcement(row)

    async def switch_on(self, turn: Turn, announcement: Announcement) -> None:
        """Announce a server's dailies in this channel each day at this hour, starting with the next one."""
        now = turn.now()

        async def job(connection: Connection) -> None:
            announced = await queries.announced(connection, server_id=announcement.server_id)
            wanted = replace(announcement, announced=None if announced is None else date.fromordinal(announced))
            await queries.put_announcement(
                connection,
                server_id=wanted.server_id,
                channel_id=wanted.channel_id,
                language=wanted.language,
                hour=wanted.hour.hour,
                time_zone=wanted.hour.time_zone,
                due_at=wanted.next_at(now),
                since=day_of(now).toordinal(),
            )

        async def change() -> None:
            turn.also(job)

        await turn.settle(change)

    async def stop(self, turn: Turn, server_id: int) -> None:
        async def change() -> None:
            turn.also(partial(queries.delete_announcement, server_id=server_id))

        await turn.settle(change)

    async def due(self, turn: Turn) -> list[Announcement]:
        rows = queries.announcements_due(turn, now=int(turn.now()))
        return [_announcement(row) async for row in rows]

    async def record(self, turn: Turn, server_id: int, today: date, anchor: str | None) -> None:
        """`anchor` is that of the chain announced there last."""
        now = turn.now()

        async def plan_next(connection: Connection) -> None:
            row = await queries.announcement(connection, server_id=server_id)
            if row is not None:
                await queries.plan_announcement(connection, server_id=server_id, due_at=_announcement(row).next_at(now))

        # In two transactions: even if the next time cannot be computed, today's post does not go out again.
        await turn.write(partial(queries.put_announced, server_id=server_id, today=today.toordinal(), anchor=anchor))
        await turn.write(plan_next)

    async def refuse(self, turn: Turn, announcement: Announcement, problem: Problem, today: date) -> bool:
        """Record that Discord refuses an announcement because of the channel.

        After REFUSED_DAYS of refusals, stop announcing there until an admin sets it up again, and return True.
        """
        place = {"server_id": announcement.server_id, "channel_id": announcement.channel_id}
        latest = today.toordinal() - REFUSED_DAYS

        async def job(connection: Connection) -> bool:
            await queries.refuse_announcement(connection, **place, today=today.toordinal())
            return bool(await queries.switch_off_announcement(connection, **place, problem=problem, latest=latest))

        return await turn.write(job)

    async def problem(self, turn: Turn, server_id: int) -> tuple[int, Problem] | None:
        """The channel in which announcements were switched off, and why; None once an admin has seen that."""
        row = await queries.announcement_problem(turn, server_id=server_id)
        return None if row is None else (row[0], Problem(row[1]))

    async def forget_problem(self, turn: Turn, server_id: int, channel_id: int) -> None:
        """Record that an admin has seen why announcements in this channel were switched off."""
        await turn.write(partial(queries.forget_announcement_problem, server_id=server_id, channel_id=channel_id))


def _announcement(row: Sequence[Any]) -> Announcement:
    server_id, channel_id, language, hour, time_zone, due_at, announced, anchor, since = row
    return Announcement(
        server_id,
        channel_id,
        language,
        LocalHour(hour, time_zone if is_time_zone(time_zone) else UTC),
        due_at,
        None if announced is None else date.fromordinal(announced),
        anchor,
        date.fromordinal(since),
    )
