"""Announcements that Discord refuses: switched off and told to who can mend it, or tried again."""

from __future__ import annotations

import pytest

from bot.store import Announcement
from tests.bot.card_room import CardRoom, only
from tests.bot.daily_room import (
    TODAY,
    announcements,
    day,
    midnight,
    on,
    pass_minutes,
    switch_on,
)

__all__ = ["day", "on"]

CHANNEL_MESSAGES = "/channels/*/messages"


PROBLEMS = {
    "no permission": (403, 50013, "I may not write in <#"),
    "no access": (403, 50001, "I may not write in <#"),
    "no channel": (404, 10003, "The channel for the dailies is gone"),
}


@pytest.mark.parametrize(("status", "code", "told"), PROBLEMS.values(), ids=PROBLEMS)
async def test_a_problem_switches_off_and_is_told_to_who_manages_once(
    on: CardRoom, status: int, code: int, told: str
) -> None:
    on.env.inject_error("POST", CHANNEL_MESSAGES, status=status, code=code, message="No", times=1)
    assert await midnight(on) == []
    await pass_minutes(on, 3)
    assert announcements(on) == []
    assert only(await on.say("help", on.bob)).embeds
    answer = await on.say("help")
    (said,) = answer.followups
    assert said.ephemeral
    assert told in said.content
    assert "/solitaire-admin announce switches it on again" in said.content.replace("`", "")
    assert (await on.say("help")).followups == []
    assert len(await midnight(on, "2026-11-23")) == 0
    await switch_on(on)
    assert len(await midnight(on, "2026-11-24")) == 1


async def test_who_switches_it_on_again_is_told_no_old_problem(on: CardRoom) -> None:
    on.env.inject_error("POST", CHANNEL_MESSAGES, status=403, code=50013, message="No", times=1)
    await midnight(on)
    assert "From tomorrow on" in await switch_on(on)
    assert (await on.say("help")).followups == []
    assert len(await midnight(on, "2026-11-23")) == 1


async def test_managing_another_server_is_not_enough_to_be_told(on: CardRoom) -> None:
    on.env.inject_error("POST", CHANNEL_MESSAGES, status=403, code=50013, message="No", times=1)
    await midnight(on)
    assert (await on.bob_elsewhere.slash(on.elsewhere, "solitaire help")).followups == []
    assert (await on.alice.user.slash("solitaire help")).followups == []
    assert len((await on.say("help")).followups) == 1


@pytest.mark.parametrize("status", [503, 429, 400])
async def test_what_discord_may_do_later_is_tried_again(on: CardRoom, status: int) -> None:
    on.env.inject_error("POST", CHANNEL_MESSAGES, status=status, times=1)
    assert await midnight(on) == [] or status == 429
    await pass_minutes(on, 3)
    assert len(announcements(on)) == 1
    assert (await on.say("help")).followups == []


async def test_one_server_s_trouble_keeps_no_other_waiting(on: CardRoom) -> None:
    manager = on.elsewhere.guild
    assert manager is not None
    await on.services.announcements.put(Announcement(manager.id, on.elsewhere.id, "en"), TODAY)
    on.env.inject_error("POST", f"/channels/{on.channel.id}/messages", status=403, code=50013, message="No", times=None)
    await midnight(on)
    there = on.env.backend.messages[on.elsewhere.id]
    assert len(there) == 1
    assert announcements(on) == []
