"""Who wants to be reminded of the dailies, and the last day on which they were."""

from __future__ import annotations

from datetime import date
from functools import partial

from bot.model.announcement import REFUSED_DAYS
from bot.model.reminder import Reminder
from bot.store.database import Connection
from bot.store.queries import queries
from bot.store.turn import Turn


class ReminderStore:
    """Reads and writes reminders. All methods raise StoreError when the database fails."""

    async def of(self, turn: Turn) -> Reminder | None:
        """Return what the user has asked for; None if they want no reminder."""
        row = await queries.reminder(turn, user_id=turn.player.id)
        return None if row is None else Reminder(*row)

    def put(self, turn: Turn, reminder: Reminder | None, last: date) -> None:
        """Store with the turn that its user wants a reminder from the day after `last` on, or none."""
        user_id = turn.player.id
        if reminder is None:
            turn.also(partial(queries.delete_reminder, user_id=user_id))
        else:
            turn.also(
                partial(
                    queries.put_reminder,
                    user_id=user_id,
                    hour=reminder.hour,
                    language=reminder.language,
                    reminded=last.toordinal(),
                )
            )

    async def due(self, turn: Turn, today: date, hour: int) -> list[int]:
        """Return the users who asked for this hour, and whose reminder of today nobody has recorded."""
        rows = queries.reminders_due(turn, today=today.toordinal(), hour=hour)
        return [user_id async for (user_id,) in rows]

    async def put_reminded(self, turn: Turn, today: date) -> bool:
        """Record the user's reminder of today; return False if it was recorded before, or is switched off."""
        recorded = await turn.write(partial(queries.put_reminded, user_id=turn.player.id, today=today.toordinal()))
        return bool(recorded)

    async def take_back(self, turn: Turn, today: date) -> None:
        """Record that the user's reminder of today was not sent after all."""
        await turn.write(partial(queries.take_back_reminded, user_id=turn.player.id, today=today.toordinal()))

    async def sent(self, turn: Turn) -> None:
        """Record that Discord has taken a reminder for the user."""
        await turn.write(partial(queries.reminder_sent, user_id=turn.player.id))

    async def refuse(self, turn: Turn, today: date) -> None:
        """Record that Discord refuses the user's reminder; after REFUSED_DAYS of refusals, switch it off."""
        user_id = turn.player.id

        async def job(connection: Connection) -> None:
            await queries.refuse_reminder(connection, user_id=user_id, today=today.toordinal())
            await queries.switch_off_reminder(connection, user_id=user_id, latest=today.toordinal() - REFUSED_DAYS)

        await turn.write(job)

    async def is_refused(self, turn: Turn) -> bool:
        """Return whether the user's reminder was switched off, and the bot has yet to tell them."""
        return await queries.refused_reminder(turn, user_id=turn.player.id) is not None

    async def forget_refusal(self, turn: Turn) -> None:
        """Record that the bot has told the user that their reminder is off."""
        await turn.write(partial(queries.forget_refused_reminder, user_id=turn.player.id))
