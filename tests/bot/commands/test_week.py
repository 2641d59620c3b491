"""A week of days in two servers, with two processes and restarts: each post and each reminder comes once."""

from __future__ import annotations

import re
from datetime import date

import simcord
from discord.utils import snowflake_time

from bot.app.announcer import Announcer
from bot.app.reminder import ReminderJob
from bot.model.announcement import Announcement
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import featured_game
from bot.model.daily.ranking import Result
from bot.model.reminder import Reminder
from bot.model.score import pack_of
from tests.support.card_room import CardRoom
from tests.support.daily_room import day, on, pass_minutes, record, second_process
from tests.support.kinds import on_both
from tests.support.recording import fix_dailies
from tests.support.shown import Shown

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


async def play(room: CardRoom, server: int, today: date, **players: int) -> None:
    """Let these players win today's pick in this many seconds."""
    pick = featured_game(today)
    for name, seconds in players.items():
        user = room.alice.id if name == "alice" else len(name)
        won = Result(pick, pack_of(pick), 0, seconds, day=today, server_id=server)
        await record(room.database, user, name, won)


def posts(room: CardRoom, channel: int) -> list[Shown]:
    """The posts in a channel, in order."""
    sent = (Shown(room.env, stored) for stored in room.env.backend.messages[channel].values())
    return [message for message in sent if "Today's pick: " in message.text]


def streaks(of_posts: list[Shown]) -> list[int | None]:
    """The server's streak in each post, if it says one."""
    found = [re.search(r"played \*\*(\d+) days\*\* in a row", post.text) for post in of_posts]
    return [int(match[1]) if match else None for match in found]


async def test_a_week_has_each_post_and_reminder_once_with_the_streaks_and_results_of_its_server(on: CardRoom) -> None:
    here = on.env.guild.id
    guild = on.elsewhere.guild
    assert guild is not None
    await on.services.announcements.switch_on(on.turn(), Announcement(guild.id, on.elsewhere.id, "en"))
    await on.services.reminders.change(on.turn(), Reminder(18, "en"))
    before = (MONDAY - 2 * ONE_DAY, MONDAY - ONE_DAY)
    await fix_dailies(on.database, before)
    for yesterday in before:
        await play(on, here, yesterday, alice=500)
    for today in WEEK:
        on.set_clock(f"{today} 00:00")
        async with second_process(on) as other:
            on.sync_clocks()
            announcer, reminding = Announcer(on.client, other), ReminderJob(on.client, other)
            await announcer.announce()
            await pass_minutes(on, 2)
            if today not in PLAYED_LATE:
                await play(on, here, today, alice=100 + today.day)
            await on.restart()
            announcer, reminding = Announcer(on.client, other), ReminderJob(on.client, other)
            on.set_clock(f"{today} 18:00")
            await pass_minutes(on, 2)
            await announcer.announce()
            await reminding.remind()
        if today in PLAYED_LATE:
            await play(on, here, today, alice=100 + today.day)
        if today != WEEK[2]:
            await play(on, guild.id, today, bob=200, carola=90 + today.day, dorothea=150)
    of_here = posts(on, on.channel.id)
    of_there = posts(on, on.elsewhere.id)
    for shown in (of_here, of_there):
        assert [snowflake_time(post.id).date() for post in shown] == WEEK
    assert streaks(of_here) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert streaks(of_there) == [None, None, 2, None, None, 2, 3, 4]
    assert ["▫️ alice · 200 points · 2:04" in post.text for post in of_here] == [day == WEEK[2] for day in WEEK]
    tuesday, wednesday, thursday = of_there[1:4]
    assert "🥇 carola · 200 points · 1:53" in tuesday.text
    assert "🥇 carola · 200 points · 1:54\n🥈 dorothea · 200 points · 2:30\n🥉 bob" in wednesday.text
    assert "Nobody played. Today is your chance!" in thursday.text
    winners = "🏆 Last week: **carola** · 1200 points"
    assert [winners in post.text for post in of_there] == [False] * 7 + [True]
    assert [each.partition("!")[0] for each in reminders(on)] == ["🔥 **4 days in a row", "🔥 **6 days in a row"]
