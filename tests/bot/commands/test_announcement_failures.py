"""Announcements that Discord rejects: switched off and reported to someone who can fix it, or retried."""

import asyncio
from collections.abc import Sequence
from datetime import date
from typing import Any

import discord
import pytest

from bot.app.announcer import Announcer
from bot.model.announcement import Announcement, Problem
from bot.model.daily.ranking import Leaderboard, RankedPlayer
from bot.model.local_hour import LocalHour
from bot.services import Turn
from tests.support.card_room import CardRoom, Registered
from tests.support.daily_room import announcements, midnight, pass_minutes, switch_on

CHANNEL_MESSAGES = "/channels/*/messages"

MIDNIGHT = LocalHour(0)


PROBLEMS = {
    "no permission": (403, 50013, "I can't post in <#"),
    "no access": (403, 50001, "I can't post in <#"),
    "no channel": (404, 10003, "The dailies channel was deleted"),
}


DAYS = (date(2026, 11, 22), date(2026, 11, 24))


async def refuse_for_days(room: CardRoom, status: int = 403, code: int = 50013) -> None:
    """Let Discord refuse the announcements of three days."""
    room.env.inject_error("POST", CHANNEL_MESSAGES, status=status, code=code, message="No", times=None)
    for day_ in ("2026-11-22", "2026-11-23", "2026-11-24"):
        assert await midnight(room, day_) == []
    room.env.backend.faults.clear()


async def switch_on_elsewhere(room: CardRoom) -> int:
    """Have the dailies announced in the other server too, and return its id."""
    there = room.elsewhere.guild
    assert there is not None
    await room.services.announcements.switch_on(room.turn(), Announcement(there.id, room.elsewhere.id, "en", MIDNIGHT))
    return there.id


def posts_elsewhere(room: CardRoom) -> int:
    return len(room.env.backend.messages[room.elsewhere.id])


def test_discord_offers_only_channels_that_can_take_announcements(registered: Registered) -> None:
    _, admin, *_ = registered.payload
    announce, *_ = admin["options"]
    channel, *_ = announce["options"]
    assert channel["channel_types"] == [discord.ChannelType.text.value, discord.ChannelType.news.value]


@pytest.mark.parametrize(("status", "code", "told"), PROBLEMS.values(), ids=PROBLEMS)
async def test_a_problem_that_lasts_for_days_switches_announcements_off_and_is_reported_once_to_a_manager(
    on: CardRoom, status: int, code: int, told: str
) -> None:
    await refuse_for_days(on, status, code)
    for elsewhere in (
        await on.say("help", on.bob),
        await on.bob_elsewhere.slash(on.elsewhere, "solitaire help"),
        await on.alice.user.slash("solitaire help"),
    ):
        assert elsewhere.followups == []
    answer = await on.say("help")
    (said,) = answer.followups
    assert said.ephemeral
    assert told in said.content
    assert "/solitaire-admin announce to start again" in said.content.replace("`", "")
    assert (await on.say("help")).followups == []
    assert len(await midnight(on, "2026-11-25")) == 0
    await switch_on(on)
    assert len(await midnight(on, "2026-11-26")) == 1


@pytest.mark.parametrize("code", [50001, 50013, 40333, 0], ids=["outage", "permission", "blocked address", "no reason"])
async def test_refusals_with_posts_between_them_do_not_switch_announcements_off(on: CardRoom, code: int) -> None:
    for number, day_ in enumerate(("2026-11-22", "2026-11-24", "2026-11-26"), 1):
        on.env.inject_error("POST", CHANNEL_MESSAGES, status=403, code=code, message="No", times=1)
        await midnight(on, day_)
        on.set_clock(f"{day_} 01:05")
        await pass_minutes(on)
        assert len(announcements(on)) == number
    assert (await on.say("help")).followups == []


async def test_switching_announcements_on_again_clears_the_old_problem(on: CardRoom) -> None:
    await refuse_for_days(on)
    assert "The first ones come <t:" in await switch_on(on)
    assert (await on.say("help")).followups == []
    assert len(await midnight(on, "2026-11-25")) == 1


@pytest.mark.parametrize("status", [503, 429, 400])
async def test_an_announcement_is_retried_after_a_temporary_error(on: CardRoom, status: int) -> None:
    on.env.inject_error("POST", CHANNEL_MESSAGES, status=status, times=1)
    on.set_clock("2026-11-22 00:00")
    await on.pass_time(30)
    assert announcements(on) == [] or status == 429
    await pass_minutes(on, 3)
    assert len(announcements(on)) == 1
    assert (await on.say("help")).followups == []


async def test_a_channel_chosen_meanwhile_is_neither_switched_off_nor_forgotten(on: CardRoom) -> None:
    """A manager may fix the channel while the announcement fails, or while the problem is reported."""
    switches = on.services.announcements
    turn = on.turn()
    server = on.env.guild.id
    before = Announcement(server, on.channel.id + 1, "en")
    for day_ in DAYS:
        await switches.refuse(turn, before, Problem.NO_CHANNEL, day_)
    assert await switches.problem(turn, server) is None
    await switches.forget_problem(turn, server, on.channel.id)
    assert len(await midnight(on)) == 1


@pytest.mark.parametrize("error", [discord.RateLimited(3600), RuntimeError("a fault")], ids=["rate limit", "a fault"])
async def test_an_error_in_one_server_does_not_affect_the_others(
    on: CardRoom, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, error: Exception
) -> None:
    for server_id in range(1, 20):  # more than run concurrently, before and after the healthy server
        await on.services.announcements.switch_on(on.turn(), Announcement(server_id, server_id, "en", MIDNIGHT))
    await switch_on_elsewhere(on)
    send = discord.PartialMessageable.send

    async def fails(channel: discord.PartialMessageable, **arguments: Any) -> discord.Message:
        if channel.id != on.elsewhere.id:
            raise error
        return await send(channel, **arguments)

    monkeypatch.setattr(discord.PartialMessageable, "send", fails)
    assert await midnight(on) == []
    assert posts_elsewhere(on) == 1
    assert "cannot announce in a server yet" in caplog.text
    monkeypatch.undo()
    await pass_minutes(on, 3)
    assert len(announcements(on)) == 1
    assert posts_elsewhere(on) == 1


async def test_a_slow_server_does_not_delay_announcements_in_the_others(
    on: CardRoom, monkeypatch: pytest.MonkeyPatch
) -> None:
    await switch_on_elsewhere(on)
    best = on.services.leaderboards.best
    waiting = asyncio.Event()
    done = asyncio.Event()

    async def waits(turn: Turn, leaderboard: Leaderboard) -> Sequence[RankedPlayer]:
        if leaderboard.server_id == on.env.guild.id:
            waiting.set()
            await done.wait()
        return await best(turn, leaderboard)

    monkeypatch.setattr(on.services.leaderboards, "best", waits)
    on.set_clock("2026-11-22 00:00")
    on.sync_clocks()
    task = asyncio.create_task(Announcer(on.client, on.services).announce())
    await waiting.wait()
    while not posts_elsewhere(on):
        await asyncio.sleep(0.01)
    assert announcements(on) == []
    done.set()
    await task
    assert len(announcements(on)) == 1


@pytest.mark.parametrize("code", [50001, 50013], ids=["not in the server", "no permission"])
async def test_a_channel_in_which_the_bot_cannot_post_is_refused_at_once(day: CardRoom, code: int) -> None:
    day.env.inject_error("POST", "/channels/*/typing", status=403, code=code, message="No", times=1)
    assert "I can't post in <#" in await switch_on(day)
    assert await midnight(day) == []
    assert "The first ones come <t:" in await switch_on(day)
