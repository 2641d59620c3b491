"""A week of days with two processes and restarts: each announcement, cup, record and reminder comes once."""

from __future__ import annotations

from datetime import date

import simcord

from bot.app.announcer import Announcer
from bot.app.reminder import ReminderJob
from bot.model.daily.days import ONE_DAY
from bot.model.daily.ranking import Result
from bot.model.reminder import Reminder
from tests.support.card_room import CardRoom, text
from tests.support.daily_room import announcements, day, on, pass_minutes, record, second_process
from tests.support.kinds import on_both

__all__ = ["day", "on"]

pytestmark = on_both

MONDAY = date(2026, 11, 23)
WEEK = [MONDAY + number * ONE_DAY for number in range(8)]
PLAYED_LATE = (WEEK[2], WEEK[4], WEEK[6])
"""Days on which Alice plays only in the evening. On the last, a freeze would save her streak."""


def reminders(room: CardRoom) -> list[str]:
    """The texts of all reminders."""
    sent = [
        simcord.ResponseMessage(room.env, stored)
        for messages in room.env.backend.messages.values()
        for stored in messages.values()
    ]
    return [message.content for message in sent if "Your streak ends" in message.content]


async def play(room: CardRoom, today: date) -> None:
    """Let Alice win today's Tens, faster each day."""
    seconds = 100 - today.day
    await record(
        room.database, room.alice.id, "alice", Result("tens", 52, 0, seconds, day=today, server_id=room.env.guild.id)
    )


async def test_a_week_announces_its_days_its_cup_its_records_and_its_reminders_once_each(on: CardRoom) -> None:
    await on.services.reminders.change(on.turn(), Reminder(18, "en"))
    for yesterday in (MONDAY - 2 * ONE_DAY, MONDAY - ONE_DAY):
        await play(on, yesterday)
    for today in WEEK:
        on.set_clock(f"{today} 00:00")
        async with second_process(on) as other:
            on.sync_clocks()
            announcer, reminding = Announcer(on.client, other), ReminderJob(on.client, other)
            await announcer.announce()
            await pass_minutes(on, 2)
            if today not in PLAYED_LATE:
                await play(on, today)
            await on.restart()
            announcer, reminding = Announcer(on.client, other), ReminderJob(on.client, other)
            on.set_clock(f"{today} 18:00")
            await pass_minutes(on, 2)
            await announcer.announce()
            await reminding.remind()
        if today in PLAYED_LATE:
            await play(on, today)
    told = [text(message) for message in announcements(on)]
    assert [each.count("Dailies for") for each in told] == [1] * len(WEEK)
    cups = [number for number, each in enumerate(told) if "Cup of the week" in each]
    assert cups == [0, 7]  # the first is that of the week before
    assert "🥇 alice · 1400 points" in told[7].replace("\u2068", "").replace("\u2069", "")
    assert told[7].count("Fastest Tens ever in this server") == 1
    assert "Longest streak" in told[7]
    assert [each.partition("!")[0] for each in reminders(on)] == ["🔥 **4 days in a row", "🔥 **6 days in a row"]
