"""Announcements of the dailies: where servers want them, and which process posts them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bot.model.announcement import Announcement, AnnouncementClaim, Problem
from bot.store import AnnouncementStore, Turn


class Announcements:
    """Reads and changes announcements. All methods raise StoreError when the database fails."""

    def __init__(self, store: AnnouncementStore, *, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    async def of(self, turn: Turn, server_id: int) -> Announcement | None:
        """Where and when a server's dailies are announced; None if they are not."""
        return await self._store.of(turn, server_id)

    async def switch_on(self, turn: Turn, announcement: Announcement) -> None:
        """Announce a server's dailies in this channel at this hour, from the next time it comes on."""

        async def put() -> None:
            self._store.put(turn, announcement, self._now())

        await turn.settle(put)

    async def stop(self, turn: Turn, server_id: int) -> None:
        """Stop announcing in this server, as its admins wish."""

        async def remove() -> None:
            self._store.remove(turn, server_id)

        await turn.settle(remove)

    async def due(self, turn: Turn) -> list[Announcement]:
        """The announcements whose hour has come, and that have not been posted yet."""
        return await self._store.due(turn, self._now())

    async def claim(self, turn: Turn, server_id: int, today: date) -> AnnouncementClaim | None:
        """Claim today's announcement in this server; None if it is not due, or claimed, even by this process.

        Another process may claim it a minute later, unless the day is recorded as announced by then.
        """
        return await self._store.claim(turn, server_id, today, self._now())

    async def record(self, turn: Turn, server_id: int, today: date, anchor: str | None) -> None:
        """Record that today's dailies were announced in this server, or that it is passed over today.

        The anchor is that of the chain announced there last.
        """
        await self._store.announced(turn, server_id, today, anchor, self._now())

    async def refuse(self, turn: Turn, announcement: Announcement, problem: Problem, today: date) -> bool:
        """Record that Discord refuses an announcement because of the channel.

        If that has gone on for days, announce nothing there until an admin sets it up again, and return True.
        """
        return await self._store.refuse(turn, announcement, problem, today)

    async def problem(self, turn: Turn, server_id: int) -> tuple[int, Problem] | None:
        """The channel in which announcements were switched off, and why; None if no admin needs to see it any more."""
        return await self._store.problem(turn, server_id)

    async def forget_problem(self, turn: Turn, server_id: int, channel_id: int) -> None:
        """Record that an admin has seen why announcements in this channel were switched off."""
        await self._store.forget_problem(turn, server_id, channel_id)

    def _now(self) -> int:
        return int(self._clock())
