"""Reminders: one direct message, at the hour that a player chose, when their streak is about to end."""

from datetime import timedelta

import pytest

from bot.app.reminder import ReminderJob
from bot.model.daily.ranking import Result
from tests.support.card_room import CardRoom, changed, only
from tests.support.daily_room import TODAY, begin, give_up, pass_minutes, record, reminders, second_process
from tests.support.forging import press as forged_press
from tests.support.kinds import on_both
from tests.support.recording import fix_dailies
from tests.support.shown import Shown


async def choose(room: CardRoom, label: str = "Reminder: 18:00 (UTC)") -> Shown:
    return changed(await room.choose(only(await room.say("settings")), label))


async def pass_hour(room: CardRoom, day_: str = "2026-11-21", hour: int = 18) -> list[Shown]:
    """Let the first minutes of an hour pass, and return all reminders that were sent."""
    room.set_clock(f"{day_} {hour}:00")
    await pass_minutes(room, 3)
    return reminders(room)


async def play_days(room: CardRoom, *ago: int) -> None:
    """Give Alice a result on each of some days ago; the days of the last week had dailies."""
    await fix_dailies(room.database, [TODAY - timedelta(days) for days in range(1, 8)])
    results = [Result("tens", 10, 0, 60, day=TODAY - timedelta(days), server_id=None) for days in ago]
    await record(room.database, room.alice.id, "alice", *results)


@on_both
async def test_a_player_whose_streak_would_end_is_reminded_once_at_the_chosen_hour(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    page = await choose(day)
    assert "I'll send you a direct message at <t:1795284000:t>" in page.text
    day.set_clock("2026-11-21 17:58")
    await pass_minutes(day, 1)
    assert reminders(day) == []
    (message,) = await pass_hour(day)
    assert message.text.startswith("🔥 **2 days in a row!** Your streak ends <t:1795305600:R>")
    assert list(message.buttons) == ["Grounds for Divorce", "Another daily", "No more reminders"]
    async with second_process(day) as other:
        await ReminderJob(day.client, other).remind()
    await day.restart()
    await pass_minutes(day, 10)
    assert len(reminders(day)) == 1
    await forged_press(day, message.buttons["No more reminders"]["custom_id"], is_private=False)
    assert await day.services.reminders.of(day.turn()) is None


@pytest.mark.parametrize(
    ("ago", "is_playing"),
    [((), False), ((1,), False), ((2, 3), False), ((0, 1, 2), False), ((1, 2, 3, 4, 5, 6, 7), False), ((1, 2), True)],
    ids=["no streak", "one day", "ended already", "played today", "a freeze saves it", "playing today's pick"],
)
async def test_players_whose_streak_would_not_end_get_no_reminder(
    day: CardRoom, ago: tuple[int, ...], *, is_playing: bool
) -> None:
    await play_days(day, *ago)
    await choose(day)
    if is_playing:
        await begin(day, "grounds-for-divorce")
    assert await pass_hour(day) == []


async def test_an_hour_that_has_come_begins_tomorrow(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    await choose(day, "Reminder: 10:00 (UTC)")
    await pass_minutes(day, 3)
    assert reminders(day) == []
    await begin(day)
    await give_up(day)
    (message,) = await pass_hour(day, "2026-11-22", 10)
    assert "3 days in a row" in message.text


@on_both
async def test_a_refused_reminder_is_switched_off_and_the_next_command_says_so_once(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    await choose(day)
    for number, date in enumerate(("2026-11-21", "2026-11-22", "2026-11-23")):
        day.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, message="No", times=1)
        assert await pass_hour(day, date) == []
        day.env.backend.faults.clear()
        await play_days(day, -number)
    assert (await day.say("help", day.bob)).followups == []
    (said,) = (await day.say("help")).followups
    assert said.ephemeral
    assert "I couldn't send you your reminder, so I've switched it off." in said.content
    assert (await day.say("help")).followups == []
    assert await day.services.reminders.of(day.turn()) is None
    await choose(day, "Reminder: 19:00 (UTC)")
    assert len(await pass_hour(day, "2026-11-24", 19)) == 1


@pytest.mark.parametrize(
    ("endpoint", "status", "code"),
    [("/users/@me/channels", 503, 0), ("/users/@me/channels", 403, 40333), ("/channels/*/messages", 403, 40333)],
    ids=["cannot open the channel", "may not open it", "blocked address"],
)
async def test_a_reminder_that_discord_did_not_take_is_sent_within_its_hour(
    day: CardRoom, endpoint: str, status: int, code: int
) -> None:
    await play_days(day, 1, 2)
    await choose(day)
    day.env.inject_error("POST", endpoint, status=status, code=code, message="No", times=1)
    assert len(await pass_hour(day)) == 1


async def test_one_refused_reminder_switches_nothing_off(day: CardRoom) -> None:
    await play_days(day, 1, 2)
    await choose(day)
    day.env.inject_error("POST", "/channels/*/messages", status=403, code=50007, message="No", times=1)
    assert await pass_hour(day) == []
    await play_days(day, 0)
    assert len(await pass_hour(day, "2026-11-22")) == 1
