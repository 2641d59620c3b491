"""A week in two servers of two time zones, with two processes, restarts and a change of clocks."""

from __future__ import annotations

import re
from datetime import date

from discord.utils import snowflake_time

from bot.app.announcer import Announcer
from bot.app.reminder import ReminderJob
from bot.model.announcement import Announcement
from bot.model.daily.days import ONE_DAY
from bot.model.daily.deals import pick_of
from bot.model.daily.ranking import Result
from bot.model.local_hour import LocalHour
from bot.model.reminder import Reminder
from bot.model.score import pack_of
from tests.support.card_room import CardRoom
from tests.support.daily_room import pass_minutes, record, second_process
from tests.support.kinds import on_both
from tests.support.recording import fix_dailies
from tests.support.shown import Shown

pytestmark = on_both

MONDAY = date(2027, 3, 22)
WEEK = [MONDAY + number * ONE_DAY for number in range(8)]
PLAYED_LATE = (WEEK[2], WEEK[4], WEEK[6])
"""Days on which Alice plays only in the evening. On the last, a freeze would save her streak."""

BERLIN = LocalHour(9, "Europe/Berlin")
BERLIN_POSTS = [8] * 6 + [7] * 2
"""When that is in UTC: the clocks change on Sunday."""

TOKYO = LocalHour(21, "Asia/Tokyo")
"""12:00 in UTC."""


def reminders(room: CardRoom) -> list[str]:
    """The texts of all reminders."""
    return [message.content for message in room.all_messages() if "Your streak ends" in message.content]


async def play(room: CardRoom, server: int, today: date, **players: int) -> None:
    """Let these players win today's pick in this many seconds."""
    pick = pick_of(today)
    for name, seconds in players.items():
        user = room.alice.id if name == "alice" else len(name)
        won = Result(pick, pack_of(pick), 0, seconds, day=today, server_id=server)
        await record(room.database, user, name, won)


def posts(room: CardRoom, channel: int) -> list[Shown]:
    """The posts in a channel, in order."""
    sent = (Shown(room.env, stored) for stored in room.env.backend.messages[channel].values())
    return [message for message in sent if "Today's pick: " in message.text]


def hours(of_posts: list[Shown]) -> list[tuple[date, int]]:
    """The days and hours of posts, in UTC."""
    moments = [snowflake_time(post.id) for post in of_posts]
    return [(moment.date(), moment.hour) for moment in moments]


def streaks(of_posts: list[Shown]) -> list[int | None]:
    """The server's streak in each post, if it says one."""
    found = [re.search(r"\*\*(\d+) days in a row\*\*", post.text) for post in of_posts]
    return [int(match[1]) if match else None for match in found]


async def test_a_week_has_each_post_and_reminder_once_at_its_hour_with_right_streaks_and_results(day: CardRoom) -> None:
    here = day.env.guild.id
    guild = day.elsewhere.guild
    assert guild is not None
    day.set_clock(f"{MONDAY - ONE_DAY} 23:00")
    switch_on = day.services.announcements.switch_on
    await switch_on(day.turn(), Announcement(here, day.channel.id, "en", BERLIN))
    await switch_on(day.turn(), Announcement(guild.id, day.elsewhere.id, "en", TOKYO))
    await day.services.reminders.change(day.turn(), Reminder(18, "en"))
    before = (MONDAY - 2 * ONE_DAY, MONDAY - ONE_DAY)
    await fix_dailies(day.database, before)
    for yesterday in before:
        await play(day, here, yesterday, alice=500)
    for today in WEEK:
        async with second_process(day) as other:
            for hour in range(24):
                day.set_clock(f"{today} {hour:02}:00")
                day.sync_clocks()
                await Announcer(day.client, other).announce()
                await ReminderJob(day.client, other).remind()
                await pass_minutes(day)
                if hour == (20 if today in PLAYED_LATE else 10):
                    await play(day, here, today, alice=100 + today.day)
                if hour == 11 and today != WEEK[2]:
                    await play(day, guild.id, today, bob=200, carola=90 + today.day, dorothea=150)
                if hour == BERLIN_POSTS[WEEK.index(today)]:
                    await day.restart()
    of_here = posts(day, day.channel.id)
    of_there = posts(day, day.elsewhere.id)
    assert hours(of_here) == list(zip(WEEK, BERLIN_POSTS, strict=True))
    assert hours(of_there) == [(today, 12) for today in WEEK]
    assert streaks(of_here) == [2, 3, 4, 5, 6, 7, 8, 9]
    assert streaks(of_there) == [None, 2, 2, None, 2, 3, 4, 5]
    assert ["▫️ alice · 200 points · 2:03" in post.text for post in of_here] == [today == WEEK[2] for today in WEEK]
    tuesday, wednesday, thursday = of_there[1:4]
    assert "🥇 carola · 200 points · 1:52" in tuesday.text
    assert "🥇 carola · 200 points · 1:53\n🥈 dorothea · 200 points · 2:30\n🥉 bob" in wednesday.text
    assert "No results yet. Today is your chance!" in thursday.text
    winner = "🏆 Last week: **carola** · 1200 points"
    assert [winner in post.text for post in of_there] == [False] * 7 + [True]
    assert [each.partition("!")[0] for each in reminders(day)] == ["🔥 **4 days in a row", "🔥 **6 days in a row"]
