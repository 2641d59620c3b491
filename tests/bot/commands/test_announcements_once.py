"""Each post happens once: over restarts, clocks that step back, and processes that die."""

from __future__ import annotations

from datetime import timedelta

import discord
import pytest

from bot.app.announcer import Announcer
from bot.commands.rendering import send_arguments
from bot.language import find_language
from bot.messages.daily import daily_button
from bot.messages.message import Message
from bot.model.announcement import AnnouncementClaim
from bot.model.daily.deals import pick_of
from bot.store import AnnouncementStore, Connection, Turns
from tests.support.card_room import CardRoom
from tests.support.clock import Clock
from tests.support.daily_room import (
    TODAY,
    TOMORROW,
    announcements,
    day,
    midnight,
    on,
    pass_minutes,
    second_process,
)
from tests.support.kinds import on_both

pytestmark = on_both

__all__ = ["day", "on"]


async def test_a_bot_that_was_down_at_midnight_announces_when_it_is_back(on: CardRoom) -> None:
    on.set_clock("2026-11-22 05:00")
    await on.restart()
    await pass_minutes(on)
    assert len(announcements(on)) == 1


async def test_a_restart_does_not_repeat_the_announcement(on: CardRoom) -> None:
    await midnight(on)
    for _ in range(2):
        await on.restart()
        await pass_minutes(on, 2)
    assert len(announcements(on)) == 1


async def test_a_clock_that_steps_back_does_not_repeat_the_announcement(on: CardRoom) -> None:
    await midnight(on)
    on.set_clock("2026-11-21 23:58")
    await pass_minutes(on, 5)
    assert len(announcements(on)) == 1


async def test_two_processes_announce_once(on: CardRoom) -> None:
    async with second_process(on) as other:
        on.set_clock("2026-11-22 00:00")
        on.sync_clocks()
        second = Announcer(on.client, other)
        await second.announce()
        await pass_minutes(on, 3)
        await second.announce()
    assert len(announcements(on)) == 1


@pytest.mark.parametrize("has_announced", [False, True])
async def test_the_claim_of_a_dead_process_is_taken_over_after_a_minute(on: CardRoom, *, has_announced: bool) -> None:
    """The process died after claiming the day, before or after sending its message."""
    on.set_clock("2026-11-22 00:00")
    if has_announced:
        await pass_minutes(on)
        await on.database.write(_forget_announced)
    else:
        assert await on.services.announcements.claim(on.turn(), on.env.guild.id, TOMORROW) == AnnouncementClaim(
            since=None
        )
    count = len(announcements(on))
    async with second_process(on) as other:
        second = Announcer(on.client, other)
        on.advance_clock(59)
        on.sync_clocks()
        await second.announce()
        assert len(announcements(on)) == count
        on.advance_clock(61)
        on.sync_clocks()
        await second.announce()
        await second.announce()
        assert await other.announcements.due(other.turns.background()) == []
    assert len(announcements(on)) == 1


async def test_a_claim_reports_when_the_claim_it_replaces_began(on: CardRoom) -> None:
    first = 1_795_305_600  # the midnight before TOMORROW
    clock = Clock(first - 1)
    store, turn, server = AnnouncementStore(), Turns(on.database, clock=clock).background(), on.env.guild.id
    assert await store.claim(turn, server, TODAY) is None
    clock.now = first
    assert await store.claim(turn, server + 1, TOMORROW) is None
    assert await store.claim(turn, server, TOMORROW) == AnnouncementClaim(since=None)
    clock.now = first + 59
    assert await store.claim(turn, server, TOMORROW) is None
    clock.now = first + 60
    assert await store.claim(turn, server, TOMORROW) == AnnouncementClaim(since=first)
    clock.now = first + 130
    assert await store.claim(turn, server, TOMORROW) == AnnouncementClaim(since=first + 60)
    next_day = TOMORROW + timedelta(days=1)
    clock.now = first + 86400
    assert await store.claim(turn, server, next_day) == AnnouncementClaim(since=None)
    await store.record(turn, server, next_day, "anchor")
    clock.now = first + 90000
    assert await store.claim(turn, server, next_day) is None


@pytest.mark.parametrize(("seconds", "count"), [(59, 1), (61, 2)])
async def test_the_history_is_searched_from_one_minute_before_the_claim(on: CardRoom, seconds: int, count: int) -> None:
    """Discord's clock may be behind ours, and message ids carry Discord's time."""
    await midnight(on)
    await on.database.write(_forget_announced)
    (sent,) = announcements(on)
    claimed_at = 1000 * (int(discord.utils.snowflake_time(sent.id).timestamp()) + seconds)

    async def claim_then(connection: Connection) -> None:
        await connection.execute(
            "UPDATE claims SET claimed_at = :at WHERE name LIKE 'announce in %'", {"at": claimed_at}
        )

    await on.database.write(claim_then)
    await pass_minutes(on, 4)
    assert len(announcements(on)) == count


async def test_an_announcement_is_found_among_many_messages(on: CardRoom) -> None:
    """The search covers up to a hundred messages."""
    await midnight(on)
    await on.database.write(_forget_announced)
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
    await channel.send(**send_arguments(Message("bob · 104 of 104 home", rows=((button,),))))
    await pass_minutes(on, 2)
    assert len(announcements(on)) == 1


async def _forget_announced(connection: Connection) -> None:
    await connection.execute("UPDATE announcements SET announced = NULL, due_at = due_at - 86400")
