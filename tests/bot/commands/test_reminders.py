"""Reminders: one direct message, at the hour that a player chose, when their streak is about to end."""

from __future__ import annotations

from datetime import timedelta

import pytest
import simcord

from bot.app.reminder import ReminderJob
from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, buttons, changed, only, text
from tests.support.daily_room import TODAY, begin, day, give_up, pass_minutes, record, second_process
from tests.support.forging import press as forged_press
from tests.support.kinds import on_both
from tests.support.recording import fix_dailies

__all__ = ["day"]

pytestmark = on_both


async def choose(room: CardRoom, label: str) -> simcord.ResponseMessage:
    return changed(await room.choose(only(await room.say("settings")), label))


async def play_days(room: CardRoom, *ago: int) -> None:
    """Give Alice a result on each of some days ago; the days of the last week had dailies."""
    await fix_dailies(room.database, [TODAY - timedelta(days) for days in range(1, 8)])
    results = [Result("tens", 10, 0, 60, day=TODAY - timedelta(days), server_id=None) for days in ago]
    await record(room.database, room.alice.id, "alice", *results)


def reminders(room: CardRoom) -> list[simcord.ResponseMessage]:
    """The direct messages that were sent."""
    sent = [
        simcord.ResponseMessage(room.env, stored)
        for messages in room.env.backend.messages.values()
        for stored in messages.values()
    ]
    return [message for message in sent if "Your streak ends" in message.content]


async def test_a_player_whose_streak_would_end_is_reminded_once_at_the_chosen_hour(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    page = await choose(day, "Reminder: 18:00 (UTC)")
    assert "I'll send you a direct message at <t:1795284000:t>" in text(page)
    day.set_clock("2026-11-21 17:58")
    await pass_minutes(day, 1)
    assert reminders(day) == []
    await pass_minutes(day, 3)
    (message,) = reminders(day)
    assert text(message).startswith("🔥 **2 days in a row!** Your streak ends <t:1795305600:R>")
    assert list(buttons(message)) == ["Grounds for Divorce", "Another daily", "No more reminders"]
    await day.restart()
    await pass_minutes(day, 10)
    assert len(reminders(day)) == 1


@pytest.mark.parametrize(
    "ago",
    [(), (1,), (2, 3), (0, 1, 2), (1, 2, 3, 4, 5, 6, 7)],
    ids=["no streak", "one day", "ended already", "played today", "a freeze saves it"],
)
async def test_nobody_is_reminded_whose_streak_would_not_end(day: CardRoom, ago: tuple[int, ...]) -> None:
    await play_days(day, *ago)
    await choose(day, "Reminder: 18:00 (UTC)")
    day.set_clock("2026-11-21 18:00")
    await pass_minutes(day, 3)
    assert reminders(day) == []


async def test_nobody_is_reminded_who_is_playing_todays_pick(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    await choose(day, "Reminder: 18:00 (UTC)")
    await begin(day, "grounds-for-divorce")
    day.set_clock("2026-11-21 18:00")
    await pass_minutes(day, 3)
    assert reminders(day) == []


async def test_an_hour_that_has_come_begins_tomorrow(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    await choose(day, "Reminder: 10:00 (UTC)")
    await pass_minutes(day, 3)
    assert reminders(day) == []
    await begin(day)
    await give_up(day)
    day.set_clock("2026-11-22 10:00")
    await pass_minutes(day, 3)
    (message,) = reminders(day)
    assert "3 days in a row" in text(message)


async def test_two_processes_remind_once(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    await choose(day, "Reminder: 18:00 (UTC)")
    async with second_process(day) as other:
        day.set_clock("2026-11-21 18:00")
        day.sync_clocks()
        second = ReminderJob(day.client, other)
        await second.remind()
        await pass_minutes(day, 2)
        await second.remind()
    assert len(reminders(day)) == 1


async def test_a_refused_reminder_is_switched_off_and_the_next_command_says_so_once(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    await choose(day, "Reminder: 18:00 (UTC)")
    for number, date in enumerate(("2026-11-21", "2026-11-22", "2026-11-23")):
        day.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, message="No", times=1)
        day.set_clock(f"{date} 18:00")
        await pass_minutes(day, 3)
        day.env.backend.faults.clear()
        await play_days(day, -number)
    assert reminders(day) == []
    assert (await day.say("help", day.bob)).followups == []
    (said,) = (await day.say("help")).followups
    assert said.ephemeral
    assert "I couldn't send you your reminder, so I've switched it off." in said.content
    assert (await day.say("help")).followups == []
    assert await day.services.reminders.of(day.turn()) is None
    await choose(day, "Reminder: 19:00 (UTC)")
    day.set_clock("2026-11-24 19:00")
    await pass_minutes(day, 3)
    assert len(reminders(day)) == 1


@pytest.mark.parametrize(
    ("endpoint", "status", "code"),
    [("/users/@me/channels", 503, 0), ("/users/@me/channels", 403, 40333), ("/channels/*/messages", 403, 40333)],
    ids=["cannot open the channel", "may not open it", "blocked address"],
)
async def test_a_reminder_that_discord_did_not_take_is_sent_within_its_hour(
    day: CardRoom, endpoint: str, status: int, code: int
) -> None:
    await play_days(day, 1, 2)
    await choose(day, "Reminder: 18:00 (UTC)")
    day.env.inject_error("POST", endpoint, status=status, code=code, message="No", times=1)
    day.set_clock("2026-11-21 18:00")
    await pass_minutes(day, 3)
    assert len(reminders(day)) == 1


async def test_one_refused_reminder_switches_nothing_off(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    await choose(day, "Reminder: 18:00 (UTC)")
    day.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, message="No", times=1)
    day.set_clock("2026-11-21 18:00")
    await pass_minutes(day, 3)
    await play_days(day, 0)
    day.set_clock("2026-11-22 18:00")
    await pass_minutes(day, 3)
    assert len(reminders(day)) == 1


async def test_a_reminder_sent_while_the_clock_was_ahead_is_not_held_against_today(day: CardRoom) -> None:
    await play_days(day, 1, 2, -364, -365)
    await choose(day, "Reminder: 18:00 (UTC)")
    day.set_clock("2027-11-22 18:00")
    await pass_minutes(day, 3)
    assert len(reminders(day)) == 1
    day.set_clock("2026-11-21 18:00")
    await pass_minutes(day, 3)
    assert len(reminders(day)) == 2


async def test_the_button_under_a_reminder_switches_it_off(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    await choose(day, "Reminder: 18:00 (UTC)")
    day.set_clock("2026-11-21 18:00")
    await pass_minutes(day, 2)
    (message,) = reminders(day)
    await forged_press(day, buttons(message)["No more reminders"]["custom_id"], is_private=False)
    assert await day.services.reminders.of(day.turn()) is None
