"""Each post happens once: over restarts, clocks that step back, and processes that die."""

from __future__ import annotations

import discord

from bot.model.announcement import Announcement
from bot.model.local_hour import LocalHour
from tests.support.card_room import CardRoom
from tests.support.daily_room import announcements, midnight, pass_minutes, second_process
from tests.support.kinds import ask, on_both

pytestmark = on_both


async def test_a_clock_that_steps_back_does_not_repeat_the_announcement(on: CardRoom) -> None:
    await midnight(on)
    on.set_clock("2026-11-21 23:58")
    await pass_minutes(on, 5)
    assert len(announcements(on)) == 1


async def test_a_post_that_was_sent_but_not_recorded_is_sent_again_with_its_nonce(on: CardRoom) -> None:
    """Discord drops the second one, unlike SimCord."""
    await midnight(on)
    await ask(on.url, "UPDATE announcements SET announced = NULL, due_at = due_at - 86400")
    await pass_minutes(on, 2)
    sent = [request.json for request in on.env.http_requests if request.path == f"/channels/{on.channel.id}/messages"]
    first, second = [each["nonce"] for each in sent if each and "nonce" in each]
    assert first == second


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
