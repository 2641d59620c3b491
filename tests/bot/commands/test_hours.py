"""Daily posts and reminders at the hours that people chose, in their time zones."""

from datetime import date, timedelta

import discord
import pytest
import simcord

from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, changed, only, private
from tests.support.daily_room import pass_minutes, record, reminders
from tests.support.kinds import ask, on_both
from tests.support.shown import Shown


async def announce(room: CardRoom, **options: object) -> str:
    return private(await room.alice.slash(room.channel, "solitaire-admin announce", **options))


def posts(room: CardRoom, channel: simcord.ChannelHandle) -> list[str]:
    """When messages for everyone were sent in a channel, in UTC."""
    sent = [Shown(room.env, stored) for stored in room.env.backend.messages[channel.id].values()]
    return sorted(sent_at(message) for message in sent if not message.ephemeral)


def sent_at(message: Shown) -> str:
    return f"{discord.utils.snowflake_time(message.id):%m-%d %H:%M}"


async def pass_days(room: CardRoom, first: str, days: int) -> None:
    """Let days pass hour by hour, with a restart at noon."""
    for number in range(days):
        for hour in range(24):
            room.set_clock(f"{date.fromisoformat(first) + timedelta(number)} {hour:02}:00")
            await pass_minutes(room)
            if hour == 12:
                await room.restart()


async def test_a_reminder_keeps_its_hour_over_a_change_of_clocks(day: CardRoom) -> None:
    day.set_clock("2027-03-26 22:00")
    page = only(await day.alice.slash(day.channel, "solitaire settings", time_zone="europe/berlin"))
    assert "Reminders are in your time zone, Europe/Berlin." in page.text
    changed(await day.choose(page, "Reminder: 18:00 (Europe/Berlin)"))
    days = [Result("tens", 10, 0, 60, day=date(2027, 3, number), server_id=None) for number in (25, 26)]
    await record(day.database, day.alice.id, "alice", *days)
    await pass_days(day, "2027-03-27", 1)
    await record(day.database, day.alice.id, "alice", Result("tens", 10, 0, 60, day=date(2027, 3, 27), server_id=None))
    await pass_days(day, "2027-03-28", 1)
    assert [*map(sent_at, reminders(day))] == ["03-27 17:00", "03-28 16:00"]


@on_both
async def test_a_server_keeps_what_it_does_not_change(day: CardRoom) -> None:
    assert "Choose a channel, too" in await announce(day, hour=9)
    said = await announce(day, channel=day.channel)
    assert f"I'll post the dailies in <#{day.channel.id}> every day at 9:00 (UTC)" in said
    assert "<t:1795338000:R>" in said
    assert "at 9:00 (America/New York)" in await announce(day, time_zone="new york")
    assert "at 20:00 (America/New York)" in await announce(day, hour=20)
    guild = day.channel.guild
    assert guild is not None
    other = guild.create_text_channel("dailies")
    assert f"<#{other.id}> every day at 20:00 (America/New York)" in await announce(day, channel=other)
    assert f"I post the dailies in <#{other.id}> every day at 20:00 (America/New York)" in await announce(day)


async def test_an_hour_changed_after_the_post_begins_the_next_day(day: CardRoom) -> None:
    await announce(day, channel=day.channel, hour=11)
    for hour in (11, 12):
        day.set_clock(f"2026-11-21 {hour}:00")
        await pass_minutes(day)
        await announce(day, hour=12)
    day.set_clock("2026-11-22 12:00")
    await pass_minutes(day)
    assert posts(day, day.channel) == ["11-21 11:00", "11-22 12:00"]


async def test_a_server_whose_time_zone_this_machine_does_not_know_has_its_post_once_by_the_hour_in_utc(
    day: CardRoom,
) -> None:
    await announce(day, channel=day.channel, hour=11)
    await ask(day.url, "UPDATE announcements SET time_zone = 'Mars/Olympus'")
    for hour in (11, 12):
        day.set_clock(f"2026-11-21 {hour}:00")
        await pass_minutes(day, 5)
    assert posts(day, day.channel) == ["11-21 11:00"]
    assert "every day at 11:00 (UTC)" in await announce(day)


async def test_a_day_is_posted_once_even_if_the_time_of_the_next_post_cannot_be_computed(day: CardRoom) -> None:
    await announce(day, channel=day.channel, hour=11)
    await ask(day.url, "UPDATE announcements SET hour = 99")
    for hour in (11, 12):
        day.set_clock(f"2026-11-21 {hour}:00")
        await pass_minutes(day, 5)
    assert posts(day, day.channel) == ["11-21 11:00"]


@pytest.mark.parametrize("command", ["solitaire settings", "solitaire-admin announce"])
async def test_an_unknown_time_zone_changes_nothing_and_names_the_nearest(day: CardRoom, command: str) -> None:
    said = private(await day.alice.slash(day.channel, command, time_zone="Europe/Berln"))
    assert said == "I don't know the time zone “Europe/Berln”. Do you mean Europe/Berlin?"


@pytest.mark.parametrize("command", ["solitaire settings", "solitaire-admin announce"])
async def test_time_zones_are_completed_with_what_clocks_show_there(day: CardRoom, command: str) -> None:
    offered = await day.alice.autocomplete(day.channel, command, "time_zone", "kolk")
    assert offered == [{"name": "Asia/Kolkata · 15:30", "value": "Asia/Kolkata"}]
    assert len(await day.alice.autocomplete(day.channel, command, "time_zone", "")) == 25


async def test_a_new_time_zone_moves_the_reminder_that_someone_has(day: CardRoom) -> None:
    changed(await day.choose(only(await day.say("settings")), "Reminder: 18:00 (UTC)"))
    page = only(await day.alice.slash(day.channel, "solitaire settings", time_zone="Asia/Tokyo"))
    assert "direct message at <t:1795338000:t>" in page.text  # the next 18:00 in Tokyo is at 9:00 UTC
    assert "Reminder: 18:00 (Asia/Tokyo)" in page.choices
