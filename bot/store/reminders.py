"""Who wants to be reminded of the dailies, and when to check next whether they need it."""

from __future__ import annotations

from functools import partial

from bot.model.announcement import REFUSED_DAYS
from bot.model.daily.days import day_of
from bot.model.reminder import Reminder
from bot.store.database import Connection
from bot.store.queries import queries
from bot.store.turn import Turn


class ReminderStore:
    """Times are in Unix seconds."""

    async def of(self, turn: Turn) -> Reminder | None:
        """None if the user wants none."""
        planned = await self.planned(turn)
        return None if planned is None else planned[0]

    async def planned(self, turn: Turn) -> tuple[Reminder, int] | None:
        """The user's reminder, and when it is due next; None if they want none."""
        row = await queries.reminder(turn, user_id=turn.player.id)
        if row is None:
            return None
        hour, language, due_at = row
        return Reminder(hour, language), due_at

    def put(self, turn: Turn, reminder: Reminder, due_at: int) -> None:
        turn.also(
            partial(
                queries.put_reminder,
                user_id=turn.player.id,
                hour=reminder.hour,
                language=reminder.language,
                due_at=due_at,
            )
        )

    def remove(self, turn: Turn) -> None:
        turn.also(partial(queries.delete_reminder, user_id=turn.player.id))

    async def due(self, turn: Turn) -> list[int]:
        """The users whose hour has begun, and whose reminder no process has handled since."""
        rows = queries.reminders_due(turn, now=int(turn.now()))
        return [user_id async for (user_id,) in rows]

    async def move(self, turn: Turn, due_at: int, next_at: int) -> bool:
        job = partial(queries.move_reminder, user_id=turn.player.id, due_at=due_at, next_at=next_at)
        return bool(await turn.write(job))

    async def sent(self, turn: Turn) -> None:
        await turn.write(partial(queries.reminder_sent, user_id=turn.player.id))

    async def refuse(self, turn: Turn) -> None:
        """Record that Discord refuses messages to this user; after REFUSED_DAYS of refusals, switch reminders off."""
        user_id = turn.player.id
        today = day_of(turn.now()).toordinal()

        async def job(connection: Connection) -> None:
            await queries.refuse_reminder(connection, user_id=user_id, today=today)
            await queries.switch_off_reminder(connection, user_id=user_id, latest=today - REFUSED_DAYS)

        await turn.write(job)

    async def is_refused(self, turn: Turn) -> bool:
        """Whether the bot has switched off the user's reminder and not told them yet."""
        return await queries.refused_reminder(turn, user_id=turn.player.id) is not None

    async def forget_refusal(self, turn: Turn) -> None:
        """Record that the bot has told the user that their reminder is off."""
        await turn.write(partial(queries.forget_refused_reminder, user_id=turn.player.id))
