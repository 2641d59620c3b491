"""Each post happens once: over restarts, clocks that step back, and processes that die."""

from __future__ import annotations

import discord
import pytest

from bot.app.announcer import Announcer
from bot.commands.rendering import send_arguments
from bot.language import find_language
from bot.messages.daily import daily_button
from bot.messages.message import Message
from bot.model.announcement import Announcement
from bot.model.daily.deals import pick_of
from bot.model.local_hour import LocalHour
from tests.support.card_room import CardRoom
from tests.support.daily_room import TOMORROW, announcements, midnight, pass_minutes, second_process
from tests.support.kinds import ask, on_both

pytestmark = on_both

FORGET_ANNOUNCED = "UPDATE announcements SET announced = NULL, due_at = due_at - 86400"


async def test_a_clock_that_steps_back_does_not_repeat_the_announcement(on: CardRoom) -> None:
    await midnight(on)
    on.set_clock("2026-11-21 23:58")
    await pass_minutes(on, 5)
    assert len(announcements(on)) == 1


@pytest.mark.parametrize("has_announced", [False, True])
async def test_the_claim_of_a_dead_process_is_taken_over_after_a_minute(on: CardRoom, *, has_announced: bool) -> None:
    """The process died after claiming the day, before or after sending its message."""
    on.set_clock("2026-11-22 00:00")
    if has_announced:
        await pass_minutes(on)
        await ask(on.url, FORGET_ANNOUNCED)
    else:
        assert await on.services.announcements.claim(on.turn(), on.env.guild.id, TOMORROW) is not None
    count = len(announcements(on))
    async with second_process(on) as other:
        second = Announcer(on.client, other)
        for seconds, posts in ((59, count), (61, 1), (1, 1)):
            on.advance_clock(seconds)
            on.sync_clocks()
            await second.announce()
            assert len(announcements(on)) == posts
        assert await other.announcements.due(other.turns.background()) == []


@pytest.mark.parametrize(("seconds", "count"), [(59, 1), (61, 2)])
async def test_the_history_is_searched_from_one_minute_before_the_claim(on: CardRoom, seconds: int, count: int) -> None:
    """Discord's clock may be behind ours, and message ids carry Discord's time."""
    (sent,) = await midnight(on)
    claimed_at = 1000 * (int(discord.utils.snowflake_time(sent.id).timestamp()) + seconds)
    claim = f"UPDATE claims SET claimed_at = {claimed_at} WHERE name LIKE 'announce in %'"  # noqa: S608
    await ask(on.url, FORGET_ANNOUNCED, claim)
    await pass_minutes(on, 4)
    assert len(announcements(on)) == count


async def test_an_announcement_is_found_among_many_messages(on: CardRoom) -> None:
    """The search covers up to a hundred messages."""
    await midnight(on)
    await ask(on.url, FORGET_ANNOUNCED)
    for _ in range(40):
        await on.alice.send(on.channel, "Good night!")
    await pass_minutes(on, 3)
    assert len(announcements(on)) == 1
    assert await on.services.announcements.due(on.turn()) == []


async def test_a_shared_result_of_todays_pick_is_not_taken_for_the_post(on: CardRoom) -> None:
    on.set_clock("2026-11-22 00:00")
    assert await on.services.announcements.claim(on.turn(), on.env.guild.id, TOMORROW) is not None  # and died
    on.advance_clock(30)
    on.sync_clocks()
    button = daily_button(pick_of(TOMORROW), TOMORROW, find_language("en"))
    channel = on.client.get_partial_messageable(on.channel.id, guild_id=on.env.guild.id)
    await channel.send(**send_arguments(Message("bob · 104 of 104 home", action_rows=((button,),))))
    await pass_minutes(on, 2)
    assert len(announcements(on)) == 1


async def test_a_process_posts_at_most_twenty_times_a_second(on: CardRoom) -> None:
    guild = on.channel.guild
    assert guild is not None
    channels = [guild.create_text_channel(f"dailies-{number}") for number in range(25)]
    for server_id, channel in enumerate(channels, 1):
        wanted = Announcement(server_id, channel.id, "en", LocalHour(0))
        await on.services.announcements.switch_on(on.turn(), wanted)
    on.set_clock("2026-11-22 00:00")
    await pass_minutes(on, 2)
    sent = [message.id for channel in channels for message in on.env.backend.messages[channel.id].values()]
    assert len(sent) == len(channels)
    moments = sorted(discord.utils.snowflake_time(number).timestamp() for number in sent)
    assert max(sum(0 <= moment - first < 1 for moment in moments) for first in moments) <= 20


async def test_one_process_posts_at_a_time(on: CardRoom) -> None:
    on.set_clock("2026-11-22 00:00")
    async with second_process(on) as other:
        claim = other.claim("announce", 600)
        assert await claim.make()
        await pass_minutes(on, 2)
        assert announcements(on) == []
        await claim.release()
        await pass_minutes(on)
        assert len(announcements(on)) == 1
